package io.postrider.audience;

import java.time.Instant;

/** The people who match a condition, updated continuously. */
public record Audience(
    ComputationId id,
    String key,
    ComputationSettings settings,
    AudienceCondition definition,
    long version,
    Instant createdAt,
    Instant updatedAt)
    implements Computation {

  public static Audience of(
      ComputationId id,
      String key,
      ComputationSettings settings,
      AudienceCondition definition,
      Instant now) {
    return new Audience(id, key, settings, definition, 1, now, now);
  }

  @Override
  public Audience with(ComputationSettings those, Instant now) {
    return with(those, definition, now);
  }

  /** Copies it with other settings and another definition; returns this if neither differs. */
  public Audience with(ComputationSettings those, AudienceCondition other, Instant now) {
    boolean redefined = !other.equals(definition);
    if (!redefined && those.equals(settings)) {
      return this;
    }
    return new Audience(id, key, those, other, redefined ? version + 1 : version, createdAt, now);
  }
}
