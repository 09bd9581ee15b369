package io.postrider.server.commands.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Measures what a receiver got: rates and latencies of the last five seconds, and totals. Any
 * thread may call.
 */
final class DeliveryMeter {

  static final Duration WINDOW = Duration.ofSeconds(5);

  /** The most deliveries that are kept; at a higher rate the window is shorter. */
  static final int MAX_KEPT = 50_000;

  private record Answer(Instant at, boolean delivered, long latencyMillis) {}

  /**
   * What a receiver got.
   *
   * @param medianMillis from acceptance to the answer of the receiver; -1 without deliveries
   * @param p99Millis likewise
   */
  record Load(
      double deliveredPerSecond,
      double failedPerSecond,
      long delivered,
      long medianMillis,
      long p99Millis) {}

  private final Deque<Answer> answers = new ArrayDeque<>();
  private long delivered;

  /**
   * Adds an answer.
   *
   * @param latencyMillis -1 if it is unknown
   */
  synchronized void add(Instant at, boolean success, long latencyMillis) {
    if (answers.size() == MAX_KEPT) {
      answers.removeFirst();
    }
    answers.addLast(new Answer(at, success, latencyMillis));
    if (success) {
      delivered++;
    }
  }

  synchronized Load at(Instant now) {
    Instant start = now.minus(WINDOW);
    while (!answers.isEmpty() && answers.getFirst().at().isBefore(start)) {
      answers.removeFirst();
    }
    long successes = answers.stream().filter(Answer::delivered).count();
    long[] latencies =
        answers.stream()
            .filter(one -> one.delivered() && one.latencyMillis() >= 0)
            .mapToLong(Answer::latencyMillis)
            .sorted()
            .toArray();
    double seconds = WINDOW.toSeconds();
    return new Load(
        successes / seconds,
        (answers.size() - successes) / seconds,
        delivered,
        percentile(latencies, 0.5),
        percentile(latencies, 0.99));
  }

  private static long percentile(long[] sorted, double share) {
    return sorted.length == 0 ? -1 : sorted[(int) Math.ceil(share * sorted.length) - 1];
  }
}
