package io.postrider.log.embedded;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.log.LogUnavailableException;
import io.postrider.log.RecordLog;
import io.postrider.log.RecordLogContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EmbeddedLogTest extends RecordLogContract {

  @TempDir Path folder;

  @Override
  protected Subject create() {
    return new EmbeddedSubject();
  }

  @Test
  void secondOpener_isRejected() throws IOException {
    FolderDisk disk = FolderDisk.open(folder);
    assertThatThrownBy(() -> EmbeddedLog.open(disk, EmbeddedLogOptions.DEFAULT))
        .isInstanceOf(LogUnavailableException.class)
        .hasMessageContaining("in use");
  }

  private final class EmbeddedSubject implements Subject {

    private final BlockingDisk disk;
    private final EmbeddedLogOptions options;
    private final AtomicLong neededFrom = new AtomicLong();
    private EmbeddedLog log;

    EmbeddedSubject() {
      try {
        disk = new BlockingDisk(FolderDisk.open(folder));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      options =
          EmbeddedLogOptions.DEFAULT
              .withSizes(
                  new LogSizes(200_000, 20_000, MAX_APPEND_BYTES, MAX_QUEUED_BYTES, 64 * 1024))
              .withRetention(
                  new RetentionLimits(
                      Duration.ZERO, Duration.ofDays(30), Duration.ofDays(30), Long.MAX_VALUE),
                  neededFrom::get)
              .withDigests(new DigestRange(2, 4))
              .withTime(clock, clock.steady());
      log = EmbeddedLog.open(disk, options);
    }

    @Override
    public RecordLog log() {
      return log;
    }

    @Override
    public void hold() {
      disk.blocked();
    }

    @Override
    public void release() {
      disk.open();
    }

    @Override
    public void reopen() {
      log = EmbeddedLog.open(disk, options);
    }

    @Override
    public void expireBefore(long offset) {
      neededFrom.set(offset);
      try {
        // only a few segments expire at once
        for (long first = -1; first < log.firstOffset(0); ) {
          first = log.firstOffset(0);
          log.core().maintenance().step();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() {
      disk.open();
      log.close();
    }
  }
}
