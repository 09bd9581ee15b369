package io.postrider.server.http;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that a test sets, and that counts how often it is read. */
final class SettableTime implements InstantSource {

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-03-01T12:00:00Z"));
  private final AtomicInteger readings = new AtomicInteger();

  @Override
  public Instant instant() {
    readings.incrementAndGet();
    return now.get();
  }

  void advance(Duration time) {
    now.updateAndGet(before -> before.plus(time));
  }

  int readings() {
    return readings.get();
  }
}
