package io.postrider.log;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until a test moves it. Safe to use from any thread. */
public final class TestClock implements InstantSource {

  private Instant now = Instant.parse("2026-03-01T10:00:00Z");

  @Override
  public synchronized Instant instant() {
    return now;
  }

  public synchronized void advance(Duration by) {
    now = now.plus(by);
  }
}
