package io.postrider.delivery.simulation;

/**
 * No message is attempted after its window, which starts with its first round or with the first
 * hold that covers it, and does not count pauses.
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
    SimulatedDestination destination = sending.driver().destination();
    DeliveryHistory history = sending.history();
    long window = world.times().windowMillis();
    long paused = destination.pausedMillis(nowMillis) - history.pausedBefore;
    SimulatedWallClock wall = world.wallClock();
    long unsure = wall.unsavedBack(history.firstRoundAtMillis) + window;
    unsure += destination.pausedMillis(nowMillis);
    if (nowMillis > Math.max(history.firstRoundAtMillis + window + paused, unsure)) {
      throw violated(
          "%s: %s is sent %d s after its first round",
          sending.driver(), sending.delivery(), (nowMillis - history.firstRoundAtMillis) / 1000);
    }
    SimulatedMessage message = sending.delivery().message;
    OutageHistory.Outage held =
        sending.replay() || history.rounds() > 0 ? null : failing.sure(destination, message);
    if (held != null) {
      long start = Math.max(held.since, message.acceptedAtMillis());
      long before = Math.max(held.pausedBefore, sending.delivery().pausedBefore);
      long end = start + window + destination.pausedMillis(nowMillis) - before;
      long latest =
          wall.startAfterStep(message.acceptedAtMillis())
              + window
              + destination.pausedMillis(nowMillis);
      if (nowMillis > Math.max(end + wall.back(message.acceptedAtMillis()), latest)) {
        throw violated(
            "%s: %s is first sent %d s after it was held",
            sending.driver(), sending.delivery(), (nowMillis - start) / 1000);
      }
    }
  }
}
