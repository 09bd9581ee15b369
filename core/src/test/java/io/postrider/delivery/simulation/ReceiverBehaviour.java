package io.postrider.delivery.simulation;

import io.postrider.delivery.FailureReason;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The behaviour of a receiver during a period. */
@FunctionalInterface
interface ReceiverBehaviour {

  /**
   * Answers a request.
   *
   * @param running the number of requests in progress
   */
  SimulatedAnswer answer(
      SimulatedMessage message, int running, long nowMillis, SimulationRandom random);

  /** The kinds of behaviour. */
  enum Kind {
    HEALTHY,
    SLOW,
    CAPACITY,
    FLAPPING,
    HANGING,
    REFUSING,
    PICKY,
    ERRING,
    BUSY,
    DEAD,
    NAMELESS,
    UNTRUSTED;

    /** Whether it neither accepts nor permanently refuses anything. */
    boolean isDown() {
      return this == HANGING
          || this == BUSY
          || this == DEAD
          || this == NAMELESS
          || this == UNTRUSTED;
    }
  }

  static ReceiverBehaviour of(Kind kind, SimulationRandom random) {
    return switch (kind) {
      case HEALTHY -> healthy(random.between(1, 60));
      case SLOW -> slow(random.magnitude(200, 4_000));
      case CAPACITY -> capacity(random.between(1, 12), random.between(5, 400), retryAfter(random));
      case FLAPPING -> flapping(random.magnitude(1_000, 600_000));
      case HANGING -> (message, running, now, chance) -> SimulatedAnswer.none();
      case REFUSING ->
          (message, running, now, chance) -> SimulatedAnswer.refused(chance.between(1, 50));
      case PICKY -> picky(random.between(2, 10));
      case ERRING -> erring(random.pick(List.of(0.1, 0.3, 0.6, 0.9)));
      case BUSY -> busy(random.pick(List.of(429, 503, 500, 408)), retryAfter(random));
      case DEAD -> unreachable(FailureReason.CONNECTION_REFUSED);
      case NAMELESS -> unreachable(FailureReason.DNS);
      case UNTRUSTED ->
          (message, running, now, chance) -> SimulatedAnswer.untrusted(chance.between(5, 40));
    };
  }

  static ReceiverBehaviour healthy(long latencyMillis) {
    return (message, running, now, random) ->
        SimulatedAnswer.taken(1 + random.between(0, latencyMillis));
  }

  private static @Nullable Duration retryAfter(SimulationRandom random) {
    return random.chance(0.5) ? null : Duration.ofSeconds(random.magnitude(1, 6 * 3_600));
  }

  private static ReceiverBehaviour slow(long meanMillis) {
    return (message, running, now, random) ->
        SimulatedAnswer.taken(random.around((double) meanMillis));
  }

  private static ReceiverBehaviour capacity(
      int most, long baseMillis, @Nullable Duration retryAfter) {
    Duration bounded = retryAfter == null ? null : Duration.ofSeconds(retryAfter.toSeconds() % 90);
    return (message, running, now, random) ->
        running >= most
            ? SimulatedAnswer.later(random.between(1, 5), random.pick(List.of(429, 503)), bounded)
            : SimulatedAnswer.taken(baseMillis * (1 + running) + random.between(0, 10));
  }

  private static ReceiverBehaviour flapping(long periodMillis) {
    return (message, running, now, random) ->
        now / periodMillis % 2 == 0
            ? SimulatedAnswer.taken(random.between(1, 50))
            : SimulatedAnswer.later(random.between(1, 20), 502, null);
  }

  private static ReceiverBehaviour picky(int oneIn) {
    return (message, running, now, random) ->
        message.number() % oneIn == 0
            ? SimulatedAnswer.refused(random.between(1, 30))
            : SimulatedAnswer.taken(random.between(1, 30));
  }

  private static ReceiverBehaviour erring(double share) {
    return (message, running, now, random) ->
        random.chance(share)
            ? SimulatedAnswer.later(random.between(1, 30), 500, null)
            : SimulatedAnswer.taken(random.between(1, 30));
  }

  private static ReceiverBehaviour busy(int status, @Nullable Duration retryAfter) {
    Duration asked = status == 429 || status == 503 ? retryAfter : null;
    return (message, running, now, random) ->
        SimulatedAnswer.later(random.between(1, 30), status, asked);
  }

  private static ReceiverBehaviour unreachable(FailureReason reason) {
    return (message, running, now, random) ->
        SimulatedAnswer.unreachable(random.between(1, 10), reason);
  }
}
