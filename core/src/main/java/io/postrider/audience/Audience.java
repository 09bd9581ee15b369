package io.postrider.audience;

import java.time.Instant;

/** The people of whom a condition is true, kept up to date. */
public record Audience(
    ComputationId id,
    String key,
    ComputationSettings settings,
    Condition definition,
    long version,
    Instant createdAt,
    Instant updatedAt)
    implements Computation {

  @Override
  public Dependencies dependencies() {
    return Dependencies.of(definition);
  }
}
