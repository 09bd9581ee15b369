package io.postrider.audience;

import io.postrider.id.DestinationId;
import java.time.Instant;
import java.util.List;

/** An audience or a computed trait. Immutable. */
public sealed interface Computation permits Audience, ComputedTrait {

  /** How many audiences, and how many computed traits, there may be. */
  int MOST = 500;

  ComputationId id();

  /** What receivers know it as; made of its first name, and never changed. No two share one. */
  String key();

  ComputationSettings settings();

  /** One more each time the definition changed; the first is 1. */
  long version();

  Instant createdAt();

  Instant updatedAt();

  ComputationDefinition definition();

  /** Copies it with other settings; returns this if they are equal. */
  Computation with(ComputationSettings those, Instant now);

  /** What its definition looks at. */
  default Dependencies dependencies() {
    return definition().dependencies();
  }

  default String name() {
    return settings().name();
  }

  /** Whether it is computed; if not it stays as it is, and nothing is sent. */
  default boolean enabled() {
    return settings().enabled();
  }

  /** Where its changes are sent. */
  default List<DestinationId> destinations() {
    return settings().destinations();
  }

  default SyncSchedule sync() {
    return settings().sync();
  }
}
