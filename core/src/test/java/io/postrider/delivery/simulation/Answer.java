package io.postrider.delivery.simulation;

import io.postrider.delivery.Outcome;
import io.postrider.delivery.Reason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What comes back from a receiver, and after how long. */
record Answer(long latencyMillis, Outcome outcome) {

  private static final long DEADLINE_MILLIS = 5_000;
  private static final Outcome OK = new Outcome.Delivered(200);
  private static final Outcome TIMED_OUT = new Outcome.TimedOut("No answer in time.");

  /** Taken, if that does not last too long. */
  static Answer taken(long latencyMillis) {
    return latencyMillis >= DEADLINE_MILLIS ? none() : new Answer(latencyMillis, OK);
  }

  static Answer none() {
    return new Answer(DEADLINE_MILLIS, TIMED_OUT);
  }

  static Answer later(long latencyMillis, int status, @Nullable Duration retryAfter) {
    return new Answer(latencyMillis, new Outcome.Deferred(status, retryAfter));
  }

  static Answer refused(long latencyMillis) {
    return new Answer(
        latencyMillis, new Outcome.Refused(Reason.HTTP_STATUS, 400, "The receiver answered 400."));
  }

  static Answer unreachable(long latencyMillis, Reason reason) {
    return new Answer(latencyMillis, new Outcome.Unreachable(reason, "Not reached."));
  }

  static Answer untrusted(long latencyMillis) {
    return new Answer(
        latencyMillis,
        new Outcome.Untrusted(Reason.SELF_SIGNED_CERTIFICATE, "A self-signed certificate."));
  }
}
