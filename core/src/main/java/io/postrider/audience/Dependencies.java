package io.postrider.audience;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.Set;

/**
 * The inputs of a definition: its result changes only when one of them does.
 *
 * @param events names of counted events
 * @param traits names of compared traits, received or computed
 * @param audiences keys of referenced audiences
 */
public record Dependencies(
    SequencedSet<String> events, SequencedSet<String> traits, SequencedSet<String> audiences) {

  public Dependencies {
    events = copy(events);
    traits = copy(traits);
    audiences = copy(audiences);
  }

  private static SequencedSet<String> copy(Set<String> names) {
    return Collections.unmodifiableSequencedSet(new LinkedHashSet<>(names));
  }

  /** The inputs of an audience. */
  static Dependencies of(AudienceCondition definition) {
    Found found = new Found();
    found.add(definition);
    return new Dependencies(found.events, found.traits, found.audiences);
  }

  /** The inputs of a computed trait. */
  static Dependencies of(TraitDefinition definition) {
    return new Dependencies(
        new LinkedHashSet<>(Set.of(definition.event())),
        new LinkedHashSet<>(),
        new LinkedHashSet<>());
  }

  private static final class Found {

    private final SequencedSet<String> events = new LinkedHashSet<>();
    private final SequencedSet<String> traits = new LinkedHashSet<>();
    private final SequencedSet<String> audiences = new LinkedHashSet<>();

    void add(AudienceCondition condition) {
      switch (condition) {
        case AudienceCondition.All all -> all.conditions().forEach(this::add);
        case AudienceCondition.Any any -> any.conditions().forEach(this::add);
        case AudienceCondition.Not not -> add(not.condition());
        case AudienceCondition.TraitIs trait -> traits.add(trait.name());
        case AudienceCondition.EventCount counted -> events.add(counted.event());
        case AudienceCondition.InAudience audience -> audiences.add(audience.key());
      }
    }
  }
}
