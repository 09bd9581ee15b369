package io.postrider.audience;

import io.postrider.id.DestinationId;
import java.util.List;

/**
 * The settings of an audience or a computed trait, without its definition.
 *
 * @param name the display name; it may change without changing the key
 * @param enabled whether it is computed
 * @param destinations the destinations that get its changes, without duplicates
 */
public record ComputationSettings(
    String name, boolean enabled, List<DestinationId> destinations, SyncSchedule sync) {

  /** Maximum length of a name. */
  public static final int LONGEST_NAME = 200;

  /** Maximum number of destinations. */
  public static final int MOST_DESTINATIONS = 100;

  public ComputationSettings {
    destinations = List.copyOf(destinations);
  }

  /** Copies the settings without a destination. */
  public ComputationSettings without(DestinationId gone) {
    return new ComputationSettings(
        name, enabled, destinations.stream().filter(id -> !id.equals(gone)).toList(), sync);
  }
}
