package io.postrider.delivery;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A delivery that was started and has not ended. State per URL is allocated only after a failed
 * round.
 *
 * <p>It is <i>in flight</i> while attempts run, <i>reading</i> while its record is read again,
 * <i>recalled</i> while the driver is asked what became of its message before a replay, and
 * otherwise <i>scheduled</i>: in the heap of each URL that did not refuse it, and in the heap of
 * retry windows.
 */
final class OpenDelivery {

  private static final long[] NO_TIMES = {};
  private static final int[] NO_INDEXES = {};

  private final long offset;
  private final boolean replay;
  private long userHash;
  private int rounds;
  private long windowEndMillis;
  private int inFlight;
  private boolean scheduled;
  private boolean over;
  private boolean superseded;
  private boolean cancelled;
  private @Nullable FinalStatus recalled;
  private @Nullable Failure failure;
  private @Nullable List<Attempt> reserved;

  // by URL index
  private long[] dueMillis = NO_TIMES;
  private int refused;
  private int retryAfter;

  /** Its index in each URL's heap, then in the heap of retry windows; -1 if absent. */
  private int[] heapIndexes = NO_INDEXES;

  OpenDelivery(long offset, long userHash, long windowEndMillis, boolean replay) {
    this.offset = offset;
    this.userHash = userHash;
    this.windowEndMillis = windowEndMillis;
    this.replay = replay;
  }

  long offset() {
    return offset;
  }

  boolean isReplay() {
    return replay;
  }

  long userHash() {
    return userHash;
  }

  /** Sets the user hash of a delivery that was opened without its record. */
  void userHash(long userHash) {
    this.userHash = userHash;
  }

  int rounds() {
    return rounds;
  }

  void rounds(int rounds) {
    this.rounds = rounds;
  }

  /** Whether it has had no round yet: a replay took it, and its retry window has not begun. */
  boolean isUnsent() {
    return rounds == 0;
  }

  long windowEndMillis() {
    return windowEndMillis;
  }

  void windowEndMillis(long windowEndMillis) {
    this.windowEndMillis = windowEndMillis;
  }

  @Nullable Failure failure() {
    return failure;
  }

  void failure(@Nullable Failure failure) {
    this.failure = failure;
  }

  // ---- rounds

  boolean isInFlight() {
    return inFlight > 0;
  }

  /** Starts a round of this many attempts. */
  void started(int attempts) {
    rounds++;
    inFlight = attempts;
  }

  void attemptEnded() {
    inFlight--;
  }

  /** The attempts of the round for which the record is being read; null otherwise. */
  @Nullable List<Attempt> reserved() {
    return reserved;
  }

  void reserved(@Nullable List<Attempt> reserved) {
    this.reserved = reserved;
  }

  /** Releases the slots of the round for which the record is being read, if any. */
  void release() {
    List<Attempt> slots = reserved;
    if (slots != null) {
      reserved = null;
      slots.forEach(Attempt::release);
    }
  }

  /** Whether it has ended; attempts may still be in flight. */
  boolean isOver() {
    return over;
  }

  void end() {
    over = true;
  }

  /** Whether a later delete superseded it: there is no retry. */
  boolean isSuperseded() {
    return superseded;
  }

  void supersede() {
    superseded = true;
  }

  /** Whether its destination was disabled, or its replay cancelled: there is no retry. */
  boolean isCancelled() {
    return cancelled;
  }

  void cancel() {
    cancelled = true;
  }

  /** How its replay ended, while the driver is asked whether the message was delivered; or null. */
  @Nullable FinalStatus recalled() {
    return recalled;
  }

  void recalled(FinalStatus end) {
    recalled = end;
  }

  boolean isScheduled() {
    return scheduled;
  }

  void scheduled(boolean scheduled) {
    this.scheduled = scheduled;
  }

  // ---- by URL

  /** When a URL is due; at once by default. */
  long dueMillis(int url) {
    return url < dueMillis.length ? dueMillis[url] : Long.MIN_VALUE;
  }

  boolean hasRefused(int url) {
    return (refused & (1 << url)) != 0;
  }

  /** Whether the due time of a URL comes from Retry-After. */
  boolean hasRetryAfter(int url) {
    return (retryAfter & (1 << url)) != 0;
  }

  boolean allRefused(int urls) {
    return Integer.bitCount(refused) == urls;
  }

  void refuse(int url) {
    refused |= 1 << url;
  }

  boolean hasUrls() {
    return dueMillis.length > 0 || refused != 0;
  }

  int refusedBits() {
    return refused;
  }

  int retryAfterBits() {
    return retryAfter;
  }

  /** Sets when a URL is due, and whether that comes from Retry-After. */
  void due(int url, long dueMillis, boolean retryAfter) {
    this.dueMillis[url] = dueMillis;
    this.retryAfter = retryAfter ? this.retryAfter | (1 << url) : this.retryAfter & ~(1 << url);
  }

  /** Adds to the end of the window and to the due times. */
  void addToTimes(long millis) {
    windowEndMillis += millis;
    for (int url = 0; url < dueMillis.length; url++) {
      if (dueMillis[url] != Long.MIN_VALUE) {
        dueMillis[url] += millis;
      }
    }
  }

  /** Bounds the due times: those of retries, and those that receivers requested. */
  void dueAtMost(long retryMillis, long retryAfterMillis) {
    for (int url = 0; url < dueMillis.length; url++) {
      long most = hasRetryAfter(url) ? retryAfterMillis : retryMillis;
      dueMillis[url] = Math.min(dueMillis[url], most);
    }
  }

  /** Allocates the state per URL; all URLs are then due at once. */
  void widen(int urls) {
    if (dueMillis.length != urls) {
      int known = dueMillis.length;
      dueMillis = Arrays.copyOf(dueMillis, urls);
      Arrays.fill(dueMillis, Math.min(known, urls), urls, Long.MIN_VALUE);
    }
    if (heapIndexes.length != urls + 1) {
      heapIndexes = new int[urls + 1];
      Arrays.fill(heapIndexes, -1);
    }
  }

  /**
   * Switches to another list of URLs. Must not be scheduled.
   *
   * @param from for each new URL its former index, or -1
   */
  void remap(int[] from) {
    long[] due = new long[from.length];
    int nowRefused = 0;
    int nowRetryAfter = 0;
    for (int url = 0; url < from.length; url++) {
      due[url] = from[url] < 0 ? Long.MIN_VALUE : dueMillis(from[url]);
      if (from[url] >= 0) {
        nowRefused |= hasRefused(from[url]) ? 1 << url : 0;
        nowRetryAfter |= hasRetryAfter(from[url]) ? 1 << url : 0;
      }
    }
    dueMillis = due;
    refused = nowRefused;
    retryAfter = nowRetryAfter;
    heapIndexes = NO_INDEXES;
    widen(from.length);
  }

  /** The same delivery, not scheduled, of a record that has another offset now. */
  OpenDelivery movedTo(long newOffset) {
    OpenDelivery moved = new OpenDelivery(newOffset, userHash, windowEndMillis, replay);
    moved.rounds = rounds;
    moved.failure = failure;
    moved.cancelled = cancelled;
    moved.superseded = superseded;
    moved.dueMillis = dueMillis.clone();
    moved.refused = refused;
    moved.retryAfter = retryAfter;
    return moved;
  }

  int heapIndex(int heap) {
    return heapIndexes[heap];
  }

  void heapIndex(int heap, int index) {
    heapIndexes[heap] = index;
  }

  DeliveryStatus.Open status(DestinationLimits limits) {
    long due = nextDueMillis(limits.size());
    // after a restart a delivery is due at once and has no due time
    boolean comes = scheduled && due > 0 && due < windowEndMillis;
    return new DeliveryStatus.Open(rounds, comes ? limits.wallClock().wall(due) : null, failure);
  }

  /** The earliest due time among URLs that did not refuse it. */
  private long nextDueMillis(int urls) {
    long earliest = Long.MAX_VALUE;
    for (int url = 0; url < urls; url++) {
      if (!hasRefused(url)) {
        earliest = Math.min(earliest, dueMillis(url));
      }
    }
    return earliest;
  }
}
