package io.postrider.client;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A fake clock: waiting advances it immediately. For one thread. */
final class FakeTime implements Time {
  static final Instant START = Instant.parse("2026-01-31T12:00:00Z");

  private final List<Duration> waits = new ArrayList<>();
  private long nanos;

  @Override
  public Instant now() {
    return START.plusNanos(nanos);
  }

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public void await(ReentrantLock lock, Condition condition, long wait) {
    waits.add(Duration.ofNanos(wait));
    nanos += wait;
  }

  void pass(Duration duration) {
    nanos += duration.toNanos();
  }

  /** The duration of each wait. */
  List<Duration> waits() {
    return waits;
  }
}
