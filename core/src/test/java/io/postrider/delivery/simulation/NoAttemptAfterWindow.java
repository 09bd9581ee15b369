package io.postrider.delivery.simulation;

/**
 * No message is tried after its window, which starts with its first round or with the first hold
 * that covers it, and does not count pauses.
 */
final class NoAttemptAfterWindow implements Invariant {

  private final SimulatedWorld world;
  private final OutageHistory failing;

  NoAttemptAfterWindow(SimulatedWorld world, OutageHistory failing) {
    this.world = world;
    this.failing = failing;
  }

  @Override
  public void sending(Sending sending, long nowMillis) {
    SimulatedDestination site = sending.lane().site();
    DeliveryHistory course = sending.course();
    long window = world.times().windowMillis();
    long paused = site.pausedMillis(nowMillis) - course.pausedBefore;
    if (nowMillis > course.firstRoundAtMillis + window + paused) {
      throw violated(
          "%s: %s is sent %d s after its first round",
          sending.lane(), sending.delivery(), (nowMillis - course.firstRoundAtMillis) / 1000);
    }
    SimulatedMessage message = sending.delivery().message;
    OutageHistory.Stretch held =
        sending.replay() || course.rounds() > 0 ? null : failing.sure(site, message);
    if (held != null) {
      long start = Math.max(held.since, message.acceptedAtMillis());
      long before = Math.max(held.pausedBefore, sending.delivery().pausedBefore);
      if (nowMillis > start + window + site.pausedMillis(nowMillis) - before) {
        throw violated(
            "%s: %s is first sent %d s after it was held back",
            sending.lane(), sending.delivery(), (nowMillis - start) / 1000);
      }
    }
  }
}
