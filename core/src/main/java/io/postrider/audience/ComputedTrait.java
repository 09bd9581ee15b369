package io.postrider.audience;

import java.time.Instant;

/** A value worked out for every person from what they did, kept up to date. */
public record ComputedTrait(
    ComputationId id,
    String key,
    ComputationSettings settings,
    TraitDefinition definition,
    long version,
    Instant createdAt,
    Instant updatedAt)
    implements Computation {

  @Override
  public Dependencies dependencies() {
    return Dependencies.of(definition);
  }
}
