package io.postrider.delivery.simulation;

import io.postrider.delivery.Outcome;
import io.postrider.delivery.UrlState;
import java.util.HashMap;
import java.util.Map;

/** The attempts at each URL and their outcomes, for the invariants of probes and delays. */
final class UrlHistory implements Invariant {

  /** One URL. */
  static final class Past {
    long attempts;
    long lastBegan = Long.MIN_VALUE;
    long lastEnded = Long.MIN_VALUE;
    long askedUntil = Long.MIN_VALUE;
    long revivedAt = Long.MIN_VALUE;

    /** When somebody last asked to try the URL now. */
    long triedAt = Long.MIN_VALUE;

    boolean failed;
  }

  private final SimulatedWorld world;
  private final Map<String, Past> pasts = new HashMap<>();

  UrlHistory(SimulatedWorld world) {
    this.world = world;
  }

  Past of(String url) {
    return pasts.computeIfAbsent(url, absent -> new Past());
  }

  @Override
  public void sending(Sending sending, long nowMillis) {
    Past past = of(sending.url());
    past.attempts++;
    past.lastBegan = nowMillis;
  }

  @Override
  public void ending(MachineDriver driver, String url, Outcome outcome, long nowMillis) {
    Past past = of(url);
    past.lastEnded = nowMillis;
    if (outcome instanceof Outcome.Delivered || outcome instanceof Outcome.Refused) {
      if (past.failed && isFailing(driver, url)) {
        past.revivedAt = nowMillis;
      }
      past.failed = false;
    } else if (outcome instanceof Outcome.Failure failure) {
      past.failed = true;
      // Retry-After may be exceeded slightly
      long asked = world.times().asked(failure) * 115 / 100;
      past.askedUntil = Math.max(past.askedUntil, nowMillis + asked);
    }
  }

  /** Changed settings make everything due that waits. */
  @Override
  public void reconfigured(SimulatedDestination destination, long nowMillis) {
    if (world.process() != null) {
      destination.receivers().forEach(receiver -> of(receiver.url()).triedAt = nowMillis);
    }
  }

  /** Saved times that are too late by the wall clock are bounded when a process starts. */
  @Override
  public void started(MachineDriver driver, long nowMillis) {
    long back = world.wallClock().unsavedBackAt(nowMillis);
    if (back > 0) {
      long most = nowMillis + ContractTimes.MAX_RETRY_AFTER_MILLIS;
      for (Past past : pasts.values()) {
        long late = Math.min(past.askedUntil + back, most);
        past.askedUntil = past.askedUntil < 0 ? past.askedUntil : Math.max(past.askedUntil, late);
      }
    }
  }

  static boolean isFailing(MachineDriver driver, String url) {
    for (UrlState state : driver.process().limits(driver.destination()).urls()) {
      if (state.url().equals(url)) {
        return state.breakerOpen();
      }
    }
    return false;
  }
}
