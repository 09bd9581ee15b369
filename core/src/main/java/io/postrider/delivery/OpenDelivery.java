package io.postrider.delivery;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A delivery that was started and did not end. A first round that goes well needs nothing but this;
 * what is kept for each URL is made when a round has failed.
 *
 * <p>It is <i>in flight</i> while attempts run, <i>reading</i> while its record is read again, and
 * otherwise <i>scheduled</i>: in the heap of each URL that did not refuse it, and in that of
 * windows.
 */
final class OpenDelivery {

  private static final long[] NO_TIMES = {};
  private static final int[] NO_PLACES = {};

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
  private @Nullable Failure failure;
  private @Nullable List<Attempt> reserved;

  // by URL of the plan
  private long[] dueMillis = NO_TIMES;
  private int refused;
  private int asked;

  /** Its place in each URL's heap, then in that of windows; -1 where it is not. */
  private int[] places = NO_PLACES;

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

  /** A delivery that was opened without its record learns whose it is when that is read. */
  void userHash(long userHash) {
    this.userHash = userHash;
  }

  int rounds() {
    return rounds;
  }

  void rounds(int rounds) {
    this.rounds = rounds;
  }

  /** Whether it has had no round yet: a replay took it, and its window has not begun. */
  boolean isUnsent() {
    return rounds == 0;
  }

  /** The time at which it is given up. */
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

  /** A round of so many attempts starts. */
  void started(int attempts) {
    rounds++;
    inFlight = attempts;
  }

  /** One of its attempts ended. */
  void attemptEnded() {
    inFlight--;
  }

  /** The attempts of the round for which the record is read, with their slots; null otherwise. */
  @Nullable List<Attempt> reserved() {
    return reserved;
  }

  void reserved(@Nullable List<Attempt> reserved) {
    this.reserved = reserved;
  }

  /** Whether it has ended; attempts may still run. */
  boolean isOver() {
    return over;
  }

  void end() {
    over = true;
  }

  /** Whether a later delete made it pointless: it is not tried again. */
  boolean isSuperseded() {
    return superseded;
  }

  void supersede() {
    superseded = true;
  }

  /** Whether its destination was disabled, or its replay cancelled: it is not tried again. */
  boolean isCancelled() {
    return cancelled;
  }

  void cancel() {
    cancelled = true;
  }

  /** Whether it waits, and is in the heaps. */
  boolean isScheduled() {
    return scheduled;
  }

  void scheduled(boolean scheduled) {
    this.scheduled = scheduled;
  }

  // ---- by URL

  /** When a URL is due; at once if nothing is known of it. */
  long dueMillis(int url) {
    return url < dueMillis.length ? dueMillis[url] : Long.MIN_VALUE;
  }

  boolean hasRefused(int url) {
    return (refused & (1 << url)) != 0;
  }

  /** Whether the due time of a URL is what its receiver asked for. */
  boolean hasAsked(int url) {
    return (asked & (1 << url)) != 0;
  }

  boolean allRefused(int urls) {
    return Integer.bitCount(refused) == urls;
  }

  void refuse(int url) {
    refused |= 1 << url;
  }

  /** Whether anything is kept for each URL. */
  boolean hasUrls() {
    return dueMillis.length > 0 || refused != 0;
  }

  int refusedBits() {
    return refused;
  }

  int askedBits() {
    return asked;
  }

  /** Sets when a URL is due, and whether its receiver asked for that. */
  void due(int url, long dueMillis, boolean asked) {
    this.dueMillis[url] = dueMillis;
    this.asked = asked ? this.asked | (1 << url) : this.asked & ~(1 << url);
  }

  /** Makes room for what is kept for each URL; all are due at once if there was none. */
  void widen(int urls) {
    if (dueMillis.length != urls) {
      int known = dueMillis.length;
      dueMillis = Arrays.copyOf(dueMillis, urls);
      Arrays.fill(dueMillis, Math.min(known, urls), urls, Long.MIN_VALUE);
    }
    if (places.length != urls + 1) {
      places = new int[urls + 1];
      Arrays.fill(places, -1);
    }
  }

  /**
   * Goes over to another list of URLs. Must not be scheduled.
   *
   * @param from for each URL of the new list its index in the old one, or -1
   */
  void remap(int[] from) {
    long[] due = new long[from.length];
    int nowRefused = 0;
    int nowAsked = 0;
    for (int url = 0; url < from.length; url++) {
      due[url] = from[url] < 0 ? Long.MIN_VALUE : dueMillis(from[url]);
      if (from[url] >= 0) {
        nowRefused |= hasRefused(from[url]) ? 1 << url : 0;
        nowAsked |= hasAsked(from[url]) ? 1 << url : 0;
      }
    }
    dueMillis = due;
    refused = nowRefused;
    asked = nowAsked;
    places = NO_PLACES;
    widen(from.length);
  }

  int place(int heap) {
    return places[heap];
  }

  void place(int heap, int place) {
    places[heap] = place;
  }

  /** When the earliest URL that did not refuse it is due. */
  long nextDueMillis(int urls) {
    long earliest = Long.MAX_VALUE;
    for (int url = 0; url < urls; url++) {
      if (!hasRefused(url)) {
        earliest = Math.min(earliest, dueMillis(url));
      }
    }
    return earliest;
  }
}
