package io.postrider.server.rejected;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.log.RecordBatch;
import io.postrider.log.RecordLog;
import io.postrider.server.config.ByteSize;
import io.postrider.server.config.LedgerConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RejectedLogFolderTest {

  private static final long MIB = 1024 * 1024;

  @TempDir private Path folder;

  private static LedgerConfig config(long bytes) {
    return new LedgerConfig(Duration.ofDays(7), new ByteSize(bytes));
  }

  @Test
  void size_isAPartOfTheLedgers() {
    assertThat(RejectedLogFolder.maxBytes(config(64 * MIB))).isEqualTo(32 * MIB);
    assertThat(RejectedLogFolder.maxBytes(config(64 * 64 * MIB))).isEqualTo(64 * MIB);
  }

  /** Whoever sends invalid calls without a key does not fill the disk. */
  @Test
  void oldCalls_giveWayToNewOnes() {
    InstantSource time = InstantSource.system();
    try (RecordLog log = new RejectedLogFolder(folder, config(64 * MIB), time, time).open()) {
      for (int i = 0; i < 40; i++) {
        log.append(0, RecordBatch.of(new byte[(int) MIB])).join();
      }
      await().until(() -> log.firstOffset(0) > 0);
    }
  }
}
