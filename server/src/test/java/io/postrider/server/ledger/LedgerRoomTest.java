package io.postrider.server.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.log.RecordBatch;
import io.postrider.log.embedded.EmbeddedLog;
import io.postrider.log.embedded.EmbeddedLogOptions;
import io.postrider.log.embedded.FolderDisk;
import io.postrider.log.embedded.LogIntervals;
import io.postrider.log.embedded.LogSizes;
import io.postrider.log.embedded.RetentionLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LedgerRoomTest {

  private static final int MIB = 1024 * 1024;
  private static final long RESERVE = 100;

  private final AtomicLong free = new AtomicLong(1_000);
  private final LedgerRoom room = new LedgerRoom(free::get, RESERVE);

  @Test
  void room_isTheSizeAndWhatTheDiskCanSpare() {
    room.sized(1, 50);
    assertThat(room.maxBytes()).isEqualTo(950);
    free.set(RESERVE);
    assertThat(room.maxBytes()).isEqualTo(50);
    free.set(RESERVE - 20);
    assertThat(room.maxBytes()).isEqualTo(30);
    free.set(0);
    assertThat(room.maxBytes()).isZero();
  }

  /** Its oldest segments make room when the disk fills, long before its own limit. */
  @Test
  void oldestEntries_makeRoomForTheLog(@TempDir Path folder) throws IOException {
    free.set(1_000L * MIB);
    EmbeddedLogOptions options =
        EmbeddedLogOptions.DEFAULT
            .withSizes(new LogSizes(MIB, MIB, MIB, 4L * MIB, MIB))
            .withIntervals(
                new LogIntervals(
                    Duration.ofMillis(10),
                    Duration.ofMillis(10),
                    Duration.ofMillis(10),
                    Duration.ofSeconds(10)))
            .withRetention(
                new RetentionLimits(
                    Duration.ofDays(7), Duration.ofDays(7), Duration.ZERO, 1_000L * MIB),
                () -> Long.MAX_VALUE)
            .withRoom(room::maxBytes)
            .withObserver(room);
    try (EmbeddedLog log = EmbeddedLog.open(FolderDisk.open(folder), options)) {
      for (int i = 0; i < 16; i++) {
        log.append(0, RecordBatch.of(new byte[MIB / 2])).join();
      }
      assertThat(log.firstOffset(0)).isZero();
      long before = room.sizeBytes();

      free.set(RESERVE - 4L * MIB);
      Awaitility.await().until(() -> room.sizeBytes() <= before - 3L * MIB);
      free.set(RESERVE);

      assertThat(log.firstOffset(0)).isPositive();
    }
  }
}
