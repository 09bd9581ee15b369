package io.postrider.server.http;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;

/** A clock that a test sets, and that counts how often it is read. */
final class SettableTime implements InstantSource {

  private volatile Instant now = Instant.parse("2026-03-01T12:00:00Z");
  private final AtomicInteger readings = new AtomicInteger();

  @Override
  public Instant instant() {
    readings.incrementAndGet();
    return now;
  }

  synchronized void advance(Duration time) {
    now = now.plus(time);
  }

  int readings() {
    return readings.get();
  }
}
