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
 * grouped, rolls by size and by age, reopening, retention, recycled segments. The scenario drives
 * the log's components step by step.
 */
final class LogScenario {

  static final int MAX_APPEND_BYTES = 3000;
  private static final int ROUNDS = 45;

  /** How many segments retention leaves, once it begins. */
  private static final int KEPT = 6;

  /** A few rounds, so that some recycled files are used and others are too old. */
  private static final Duration RECYCLE_WITHIN = Duration.ofMillis(8);

  private final ExpectedLog expected = new ExpectedLog();
  private final TestClock clock = new TestClock();
  private final AtomicLong neededFrom = new AtomicLong();
  private final Random random = new Random(7);
  private final int maxBatchBytes;
  private boolean rolled;
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
            new LogSizes(12_288, 8_192, MAX_APPEND_BYTES, 64_000, 4_096)
                .withMaxBatch(maxBatchBytes))
        .withRetention(
            new RetentionLimits(
                Duration.ZERO, Duration.ofDays(30), Duration.ofDays(30), Long.MAX_VALUE),
            neededFrom::get)
        .withRecycling(RECYCLE_WITHIN)
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
      if (round % 9 == 3) {
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
    }
    log.close();
    expected.note();
  }

  /** Retries opening: a fault lasts only for some steps. */
  EmbeddedLog open(SimulatedDisk disk) {
    for (int tries = 0; ; tries++) {
      try {
        EmbeddedLog log = EmbeddedLog.openWithoutThreads(disk, options());
        log.core().maintenance().onWork(() -> rolled = true);
        return log;
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

  private void expireOldest(EmbeddedLog log) {
    List<Segment> segments = log.core().view().segments().segments();
    long from = segments.get(Math.max(0, segments.size() - KEPT)).baseOffset();
    neededFrom.set(Math.max(neededFrom.get(), from));
    expected.mayExpireBefore(from);
  }

  void maintain(EmbeddedLog log, int round) {
    try {
      if (rolled && round > ROUNDS / 3) {
        expireOldest(log);
      }
      if (round % 3 == 0 || rolled) {
        log.core().maintenance().step();
        rolled = false;
      }
      log.core().preallocator().step();
      log.core().preallocator().step();
    } catch (IOException e) {
      return; // retried in the next round
    }
  }
}
