package io.postrider.delivery;

import java.util.List;

/**
 * Adapts the times of a saved cursor to the wall clock, which may have been set since. A step that
 * is known is added to all of them. Whatever else happened: nothing waits longer than it could if
 * it had been saved now; nothing in the past lies in the future. Pure.
 */
final class SavedTimes {

  private SavedTimes() {}

  /** Adds to all times. */
  static CursorState moved(CursorState state, long byMillis) {
    long pausedSince = state.pausedSinceMillis();
    state.open().forEach(delivery -> delivery.addToTimes(byMillis));
    return new CursorState(
        state.readTo(),
        state.urls(),
        pausedSince == Pauses.NONE ? Pauses.NONE : pausedSince + byMillis,
        state.pauses().stream()
            .map(one -> new Pauses.Pause(one.fromMillis() + byMillis, one.toMillis() + byMillis))
            .toList(),
        state.holds().stream()
            .map(hold -> new Holds.Hold(hold.sinceMillis() + byMillis, hold.upToOffset()))
            .toList(),
        state.open(),
        state.untold(),
        state.replay());
  }

  static CursorState bounded(CursorState state, DeliveryRules rules, long nowMillis) {
    long pausedSince = state.pausedSinceMillis();
    boolean paused = pausedSince != Pauses.NONE;
    long since = paused ? Math.min(pausedSince, nowMillis) : Pauses.NONE;
    long windowEnd = (paused ? since : nowMillis) + rules.retryWindow().toMillis();
    for (OpenDelivery delivery : state.open()) {
      delivery.windowEndMillis(Math.min(delivery.windowEndMillis(), windowEnd));
      delivery.dueAtMost(
          nowMillis + rules.retryMaxDelay().toMillis(), nowMillis + longestRetryAfter(rules));
    }
    List<Pauses.Pause> pauses =
        state.pauses().stream()
            .map(
                pause ->
                    new Pauses.Pause(
                        Math.min(pause.fromMillis(), nowMillis),
                        Math.min(pause.toMillis(), nowMillis)))
            .toList();
    List<Holds.Hold> holds =
        state.holds().stream()
            .map(hold -> new Holds.Hold(Math.min(hold.sinceMillis(), nowMillis), hold.upToOffset()))
            .toList();
    return new CursorState(
        state.readTo(),
        state.urls(),
        since,
        pauses,
        holds,
        state.open(),
        state.untold(),
        state.replay());
  }

  private static long longestRetryAfter(DeliveryRules rules) {
    return Math.max(rules.retryMaxDelay().toMillis(), DeliveryRules.MAX_RETRY_AFTER.toMillis());
  }
}
