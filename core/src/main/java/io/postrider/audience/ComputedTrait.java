package io.postrider.audience;

import java.time.Instant;

/** A value computed for every person from events, updated continuously. */
public record ComputedTrait(
    ComputationId id,
    String key,
    ComputationSettings settings,
    TraitDefinition definition,
    long version,
    Instant createdAt,
    Instant updatedAt)
    implements Computation {

  public static ComputedTrait of(
      ComputationId id,
      String key,
      ComputationSettings settings,
      TraitDefinition definition,
      Instant now) {
    return new ComputedTrait(id, key, settings, definition, 1, now, now);
  }

  @Override
  public ComputedTrait with(ComputationSettings those, Instant now) {
    return with(those, definition, now);
  }

  /** Copies it with other settings and another definition; returns this if neither differs. */
  public ComputedTrait with(ComputationSettings those, TraitDefinition other, Instant now) {
    boolean redefined = !other.equals(definition);
    if (!redefined && those.equals(settings)) {
      return this;
    }
    return new ComputedTrait(
        id, key, those, other, redefined ? version + 1 : version, createdAt, now);
  }
}
