package io.postrider.server.commands.receiver;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How the receiver answers.
 *
 * @param secret to verify signatures with; null to verify nothing
 * @param failStatus the status of failures
 * @param failures which requests fail
 * @param delay the time before each answer
 */
public record ReceiverBehaviour(
    @Nullable String secret, int failStatus, FailureRate failures, Duration delay) {

  @Override
  public String toString() {
    return "ReceiverBehaviour[%d, %s, %s]".formatted(failStatus, failures, delay);
  }
}
