package io.postrider.delivery.simulation;

/**
 * A message that failed at a URL is not sent there before the delay of the schedule and of its
 * receiver ends. A URL that recovers, and a probe, gets at once the messages for which it did not
 * request a delay; all, if somebody asks to try it now. At the end of its window a message gets a
 * last attempt in a requested delay.
 */
final class NoAttemptBeforeDue implements Invariant {

  private final SimulatedWorld world;
  private final UrlHistory urls;
  private final OutageHistory failing;

  NoAttemptBeforeDue(SimulatedWorld world, UrlHistory urls, OutageHistory failing) {
    this.world = world;
    this.urls = urls;
    this.failing = failing;
  }

  @Override
  public void sending(Sending sending, long nowMillis) {
    DeliveryHistory.AtUrl at = sending.history().at(sending.url());
    if (at.running > 0) {
      throw violated(
          "%s: %s is sent to %s while it is in flight there",
          sending.driver(), sending.delivery(), sending.url());
    }
    if (at.refused) {
      throw violated(
          "%s: %s is sent to %s, which refused it",
          sending.driver(), sending.delivery(), sending.url());
    }
    if (urls.of(sending.url()).triedAt >= at.failedAt) {
      return;
    }
    long early = world.wallClock().unsavedForward(at.failedAt);
    if (nowMillis + early < at.askedUntil && !isLastChance(sending, nowMillis)) {
      throw violated(
          "%s: %s is sent to %s %d ms before the time its receiver requested",
          sending.driver(), sending.delivery(), sending.url(), at.askedUntil - nowMillis);
    }
    boolean isProbe = sending.driver().process().limits(sending.driver().destination()).isHeld();
    if (nowMillis + early < at.backedOffUntil
        && !isProbe
        && urls.of(sending.url()).revivedAt < at.failedAt) {
      throw violated(
          "%s: %s is sent to %s %d ms too early",
          sending.driver(), sending.delivery(), sending.url(), at.backedOffUntil - nowMillis);
    }
  }

  private boolean isLastChance(Sending sending, long nowMillis) {
    long start = sending.history().firstRoundAtMillis;
    SimulatedMessage message = sending.delivery().message;
    OutageHistory.Outage held =
        sending.replay() ? null : failing.first(sending.driver().destination(), message);
    if (held != null) {
      start = Math.min(start, Math.max(held.since, message.acceptedAtMillis()));
    }
    long early = world.wallClock().unsavedForward(start);
    return nowMillis
        >= start + world.times().windowMillis() - ContractTimes.LAST_CHANCE_MILLIS - early;
  }
}
