package io.postrider.audience;

import io.postrider.id.DestinationId;
import java.time.Instant;
import java.util.List;

/** An audience or a computed trait. Immutable. */
public sealed interface Computation permits Audience, ComputedTrait {

  int MAX_PER_KIND = 1_000;

  ComputationId id();

  /** The unique key that receivers see; derived from the first name, and never changed. */
  String key();

  ComputationSettings settings();

  /** The version of the definition, counted from 1. */
  long version();

  Instant createdAt();

  Instant updatedAt();

  ComputationDefinition definition();

  /** Copies it with other settings; returns this if they are equal. */
  Computation with(ComputationSettings those, Instant now);

  default Dependencies dependencies() {
    return definition().dependencies();
  }

  default String name() {
    return settings().name();
  }

  /** Whether it is computed; if not, its state is frozen and nothing is sent. */
  default boolean enabled() {
    return settings().enabled();
  }

  /** The destinations that get its changes. */
  default List<DestinationId> destinations() {
    return settings().destinations();
  }

  default SyncSchedule sync() {
    return settings().sync();
  }
}
