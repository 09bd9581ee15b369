package io.postrider.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.log.RecordBatch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

final class FillPaceTest {

  private static final Duration REST = Duration.ofMillis(100);
  private static final Duration NO_TIME = Duration.ZERO;
  private static final int CHUNKS = 128;

  private final FillPace pace = new FillPace(REST);

  @Test
  void filler_restsBetweenChunks_whileTheWriterIsIdle() {
    for (int filled = 1; filled < CHUNKS; filled++) {
      assertThat(isDue(filled, 0, REST.minusNanos(1))).isFalse();
      assertThat(isDue(filled, 0, REST)).isTrue();
    }
  }

  @Test
  void filler_keepsAheadOfAFastWriter_withoutBursts() {
    int filled = 0;
    int mostAtOnce = 0;
    for (int used = 0; used <= CHUNKS; used++) {
      int atOnce = 0;
      while (filled < CHUNKS && isDue(filled, used, NO_TIME)) {
        filled++;
        atOnce++;
      }
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      assertThat(filled).isGreaterThanOrEqualTo(Math.min(CHUNKS, used * 5 / 4));
    }
    assertThat(mostAtOnce).as("chunks for each chunk that the writer uses").isEqualTo(2);
  }

  private boolean isDue(int filled, int used, Duration rested) {
    return pace.isDue((double) filled / CHUNKS, (double) used / CHUNKS, rested);
  }

  @Test
  @Timeout(60)
  void appends_doNotWaitForTheFiller(@TempDir Path folder) throws IOException {
    BlockingDisk disk = new BlockingDisk(FolderDisk.open(folder));
    try (EmbeddedLog log = EmbeddedLog.open(disk, EmbeddedLogOptions.DEFAULT)) {
      disk.blocked(name -> name.startsWith("spare-"));
      try {
        for (int i = 0; i < 100; i++) {
          var appended = log.append(0, RecordBatch.of(new byte[10_000]));
          assertThat(appended.orTimeout(20, TimeUnit.SECONDS).join()).isEqualTo(i);
        }
      } finally {
        disk.open();
      }
    }
  }
}
