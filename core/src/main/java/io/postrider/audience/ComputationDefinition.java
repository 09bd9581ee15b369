package io.postrider.audience;

import java.time.Duration;

/** What an audience or a computed trait is, as its owner wrote it. Immutable. */
public sealed interface ComputationDefinition permits AudienceCondition, TraitDefinition {

  /** The shortest time that events may be counted within. */
  Duration SHORTEST_WINDOW = Duration.ofMinutes(1);

  /** The longest time that events may be counted within, however long history is kept. */
  Duration LONGEST_WINDOW = Duration.ofDays(3_650);

  /** The most characters of an event's name. */
  int LONGEST_EVENT = 1_000;

  /** The most bytes of a definition as JSON. */
  int LARGEST = 64 * 1024;

  /** What it looks at. */
  Dependencies dependencies();
}
