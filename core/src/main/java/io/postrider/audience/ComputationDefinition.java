package io.postrider.audience;

import java.time.Duration;

/** The definition of an audience or a computed trait. Immutable. */
public sealed interface ComputationDefinition permits AudienceCondition, TraitDefinition {

  /** Minimum length of a time window. */
  Duration SHORTEST_WINDOW = Duration.ofMinutes(1);

  /** Maximum length of a time window, independent of the retention time. */
  Duration LONGEST_WINDOW = Duration.ofDays(3_650);

  /** Maximum length of an event's name. */
  int LONGEST_EVENT = 1_000;

  /** Maximum size of a definition as JSON, in bytes. */
  int LARGEST = 64 * 1024;

  /** The inputs of the definition. */
  Dependencies dependencies();
}
