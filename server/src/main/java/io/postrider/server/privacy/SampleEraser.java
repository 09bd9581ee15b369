package io.postrider.server.privacy;

import io.postrider.ledger.LedgerEntry;
import io.postrider.server.background.BackgroundTask;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * The background task that removes samples of deleted users from the files of the ledger and of the
 * rejected calls, within {@link Regulation#SAMPLES_ERASED_WITHIN} of the request. It hides their
 * entries until then.
 *
 * <p>The database says what is due and is updated last, so that a pass that a crash interrupts is
 * repeated. A pass reads the whole ledger, at most {@value #MIB_PER_SECOND} MiB a second: 11
 * minutes for 20 GiB. So there is at most one an hour, for all deletions that are due. A test calls
 * {@link #step} instead of starting the task.
 */
final class SampleEraser implements AutoCloseable {

  /** How often to look for deletions that are due. */
  static final Duration CHECK_INTERVAL = Duration.ofSeconds(10);

  /** Attempts that began before a deletion have ended and are in the ledger after this time. */
  static final Duration SETTLE = Duration.ofMinutes(15);

  static final Duration BETWEEN_PASSES = Duration.ofHours(1);

  /** How many deletions one pass erases at most. */
  static final int MOST = 10_000;

  private static final int MIB_PER_SECOND = 32;
  private static final int MIB = 1024 * 1024;
  private static final Duration FIRST_BACKOFF = Duration.ofSeconds(10);
  private static final Duration MAX_BACKOFF = Duration.ofMinutes(10);

  /** The embedded log has one partition. */
  private static final int PARTITION = 0;

  private final SampleStore store;
  private final UserHashes hashes;
  private final UserData data;
  private final InstantSource time;
  private final BackgroundTask task;
  private volatile DueSamples due = DueSamples.NONE;
  private List<SampleStore.Due> known = List.of();
  private Instant passedAt = Instant.MIN;
  private int unpausedBytes;

  SampleEraser(SampleStore store, UserHashes hashes, UserData data, InstantSource time) {
    this.store = store;
    this.hashes = hashes;
    this.data = data;
    this.time = time;
    this.task =
        BackgroundTask.of(
            BackgroundTask.Options.every(
                    CHECK_INTERVAL,
                    "sample-eraser",
                    "Cannot erase samples of deleted users; retrying.")
                .atOnce()
                .backoff(FIRST_BACKOFF, MAX_BACKOFF),
            this::step);
  }

  SampleEraser start() {
    BackgroundTask _ = task.start();
    return this;
  }

  /** Whether no answer may show an entry of the ledger. Any thread may ask. */
  boolean hides(LedgerEntry entry) {
    return due.hides(PARTITION, entry);
  }

  /** Looks for deletions that are due, and erases if it is time; there is never more to do. */
  boolean step() {
    List<SampleStore.Due> found = store.due(MOST);
    if (!found.equals(known)) {
      known = found;
      due = DueSamples.of(found, hashes);
    }
    Instant now = time.instant();
    boolean rested = passedAt.isBefore(now.minus(BETWEEN_PASSES)) || passedAt.isAfter(now);
    if (rested && due.deletions().stream().anyMatch(one -> isSettled(one, now))) {
      pass(now);
    }
    return false;
  }

  private static boolean isSettled(SampleStore.Due one, Instant now) {
    return !one.since().plus(SETTLE).isAfter(now);
  }

  private void pass(Instant now) {
    DueSamples current = due;
    List<SampleStore.Due> settled = new ArrayList<>(current.deletions());
    settled.removeIf(one -> !isSettled(one, now));
    boolean gone = data.rewrite(entry -> current.erases(PARTITION, entry), this::proceed);
    if (task.stopping()) {
      return;
    }
    passedAt = now;
    if (gone) {
      settled.forEach(one -> store.erased(one.id(), time.instant(), one.ended()));
    }
  }

  /** Waits after every MiB. */
  private boolean proceed(int bytes) {
    unpausedBytes += bytes;
    if (unpausedBytes < MIB) {
      return !task.stopping();
    }
    Duration pause = Duration.ofSeconds(unpausedBytes).dividedBy((long) MIB * MIB_PER_SECOND);
    unpausedBytes = 0;
    return !task.pause(pause);
  }

  @Override
  public void close() {
    task.close();
  }
}
