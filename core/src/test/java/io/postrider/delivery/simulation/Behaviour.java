package io.postrider.delivery.simulation;

import io.postrider.delivery.Reason;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a receiver behaves for a while. */
@FunctionalInterface
interface Behaviour {

  /**
   * What a request gets.
   *
   * @param running how many requests it is answering already
   */
  Answer answer(Message message, int running, long nowMillis, Dice dice);

  /** The kinds of behaviour that there are. */
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

    /** Whether nothing is ever delivered meanwhile, and nothing refused for good. */
    boolean isDown() {
      return this == HANGING
          || this == BUSY
          || this == DEAD
          || this == NAMELESS
          || this == UNTRUSTED;
    }
  }

  static Behaviour of(Kind kind, Dice dice) {
    return switch (kind) {
      case HEALTHY -> healthy(dice.between(1, 60));
      case SLOW -> slow(dice.magnitude(200, 4_000));
      case CAPACITY -> capacity(dice.between(1, 12), dice.between(5, 400), retryAfter(dice));
      case FLAPPING -> flapping(dice.magnitude(1_000, 600_000));
      case HANGING -> (message, running, now, chance) -> Answer.none();
      case REFUSING -> (message, running, now, chance) -> Answer.refused(chance.between(1, 50));
      case PICKY -> picky(dice.between(2, 10));
      case ERRING -> erring(dice.pick(List.of(0.1, 0.3, 0.6, 0.9)));
      case BUSY -> busy(dice.pick(List.of(429, 503, 500, 408)), retryAfter(dice));
      case DEAD -> unreachable(Reason.CONNECTION_REFUSED);
      case NAMELESS -> unreachable(Reason.DNS);
      case UNTRUSTED -> (message, running, now, chance) -> Answer.untrusted(chance.between(5, 40));
    };
  }

  static Behaviour healthy(long latencyMillis) {
    return (message, running, now, dice) -> Answer.taken(1 + dice.between(0, latencyMillis));
  }

  private static @Nullable Duration retryAfter(Dice dice) {
    return dice.chance(0.5) ? null : Duration.ofSeconds(dice.magnitude(1, 6 * 3_600));
  }

  private static Behaviour slow(long meanMillis) {
    return (message, running, now, dice) -> Answer.taken(dice.around((double) meanMillis));
  }

  private static Behaviour capacity(int most, long baseMillis, @Nullable Duration retryAfter) {
    Duration bounded = retryAfter == null ? null : Duration.ofSeconds(retryAfter.toSeconds() % 90);
    return (message, running, now, dice) ->
        running >= most
            ? Answer.later(dice.between(1, 5), dice.pick(List.of(429, 503)), bounded)
            : Answer.taken(baseMillis * (1 + running) + dice.between(0, 10));
  }

  private static Behaviour flapping(long periodMillis) {
    return (message, running, now, dice) ->
        now / periodMillis % 2 == 0
            ? Answer.taken(dice.between(1, 50))
            : Answer.later(dice.between(1, 20), 502, null);
  }

  private static Behaviour picky(int oneIn) {
    return (message, running, now, dice) ->
        message.number() % oneIn == 0
            ? Answer.refused(dice.between(1, 30))
            : Answer.taken(dice.between(1, 30));
  }

  private static Behaviour erring(double share) {
    return (message, running, now, dice) ->
        dice.chance(share)
            ? Answer.later(dice.between(1, 30), 500, null)
            : Answer.taken(dice.between(1, 30));
  }

  private static Behaviour busy(int status, @Nullable Duration retryAfter) {
    Duration asked = status == 429 || status == 503 ? retryAfter : null;
    return (message, running, now, dice) -> Answer.later(dice.between(1, 30), status, asked);
  }

  private static Behaviour unreachable(Reason reason) {
    return (message, running, now, dice) -> Answer.unreachable(dice.between(1, 10), reason);
  }
}
