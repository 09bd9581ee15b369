package io.postrider.audience;

import io.postrider.id.DestinationId;
import java.util.List;

/**
 * The settings of an audience or a computed trait, without its definition.
 *
 * @param destinations the destinations that get its changes, without duplicates
 */
public record ComputationSettings(
    String name, boolean enabled, List<DestinationId> destinations, SyncSchedule sync) {

  public static final int MAX_NAME_LENGTH = 200;
  public static final int MAX_DESTINATIONS = 100;

  public ComputationSettings {
    destinations = List.copyOf(destinations);
  }

  public ComputationSettings without(DestinationId gone) {
    return new ComputationSettings(
        name, enabled, destinations.stream().filter(id -> !id.equals(gone)).toList(), sync);
  }
}
