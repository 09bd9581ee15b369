package io.postrider.log;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A system clock and a steady one that only a test moves. Thread-safe. */
public final class TestClock implements InstantSource {

  private Instant now = Instant.parse("2026-03-01T10:00:00Z");
  private Duration ahead = Duration.ZERO;

  @Override
  public synchronized Instant instant() {
    return now.plus(ahead);
  }

  /** The time that has passed, whatever the system clock says. */
  public InstantSource steady() {
    return this::steadyInstant;
  }

  private synchronized Instant steadyInstant() {
    return now;
  }

  /** Time passes. */
  public synchronized void advance(Duration by) {
    now = now.plus(by);
  }

  /** The system clock jumps; no time passes. */
  public synchronized void step(Duration by) {
    ahead = ahead.plus(by);
  }
}
