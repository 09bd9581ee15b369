package io.postrider.server.privacy;

import io.postrider.ledger.LedgerEntry;
import io.postrider.route.LogEndOffsets;
import io.postrider.server.background.BackgroundTask;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The background task that removes samples of deleted users from the files of the ledger and of the
 * rejected calls, within {@link Regulation#SAMPLES_ERASED_WITHIN} of the request. It hides their
 * entries until then.
 *
 * <p>A message from before a deletion may be delivered long after it, and so may the deletes
 * themselves: both leave samples again. So a deletion is erased again every {@link #REPEATED},
 * until it has ended and the log has no message from before it.
 *
 * <p>The database says what is due and is updated last, so that a pass that a crash interrupts is
 * repeated. A pass reads the whole ledger, at most {@value #MIB_PER_SECOND} MiB a second: 11
 * minutes for 20 GiB. So there is at most one an hour, for all deletions that are due. A test calls
 * {@link #step} instead of starting the task.
 *
 * <p>Entries cannot be erased from a topic: there they stay hidden, on every node, until it has
 * deleted them by their age.
 */
final class SampleEraser implements AutoCloseable {

  /** How often to look for deletions that are due. */
  static final Duration CHECK_INTERVAL = Duration.ofSeconds(10);

  /** Attempts that began before a deletion have ended after this time, or after their timeout. */
  static final Duration SETTLE = Duration.ofMinutes(15);

  static final Duration BETWEEN_PASSES = Duration.ofHours(1);

  /** With the time between passes less than {@link Regulation#SAMPLES_ERASED_WITHIN}. */
  static final Duration REPEATED = Duration.ofHours(12);

  /** A topic deletes whole segments, some time after the last record in them is old enough. */
  static final Duration OUTLIVED = Duration.ofDays(8);

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
  private final Duration settle;
  private final Predicate<LogEndOffsets> expired;
  private final @Nullable Duration kept;
  private final InstantSource time;
  private final BackgroundTask task;
  private volatile DueSamples due = DueSamples.NONE;
  private List<SampleStore.Due> known = List.of();
  private Instant passedAt = Instant.MIN;
  private int unpausedBytes;

  /**
   * @param timeout the longest time of an attempt
   * @param expired whether the log has no message before some offsets
   * @param kept how long a ledger keeps entries that cannot be erased from it; null if they can be
   */
  SampleEraser(
      SampleStore store,
      UserHashes hashes,
      UserData data,
      Duration timeout,
      Predicate<LogEndOffsets> expired,
      @Nullable Duration kept,
      InstantSource time) {
    this.store = store;
    this.hashes = hashes;
    this.data = data;
    this.settle = settle(timeout);
    this.expired = expired;
    this.kept = kept;
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

  /** When no attempt from before a deletion runs any more. */
  static Duration settle(Duration timeout) {
    Duration most = timeout.compareTo(REPEATED) < 0 ? timeout : REPEATED;
    return most.compareTo(SETTLE) < 0 ? SETTLE : most;
  }

  SampleEraser start() {
    BackgroundTask _ = task.start();
    return this;
  }

  /** Whether no answer may show an entry of the ledger. Any thread may ask. */
  boolean hides(int partition, LedgerEntry entry) {
    return due.hides(partition, entry);
  }

  /** Whether there may be such entries. Any thread may ask. */
  boolean hidesAny() {
    return due.users().size() > 0;
  }

  /** Looks for deletions that are due, and erases if it is time; there is never more to do. */
  boolean step() {
    List<SampleStore.Due> found = store.due(MOST);
    if (!found.equals(known)) {
      known = found;
      due = due.with(found, hashes);
    }
    Instant now = time.instant();
    boolean rested = passedAt.isBefore(now.minus(BETWEEN_PASSES)) || passedAt.isAfter(now);
    if (rested && due.deletions().stream().anyMatch(one -> isPending(one, now))) {
      pass(now);
    }
    return false;
  }

  private boolean isSettled(SampleStore.Due one, Instant now) {
    return !one.since().plus(settle).isAfter(now);
  }

  private boolean isPending(SampleStore.Due one, Instant now) {
    Instant erased = one.erasedAt();
    return isSettled(one, now)
        && (erased == null
            || erased.isBefore(one.since().plus(settle))
            || !erased.plus(REPEATED).isAfter(now));
  }

  private void pass(Instant now) {
    DueSamples current = due;
    List<SampleStore.Due> settled = new ArrayList<>(current.deletions());
    settled.removeIf(one -> !isSettled(one, now));
    List<SampleStore.Due> last =
        settled.stream().filter(one -> one.ended() && expired.test(one.before())).toList();
    data.awaitRecorded();
    boolean gone = data.rewrite(entry -> current.erases(PARTITION, entry), this::proceed);
    if (task.stopping()) {
      return;
    }
    passedAt = now;
    for (SampleStore.Due one : settled) {
      if (gone || isOutlived(one, now)) {
        store.erased(one.id(), time.instant(), last.contains(one));
      }
    }
  }

  /** Whether the ledger has deleted all entries from the time of a deletion by its age. */
  private boolean isOutlived(SampleStore.Due one, Instant now) {
    return kept != null && one.since().plus(kept).plus(OUTLIVED).isBefore(now);
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
