package io.postrider.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.log.RecordBatch;
import io.postrider.log.TestClock;
import java.time.Duration;
import java.time.Instant;
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

  private EmbeddedLog open() {
    return EmbeddedLog.openWithoutThreads(
        new SimulatedDisk(),
        EmbeddedLogOptions.DEFAULT
            .withSizes(new LogSizes(8_192, 8_192, 4_000, 100_000, 4_096))
            .withTime(clock, clock.steady()));
  }
}
