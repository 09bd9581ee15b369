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
 * The scripted life of a log on a disk that may fail: appends of many sizes, alone and together,
 * rolls by size and by age, reopening, retention. Deterministic; the log's machines are moved on by
 * hand.
 */
final class History {

  private static final int MAX_APPEND_BYTES = 3000;
  private static final int ROUNDS = 36;

  private final Ledger ledger = new Ledger();
  private final TestClock clock = new TestClock();
  private final AtomicLong neededFrom = new AtomicLong();
  private final Random random = new Random(7);
  private int serial;

  Ledger ledger() {
    return ledger;
  }

  EmbeddedLogOptions options() {
    return EmbeddedLogOptions.DEFAULT
        .withSizes(new LogSizes(16_384, 8_192, MAX_APPEND_BYTES, 64_000, 4_096))
        .withRetention(
            new RetentionLimits(
                Duration.ZERO, Duration.ofDays(30), Duration.ofDays(30), Long.MAX_VALUE),
            neededFrom::get)
        .withDigests(Ledger.DIGESTS)
        .withClock(clock);
  }

  /** Lives it all; ends early, by a {@link SimulatedDisk.Crash}, if the disk's fault is one. */
  void run(SimulatedDisk disk) {
    EmbeddedLog log = open(disk);
    for (int round = 0; round < ROUNDS; round++) {
      int appends = 1 + random.nextInt(3);
      for (int i = 0; i < appends; i++) {
        append(log);
      }
      write(log);
      if (round % 7 == 3) {
        log.machine().writer().rollIfOld();
        write(log);
      }
      tend(log, round);
      clock.advance(Duration.ofMillis(random.nextInt(3)));
      if (round == ROUNDS / 3 || round == ROUNDS / 2) {
        log.close();
        ledger.note();
        log = open(disk);
        verify(log);
      }
      if (round == 2 * ROUNDS / 3) {
        neededFrom.set(ledger.end() * 2 / 3);
        ledger.mayExpireBefore(neededFrom.get());
      }
    }
    log.close();
    ledger.note();
  }

  /** A fault may keep us out, but not for long. */
  EmbeddedLog open(SimulatedDisk disk) {
    for (int tries = 0; ; tries++) {
      try {
        return EmbeddedLog.openStill(disk, options());
      } catch (LogUnavailableException e) {
        if (tries == 20) {
          throw e;
        }
      }
    }
  }

  /** A fault may keep us from reading, but not for long. */
  void verify(EmbeddedLog log) {
    for (int tries = 0; ; tries++) {
      try {
        ledger.verify(log);
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
    ledger.append(log, records);
  }

  /** The writer goes on until nothing is queued, and recovers if it must. */
  void write(EmbeddedLog log) {
    LogWriter writer = log.machine().writer();
    while (writer.step()) {
      ledger.note();
    }
    if (writer.isBroken() && writer.recover()) {
      ledger.superseded();
    }
  }

  void tend(EmbeddedLog log, int round) {
    try {
      log.machine().filler().step();
      if (round % 3 == 0) {
        log.machine().housekeeping().step();
      }
    } catch (IOException e) {
      return; // tried again in the next round
    }
  }
}
