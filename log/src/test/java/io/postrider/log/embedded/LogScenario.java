package io.postrider.log.embedded;

import io.postrider.log.LogUnavailableException;
import io.postrider.log.TestClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A scripted, deterministic workload on a disk that may fail: appends of many sizes, single and
 * grouped, rolls by size and by age, reopening, retention. The scenario drives the log's components
 * step by step.
 */
final class LogScenario {

  static final int MAX_APPEND_BYTES = 3000;
  private static final int ROUNDS = 36;

  private final ExpectedLog expected = new ExpectedLog();
  private final TestClock clock = new TestClock();
  private final AtomicLong neededFrom = new AtomicLong();
  private final Random random = new Random(7);
  private final int maxBatchBytes;
  private int serial;

  /** Commits of one batch. */
  LogScenario() {
    this(MAX_APPEND_BYTES);
  }

  /**
   * @param maxBatchBytes less than {@link #MAX_APPEND_BYTES} for commits of several batches
   */
  LogScenario(int maxBatchBytes) {
    this.maxBatchBytes = maxBatchBytes;
  }

  ExpectedLog expected() {
    return expected;
  }

  EmbeddedLogOptions options() {
    return EmbeddedLogOptions.DEFAULT
        .withSizes(
            new LogSizes(16_384, 8_192, MAX_APPEND_BYTES, 64_000, 4_096)
                .withMaxBatch(maxBatchBytes))
        .withRetention(
            new RetentionLimits(
                Duration.ZERO, Duration.ofDays(30), Duration.ofDays(30), Long.MAX_VALUE),
            neededFrom::get)
        .withDigests(ExpectedLog.DIGESTS)
        .withTime(clock, clock.steady());
  }

  /** Runs the whole scenario; throws {@link SimulatedDisk.Crash} if the disk's fault is a crash. */
  void run(SimulatedDisk disk) {
    EmbeddedLog log = open(disk);
    for (int round = 0; round < ROUNDS; round++) {
      int appends = 1 + random.nextInt(3);
      for (int i = 0; i < appends; i++) {
        append(log);
      }
      write(log);
      if (round % 7 == 3) {
        log.core().writer().rollIfOld();
        write(log);
      }
      maintain(log, round);
      clock.advance(Duration.ofMillis(random.nextInt(3)));
      if (round == ROUNDS / 3 || round == ROUNDS / 2) {
        log.close();
        expected.note();
        log = open(disk);
        verify(log);
      }
      if (round == 2 * ROUNDS / 3) {
        neededFrom.set(expected.end() * 2 / 3);
        expected.mayExpireBefore(neededFrom.get());
      }
    }
    log.close();
    expected.note();
  }

  /** Retries opening: a fault lasts only for some steps. */
  EmbeddedLog open(SimulatedDisk disk) {
    for (int tries = 0; ; tries++) {
      try {
        return EmbeddedLog.openWithoutThreads(disk, options());
      } catch (LogUnavailableException e) {
        if (tries == 20) {
          throw e;
        }
      }
    }
  }

  /** Retries verification: a fault lasts only for some steps. */
  void verify(EmbeddedLog log) {
    for (int tries = 0; ; tries++) {
      try {
        expected.verify(log);
        return;
      } catch (LogUnavailableException e) {
        if (tries == 20) {
          throw e;
        }
      }
    }
  }

  void append(EmbeddedLog log) {
    int count = 1 + random.nextInt(4);
    List<byte[]> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int size = random.nextInt(8) == 0 ? 0 : 4 + random.nextInt(i == 0 ? 1200 : 300);
      byte[] record = new byte[size];
      random.nextBytes(record);
      if (size > 0) {
        int number = serial++;
        for (int b = 0; b < 4; b++) {
          record[b] = (byte) (number >>> (8 * b));
        }
      }
      records.add(record);
    }
    expected.append(log, records);
  }

  /** Runs the writer until the queue is empty, and recovers if needed. */
  void write(EmbeddedLog log) {
    LogWriter writer = log.core().writer();
    while (writer.step()) {
      expected.note();
    }
    if (writer.isBroken() && writer.recover()) {
      expected.superseded();
    }
  }

  void maintain(EmbeddedLog log, int round) {
    try {
      log.core().preallocator().step();
      if (round % 3 == 0) {
        log.core().maintenance().step();
      }
    } catch (IOException e) {
      return; // retried in the next round
    }
  }
}
