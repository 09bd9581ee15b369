package io.postrider.log;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that only a test advances. Thread-safe. */
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
