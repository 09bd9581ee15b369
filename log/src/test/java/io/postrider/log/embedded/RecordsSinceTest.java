package io.postrider.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.log.RecordBatch;
import io.postrider.log.TestClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The records since a time are counted by segments. */
final class RecordsSinceTest {

  private static final int RECORDS = 40;

  private final TestClock clock = new TestClock();

  @Test
  void count_hasAtMostASegmentTooMany() {
    Instant start = clock.instant();
    try (EmbeddedLog log = open()) {
      assertThat(log.recordsSince(start)).isZero();
      for (int i = 0; i < RECORDS; i++) {
        var _ = log.append(0, RecordBatch.of(new byte[900]));
        log.core().writer().step();
        clock.advance(Duration.ofSeconds(1));
      }
      int segments = log.core().view().segments().segments().size();
      assertThat(segments).isGreaterThan(5);
      int perSegment = RECORDS / (segments - 1);

      assertThat(log.recordsSince(Instant.EPOCH)).isEqualTo(RECORDS);
      for (int i = 0; i <= RECORDS; i++) {
        assertThat(log.recordsSince(start.plusSeconds(i)))
            .as("since second " + i)
            .isBetween((long) RECORDS - i, (long) RECORDS - i + perSegment);
      }
    }
  }

  @Test
  void digests_endWhereRetentionDeletesMeanwhile() {
    List<Long> visited = new ArrayList<>();
    try (EmbeddedLog log = open()) {
      for (int i = 0; i < RECORDS; i++) {
        var _ = log.append(0, RecordBatch.of(new byte[900]));
        log.core().writer().step();
        clock.advance(Duration.ofSeconds(1));
      }
      log.digestsSince(
          Instant.EPOCH,
          (time, base, count, digests) -> {
            visited.add(base);
            step(log);
            return true;
          });

      assertThat(log.firstOffset(0)).isPositive();
      assertThat(visited.getFirst()).isEqualTo(RECORDS - 1);
      assertThat(visited.getLast()).isEqualTo(log.firstOffset(0));
    }
  }

  private static void step(EmbeddedLog log) {
    try {
      log.core().maintenance().step();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private EmbeddedLog open() {
    RetentionLimits limits =
        new RetentionLimits(Duration.ofDays(1), Duration.ofDays(1), Duration.ofDays(1), 32_768);
    return EmbeddedLog.openWithoutThreads(
        new SimulatedDisk(),
        EmbeddedLogOptions.DEFAULT
            .withSizes(new LogSizes(8_192, 8_192, 4_000, 100_000, 4_096))
            .withRetention(limits, () -> Long.MAX_VALUE)
            .withDigests(new DigestRange(0, 16))
            .withTime(clock, clock.steady()));
  }
}
