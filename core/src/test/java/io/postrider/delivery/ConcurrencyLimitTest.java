package io.postrider.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.PriorityQueue;
import org.junit.jupiter.api.Test;

/** Tests the limit against a modelled receiver. */
class ConcurrencyLimitTest {

  private static final long SERVICE_MILLIS = 100;
  private static final int TIMEOUT_MILLIS = 5_000;

  /**
   * A receiver with a number of workers and an unbounded queue. Attempts time out after five
   * seconds.
   */
  private static final class Receiver {

    private record Running(long startedAt, long endsAt) {}

    private final ConcurrencyLimit limit = new ConcurrencyLimit(8, 256);
    private final PriorityQueue<Running> running =
        new PriorityQueue<>((a, b) -> Long.compare(a.endsAt(), b.endsAt()));
    private final PriorityQueue<Long> workers = new PriorityQueue<>();
    private long now;
    private int delivered;
    private int timedOut;

    void workers(int count) {
      while (workers.size() > count) {
        workers.remove();
      }
      while (workers.size() < count) {
        workers.add(now);
      }
    }

    /** Keeps as many attempts in flight as the limit allows. */
    void run(long millis) {
      delivered = 0;
      timedOut = 0;
      long until = now + millis;
      while (now < until) {
        while (running.size() < limit.current()) {
          long start = Math.max(now, workers.remove());
          long end = start + SERVICE_MILLIS;
          workers.add(end);
          running.add(new Running(now, Math.min(end, now + TIMEOUT_MILLIS)));
          limit.began(running.size());
        }
        Running next = running.remove();
        now = next.endsAt();
        if (now - next.startedAt() >= TIMEOUT_MILLIS) {
          timedOut++;
          limit.congested(next.startedAt(), now);
        } else {
          delivered++;
          limit.succeeded(next.startedAt(), now);
        }
      }
    }
  }

  @Test
  void limit_followsACapacityThatHalvesAndRecovers() {
    Receiver receiver = new Receiver();
    receiver.workers(40);
    receiver.run(60_000);
    int full = receiver.limit.current();
    System.out.println("40 workers: limit " + full + ", delivered " + receiver.delivered);
    assertThat(full).as("enough to keep 40 busy, and no pile").isBetween(40, 140);
    receiver.run(60_000);
    int capacity = 60_000 / (int) SERVICE_MILLIS * 40;
    assertThat(receiver.delivered).isGreaterThan(capacity * 95 / 100);
    assertThat(receiver.timedOut).isZero();
    receiver.workers(20);
    receiver.run(20_000);
    receiver.run(60_000);
    int half = receiver.limit.current();
    System.out.println("20 workers: limit " + half + ", delivered " + receiver.delivered);
    assertThat(half).isBetween(20, 70).isLessThan(full);
    assertThat(receiver.delivered).isGreaterThan(capacity / 2 * 95 / 100);
    assertThat(receiver.timedOut).isZero();
    receiver.workers(40);
    receiver.run(60_000);
    receiver.run(60_000);
    int again = receiver.limit.current();
    System.out.println("40 workers: limit " + again + ", delivered " + receiver.delivered);
    assertThat(again).isBetween(40, 140);
    assertThat(receiver.delivered).isGreaterThan(capacity * 95 / 100);
  }

  @Test
  void limit_growsOnlyWhileItIsUsed() {
    ConcurrencyLimit limit = new ConcurrencyLimit(8, 256);
    for (int i = 0; i < 1_000; i++) {
      limit.began(2);
      limit.succeeded(i, i + 1);
    }
    assertThat(limit.current()).isEqualTo(8);
    for (int i = 0; i < 1_000; i++) {
      limit.began(limit.current());
      limit.succeeded(i, i + 1);
    }
    assertThat(limit.current()).isGreaterThan(20);
  }

  @Test
  void congestion_cutsOnceForAllAttemptsInFlight() {
    ConcurrencyLimit limit = new ConcurrencyLimit(100, 256);
    for (int i = 0; i < 100; i++) {
      limit.congested(0, 1_000);
    }
    assertThat(limit.current()).isEqualTo(70);
    limit.congested(1_000, 2_000);
    assertThat(limit.current()).isEqualTo(49);
    for (long now = 2_000; now < 100_000; now += 1_000) {
      limit.congested(now, now + 1_000);
    }
    assertThat(limit.current()).as("never below one").isEqualTo(1);
    assertThat(limit.retries()).isEqualTo(1);
    assertThat(limit.replays()).isEqualTo(1);
  }

  @Test
  void permanentSlowness_raisesTheBaseline() {
    ConcurrencyLimit limit = new ConcurrencyLimit(64, 256);
    long now = 0;
    for (int i = 0; i < 500; i++) {
      limit.began(64);
      limit.succeeded(now, now + 50);
      now += 50;
    }
    for (int i = 0; i < 20_000; i++) {
      limit.began(limit.current());
      limit.succeeded(now, now + 2_000);
      now += 2_000 / limit.current();
    }
    assertThat(limit.current()).isGreaterThan(8);
  }

  @Test
  void most_isNeverExceeded() {
    ConcurrencyLimit limit = new ConcurrencyLimit(8, 10);
    for (int i = 0; i < 1_000; i++) {
      limit.began(10);
      limit.succeeded(i, i);
    }
    assertThat(limit.current()).isEqualTo(10);
    limit.most(3);
    assertThat(limit.current()).isEqualTo(3);
  }
}
