package io.postrider.log.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.LogState;
import io.postrider.log.LogUnavailableException;
import io.postrider.log.OffsetExpiredException;
import io.postrider.log.RecordBatch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The log with its threads on a real folder, with many concurrent appenders and readers. */
@Timeout(120)
final class RealDiskTest {

  private static final int APPENDERS = 24;
  private static final int EACH = 250;
  private static final int TOTAL = APPENDERS * EACH;

  @TempDir Path folder;

  @Test
  void manyAppendersAndReaders_agree() throws Exception {
    AtomicLong neededFrom = new AtomicLong();
    EmbeddedLogOptions options = options(neededFrom);
    String[] written = new String[TOTAL];
    try (EmbeddedLog log = EmbeddedLog.open(FolderDisk.open(folder), options);
        ExecutorService pool = Executors.newCachedThreadPool()) {
      List<Future<Void>> jobs = new ArrayList<>();
      for (int i = 0; i < APPENDERS; i++) {
        String name = "appender " + i + " ";
        jobs.add(pool.submit(() -> append(log, name, written)));
      }
      List<Future<List<String>>> readers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        int budget = 100 << (3 * i);
        readers.add(pool.submit(() -> follow(log, budget, false)));
      }
      readers.add(pool.submit(() -> follow(log, 5000, true)));
      for (Future<Void> job : jobs) {
        job.get(60, TimeUnit.SECONDS);
      }
      for (Future<List<String>> reader : readers) {
        assertThat(reader.get(60, TimeUnit.SECONDS)).containsExactly(written);
      }
      assertThat(log.state()).isEqualTo(new LogState.Running());
    }
    try (EmbeddedLog log = EmbeddedLog.open(FolderDisk.open(folder), options)) {
      assertThat(follow(log, 10_000, false)).containsExactly(written);
      for (int offset = 0; offset < TOTAL; offset += 97) {
        assertThat(text(log.record(0, offset).orElseThrow())).isEqualTo(written[offset]);
      }
    }
  }

  private static Void append(EmbeddedLog log, String name, String[] written) {
    for (int i = 0; i < EACH; i++) {
      String text = name + i + " " + "x".repeat(i * 37 % 900);
      written[Math.toIntExact(log.append(0, RecordBatch.of(text.getBytes(UTF_8))).join())] = text;
    }
    return null;
  }

  /**
   * Reads everything, waiting for new records. A reader that is interrupted all the time must
   * succeed too.
   */
  private static List<String> follow(EmbeddedLog log, int budget, boolean interrupted) {
    List<String> seen = new ArrayList<>();
    try (LogReader reader = log.reader(0, 0)) {
      while (seen.size() < TOTAL) {
        log.whenBeyond(0, reader.position()).join();
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
        reader.read(budget).forEach(record -> seen.add(text(record)));
        assertThat(Thread.interrupted()).isEqualTo(interrupted);
      }
    }
    return seen;
  }

  @Test
  void retention_underReaders_expiresThemCleanly() throws Exception {
    AtomicLong neededFrom = new AtomicLong();
    try (EmbeddedLog log = EmbeddedLog.open(FolderDisk.open(folder), options(neededFrom));
        ExecutorService pool = Executors.newCachedThreadPool()) {
      List<Future<Long>> readers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        readers.add(pool.submit((Callable<Long>) () -> chase(log)));
      }
      for (int i = 0; i < TOTAL; i++) {
        log.append(0, RecordBatch.of(new byte[500])).join();
        neededFrom.set(i);
      }
      for (Future<Long> reader : readers) {
        assertThat(reader.get(60, TimeUnit.SECONDS)).isEqualTo(TOTAL);
      }
      assertThat(log.firstOffset(0)).isPositive();
    }
  }

  /** Continues at the first offset whenever retention overtakes the reader. */
  private static long chase(EmbeddedLog log) {
    long position = 0;
    while (position < TOTAL) {
      log.whenBeyond(0, position).join();
      try (LogReader reader = log.reader(0, position)) {
        List<LogRecord> records = reader.read(50_000);
        while (!records.isEmpty()) {
          position = reader.position();
          records = reader.read(50_000);
        }
      } catch (OffsetExpiredException e) {
        assertThat(e.firstOffset()).isGreaterThan(position);
        position = e.firstOffset();
      }
    }
    return position;
  }

  @Test
  void failedDisk_recoversByItself() throws Exception {
    BlockingDisk disk = new BlockingDisk(FolderDisk.open(folder));
    CompletableFuture<LogState> back = new CompletableFuture<>();
    EmbeddedLogOptions options =
        options(new AtomicLong())
            .withObserver(
                new LogObserver() {
                  @Override
                  public void changed(LogState state) {
                    if (state instanceof LogState.Running) {
                      back.complete(state);
                    }
                  }
                });
    try (EmbeddedLog log = EmbeddedLog.open(disk, options)) {
      log.append(0, RecordBatch.of(new byte[10])).join();
      disk.failSyncs(true);
      CompletableFuture<Long> failed = log.append(0, RecordBatch.of(new byte[20]));
      assertThat(failed)
          .failsWithin(Duration.ofSeconds(30))
          .withThrowableThat()
          .withCauseInstanceOf(LogUnavailableException.class);
      assertThat(log.state()).isInstanceOf(LogState.Failed.class);
      disk.failSyncs(false);
      back.get(30, TimeUnit.SECONDS);
      assertThat(log.append(0, RecordBatch.of(new byte[30])).join()).isEqualTo(1);
    }
    try (EmbeddedLog log = EmbeddedLog.open(disk, options)) {
      assertThat(log.record(0, 1).orElseThrow().bytes().remaining()).isEqualTo(30);
      assertThat(log.endOffset(0)).isEqualTo(2);
    }
  }

  @Test
  void frozenDisk_stallsTheLog_untilTheSyncReturns(@TempDir Path folder) throws Exception {
    BlockingDisk disk = new BlockingDisk(FolderDisk.open(folder));
    BlockingQueue<LogState> states = new LinkedBlockingQueue<>();
    LogIntervals intervals = LogIntervals.DEFAULT;
    EmbeddedLogOptions options =
        options(new AtomicLong())
            .withIntervals(
                new LogIntervals(
                    intervals.fill(),
                    intervals.retry(),
                    intervals.maintenance(),
                    Duration.ofSeconds(1)))
            .withObserver(
                new LogObserver() {
                  @Override
                  public void changed(LogState state) {
                    states.add(state);
                  }
                });
    try (EmbeddedLog log = EmbeddedLog.open(disk, options);
        AutoCloseable _ = disk::open) {
      log.append(0, RecordBatch.of(new byte[10])).join();
      disk.blocked(); // the append, or the roll before it, does not return
      CompletableFuture<Long> waiting = log.append(0, RecordBatch.of(new byte[20]));
      assertThat(states.poll(30, TimeUnit.SECONDS))
          .isEqualTo(
              new LogState.Stalled(
                  "the log's disk does not respond: a write has taken more than 1.0 seconds"));
      assertThat(log.append(0, RecordBatch.of(new byte[1])))
          .failsWithin(Duration.ofSeconds(30))
          .withThrowableThat()
          .withCauseInstanceOf(LogUnavailableException.class);
      assertThat(waiting).isNotDone();
      disk.open();
      assertThat(states.poll(30, TimeUnit.SECONDS)).isEqualTo(new LogState.Running());
      assertThat(waiting.get(30, TimeUnit.SECONDS)).isEqualTo(1);
      assertThat(log.append(0, RecordBatch.of(new byte[30])).join()).isEqualTo(2);
    }
  }

  @Test
  void failures_areClassifiedByMessage() {
    assertThat(FolderDisk.classify(new IOException("No space left on device")))
        .isInstanceOf(NoSpaceException.class);
    assertThat(FolderDisk.classify(new IOException("Read-only file system")))
        .isInstanceOf(ReadOnlyDiskException.class);
    assertThat(FolderDisk.classify(new IOException("Input/output error")))
        .isExactlyInstanceOf(IOException.class);
  }

  private static EmbeddedLogOptions options(AtomicLong neededFrom) {
    return EmbeddedLogOptions.DEFAULT
        .withSizes(new LogSizes(300_000, 50_000, 100_000, 1_000_000, 64 * 1024))
        .withIntervals(
            new LogIntervals(
                Duration.ofMillis(1),
                Duration.ofMillis(5),
                Duration.ofMillis(5),
                Duration.ofHours(1)))
        .withRetention(
            new RetentionLimits(
                Duration.ZERO, Duration.ofDays(30), Duration.ofDays(30), Long.MAX_VALUE),
            neededFrom::get)
        .withDigests(new DigestRange(2, 8));
  }

  private static String text(LogRecord record) {
    return UTF_8.decode(record.bytes().duplicate()).toString();
  }
}
