package io.postrider.delivery.simulation;

import java.util.List;

/** All invariants. */
final class Invariants {

  private Invariants() {}

  static List<Invariant> all(SimulatedWorld world) {
    OutageHistory failing = new OutageHistory(world);
    UrlHistory urls = new UrlHistory(world);
    return List.of(
        failing,
        urls,
        new NoAcceptedMessageLost(world),
        new NothingSentAfterSettled(),
        new NoAttemptBeforeDue(world, urls, failing),
        new NoAttemptAfterWindow(world, failing),
        new GivesUpOnlyAfterWindow(world, failing),
        new GivesUpInTime(world, failing),
        new NoDestinationWaitsForAnother(world),
        new CursorNeverGoesBack(world),
        new LogKeepsUnsettled(),
        new OneSuccessSettles(),
        new FailsForGoodOnlyWhenEveryUrlRefused(),
        new BreakerProbesNotHammers(world),
        new HealthSurvivesRestart(world),
        new ProbesAtLeastEveryInterval(world, urls),
        new RetryAfterLeavesALastAttempt(world, urls),
        new NothingSleepsBeyondTheCap(world),
        new ConcurrencyWithinLimits(world),
        new RateWithinLimit(),
        new QueueWithinBounds(world),
        new ReplayTakesOnlySettled(),
        new DeleteSupersedesOlder(),
        new PausedSendsNothing(),
        new FilteredSendsNothing(),
        new DisabledSendsNothing(),
        new FailuresStayListed(world));
  }
}
