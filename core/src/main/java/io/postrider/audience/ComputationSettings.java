package io.postrider.audience;

import io.postrider.id.DestinationId;
import java.util.List;

/**
 * What the owner of an audience or a computed trait chose beside its definition.
 *
 * @param name for people; may change without changing the key
 * @param enabled whether it is computed
 * @param destinations where its changes are sent, each once
 */
public record ComputationSettings(
    String name, boolean enabled, List<DestinationId> destinations, SyncSchedule sync) {

  /** The most characters of a name. */
  public static final int LONGEST_NAME = 200;

  /** How many destinations there may be. */
  public static final int MOST_DESTINATIONS = 100;

  public ComputationSettings {
    destinations = List.copyOf(destinations);
  }

  /** The same without a destination. */
  public ComputationSettings without(DestinationId gone) {
    return new ComputationSettings(
        name, enabled, destinations.stream().filter(id -> !id.equals(gone)).toList(), sync);
  }
}
