package io.postrider.audience;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.Set;

/**
 * The inputs of a definition: its result changes only when one of them does.
 *
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

  static Dependencies of(AudienceCondition definition) {
    SequencedSet<String> events = new LinkedHashSet<>();
    SequencedSet<String> traits = new LinkedHashSet<>();
    SequencedSet<String> audiences = new LinkedHashSet<>();
    definition.stream()
        .forEach(
            condition -> {
              switch (condition) {
                case AudienceCondition.EventCount counted -> events.add(counted.event());
                case AudienceCondition.TraitIs trait -> traits.add(trait.name());
                case AudienceCondition.InAudience audience -> audiences.add(audience.key());
                case AudienceCondition.All _, AudienceCondition.Any _, AudienceCondition.Not _ -> {}
              }
            });
    return new Dependencies(events, traits, audiences);
  }

  static Dependencies of(TraitDefinition definition) {
    return new Dependencies(
        new LinkedHashSet<>(Set.of(definition.event())),
        new LinkedHashSet<>(),
        new LinkedHashSet<>());
  }
}
