package io.postrider.delivery.simulation;

import io.postrider.delivery.FailureReason;
import io.postrider.delivery.Outcome;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The answer of a receiver, and its delay. */
record SimulatedAnswer(long latencyMillis, Outcome outcome) {

  private static final long DEADLINE_MILLIS = 5_000;
  private static final Outcome OK = new Outcome.Delivered(200);
  private static final Outcome TIMED_OUT = new Outcome.TimedOut("No answer in time.");

  /** Accepted, if that does not take too long. */
  static SimulatedAnswer taken(long latencyMillis) {
    return latencyMillis >= DEADLINE_MILLIS ? none() : new SimulatedAnswer(latencyMillis, OK);
  }

  static SimulatedAnswer none() {
    return new SimulatedAnswer(DEADLINE_MILLIS, TIMED_OUT);
  }

  static SimulatedAnswer later(long latencyMillis, int status, @Nullable Duration retryAfter) {
    return new SimulatedAnswer(latencyMillis, new Outcome.Deferred(status, retryAfter));
  }

  static SimulatedAnswer refused(long latencyMillis) {
    return new SimulatedAnswer(
        latencyMillis,
        new Outcome.Refused(FailureReason.HTTP_STATUS, 400, "The receiver answered 400."));
  }

  static SimulatedAnswer unreachable(long latencyMillis, FailureReason reason) {
    return new SimulatedAnswer(latencyMillis, new Outcome.Unreachable(reason, "Not reached."));
  }

  static SimulatedAnswer untrusted(long latencyMillis) {
    return new SimulatedAnswer(
        latencyMillis,
        new Outcome.Untrusted(FailureReason.SELF_SIGNED_CERTIFICATE, "A self-signed certificate."));
  }
}
