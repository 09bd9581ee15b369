package io.postrider.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.log.LogReader;
import io.postrider.log.RecordBatch;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A log of many segments opens few files at once, however it is read. */
final class IdleSegmentsTest {

  private static final int RECORDS = 100;

  /** The active segment, the preallocated one, and one in use. */
  private static final int IN_USE = 3;

  private final AskingDisk disk = new AskingDisk(new SimulatedDisk());

  @Test
  void readingTheWholeLog_opensFewFiles() throws Exception {
    try (EmbeddedLog log = open()) {
      for (int i = 0; i < RECORDS; i++) {
        var _ = log.append(0, RecordBatch.of(new byte[900]));
        log.core().writer().step();
        assertFewOpen();
      }
      assertThat(log.core().view().segments().segments()).hasSizeGreaterThan(20);
      readAll(log);
      for (int i = RECORDS - 1; i >= 0; i--) {
        assertThat(log.record(0, i)).isPresent();
        assertFewOpen();
      }
      log.offsetAt(0, Instant.EPOCH);
      assertFewOpen();
    }
    assertThat(disk.openFiles()).isZero();
    try (EmbeddedLog log = open()) {
      readAll(log);
    }
    assertThat(disk.openFiles()).isZero();
  }

  private void readAll(EmbeddedLog log) {
    int read = 0;
    try (LogReader reader = log.reader(0, 0)) {
      for (int more = -1; more != 0; read += more) {
        more = reader.read(900).size();
        assertFewOpen();
      }
    }
    assertThat(read).isEqualTo(RECORDS);
  }

  private EmbeddedLog open() {
    return EmbeddedLog.openWithoutThreads(
        disk,
        EmbeddedLogOptions.DEFAULT.withSizes(new LogSizes(8_192, 8_192, 4_000, 100_000, 4_096)));
  }

  private void assertFewOpen() {
    assertThat(disk.openFiles()).isLessThanOrEqualTo(IdleSegments.MAX_IDLE + IN_USE);
  }
}
