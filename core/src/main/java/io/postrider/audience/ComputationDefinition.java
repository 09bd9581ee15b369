package io.postrider.audience;

import java.time.Duration;

/** The definition of an audience or a computed trait. Immutable. */
public sealed interface ComputationDefinition permits AudienceCondition, TraitDefinition {

  Duration MIN_WINDOW = Duration.ofMinutes(1);
  Duration MAX_WINDOW = Duration.ofDays(3_650);
  int MAX_EVENT_LENGTH = 1_000;
  int MAX_BYTES = 64 * 1024;

  Dependencies dependencies();
}
