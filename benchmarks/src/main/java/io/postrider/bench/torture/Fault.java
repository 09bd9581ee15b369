package io.postrider.bench.torture;

import java.time.Duration;
import java.util.Locale;

/**
 * A fault to inject.
 *
 * @param length how long it lasts
 * @param amount its strength from 0 to 1
 */
record Fault(Kind kind, Duration length, double amount) {

  /** The kinds of faults. */
  enum Kind {
    /** SIGKILL, then a start. */
    KILL,
    /** SIGTERM, then a start. */
    STOP,
    /** SIGSTOP, then SIGCONT. */
    SUSPEND,
    /** A restart with a heap of 128 MiB. */
    SMALL_HEAP,
    /** A restart with 256 open files. */
    FEW_FILES,
    /** Every write fails with ENOSPC. */
    DISK_FULL,
    /** Every write fails with EROFS. */
    DISK_READ_ONLY,
    /** Every sync takes longer. */
    DISK_SLOW,
    /** Writes and syncs block. */
    DISK_FROZEN,
    /** The wall clock steps back, up to a day. */
    CLOCK_BACK,
    /** The wall clock steps forward, up to forty days, and returns. */
    CLOCK_FORWARD,
    /** Hundreds of connections that send nothing. */
    IDLE_CONNECTIONS,
    /** Hundreds of requests whose bodies never end. */
    HALF_BODIES,
    /** Clients that send requests and read no response. */
    NO_READING,
    /** Compressed bodies that expand without end or consist of empty members. */
    GZIP_BOMBS,
    /** Malformed requests. */
    MALFORMED;

    String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /** The step of the wall clock. */
  Duration clockStep() {
    long seconds =
        kind == Kind.CLOCK_BACK
            ? -(long) (60 + amount * Duration.ofDays(1).toSeconds())
            : (long) (60 + amount * Duration.ofDays(40).toSeconds());
    return Duration.ofSeconds(seconds);
  }

  /** How much longer a sync takes on a slow disk. */
  Duration syncDelay() {
    return Duration.ofMillis(20 + (long) (amount * 980));
  }

  /** How many hostile clients act. */
  int clients() {
    return 20 + (int) (amount * 280);
  }

  @Override
  public String toString() {
    String strength =
        switch (kind) {
          case CLOCK_BACK, CLOCK_FORWARD -> " by " + clockStep();
          case DISK_SLOW -> " by " + syncDelay().toMillis() + " ms";
          case IDLE_CONNECTIONS, HALF_BODIES, NO_READING, GZIP_BOMBS, MALFORMED ->
              " by " + clients() + " clients";
          case KILL, STOP, SUSPEND, SMALL_HEAP, FEW_FILES, DISK_FULL, DISK_READ_ONLY, DISK_FROZEN ->
              "";
        };
    return kind.label() + strength + " for " + length.toMillis() + " ms";
  }
}
