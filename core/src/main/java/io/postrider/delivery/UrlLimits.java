package io.postrider.delivery;

import org.jspecify.annotations.Nullable;

/** The breaker, the adaptive concurrency limit and the slots of one URL of a destination. */
final class UrlLimits {

  private static final int MAX_URLS = 30;
  private static final long NEVER = UrlHealth.NEVER;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int UNAVAILABLE = 503;

  /** The kind of slot that an attempt occupies while it runs. */
  enum Slot {
    FIRST,
    RETRY,
    PROBE
  }

  private final String url;
  private final long hash;
  private final RetrySchedule schedule;
  private final Breaker breaker;
  private final ConcurrencyLimit limit;
  private final int mostFailures;
  private int most;
  private int share = LimitShare.WHOLE;
  private int firsts;
  private int retries;
  private int probes;
  private @Nullable Failure lastFailure;

  /** The failed attempts since the last success, including permanent refusals. */
  private int failuresInARow;

  /** The first failed attempt since the last success. */
  private long failedSinceMillis = NEVER;

  private long failingSinceMillis = NEVER;
  private long deliveredAtMillis = NEVER;

  /** Whether the breaker was closed on request and nothing was delivered since. */
  private boolean unproven;

  UrlLimits(String url, DeliveryRules rules, RetrySchedule schedule, int most) {
    this.url = url;
    this.hash = hash(url);
    this.schedule = schedule;
    this.breaker = new Breaker(rules.breakerFailures(), schedule);
    this.limit = new ConcurrencyLimit(rules.firstConcurrency(), most);
    this.mostFailures = rules.breakerFailures();
    this.most = most;
  }

  /**
   * The limits of the URLs of some settings.
   *
   * @param known those of earlier settings, of which URLs that stay keep theirs
   */
  static UrlLimits[] of(
      DeliverySettings settings, UrlLimits[] known, DeliveryRules rules, RetrySchedule schedule) {
    if (settings.urls().size() > MAX_URLS) {
      throw new IllegalArgumentException(settings.urls().size() + " URLs, at most " + MAX_URLS);
    }
    Integer chosen = settings.maxConcurrency();
    int most = chosen == null ? rules.mostConcurrency() : Math.min(chosen, rules.mostConcurrency());
    UrlLimits[] made = new UrlLimits[settings.urls().size()];
    for (int url = 0; url < made.length; url++) {
      String text = settings.urls().get(url);
      UrlLimits limits = named(text, known, known.length);
      if (limits == null) {
        // a URL that is listed twice shares its limits
        limits = named(text, made, url);
      }
      if (limits == null) {
        limits = new UrlLimits(text, rules, schedule, Math.max(1, most));
      }
      limits.most(Math.max(1, most));
      made[url] = limits;
    }
    return made;
  }

  static @Nullable UrlLimits named(String url, UrlLimits[] urlLimits, int length) {
    for (int i = 0; i < length; i++) {
      if (urlLimits[i].url().equals(url)) {
        return urlLimits[i];
      }
    }
    return null;
  }

  /** FNV-1a over the characters, then mixed. */
  private static long hash(String url) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < url.length(); i++) {
      hash = (hash ^ url.charAt(i)) * 0x100000001b3L;
    }
    hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    return hash ^ (hash >>> 33);
  }

  String url() {
    return url;
  }

  /** A hash of the URL, which identifies it in cursors. */
  long hash() {
    return hash;
  }

  boolean isOpen() {
    return breaker.isOpen();
  }

  /** Whether an attempt failed since the last success. */
  boolean hasFailed() {
    return failedSinceMillis != NEVER;
  }

  /** Since when the URL {@link #hasFailed}. */
  long failedSinceMillis() {
    return failedSinceMillis;
  }

  /** Whether the breaker opened or the URL refused permanently, and it delivered nothing since. */
  boolean isFailing() {
    return failingSinceMillis != NEVER;
  }

  /**
   * Whether this is more than a single refusal: the breaker is open, as many consecutive attempts
   * failed in any way as open a breaker, or the address is forbidden.
   */
  boolean keepsFailing() {
    Failure failure = lastFailure;
    return breaker.isOpen()
        || failuresInARow == mostFailures
        || (failure != null && failure.reason() == FailureReason.ADDRESS_REFUSED);
  }

  /** Whether its last success counts: it is not failing, and nobody only said that it is not. */
  boolean isProven() {
    return !isFailing() && !unproven;
  }

  /** Since when the URL {@link #isFailing}. */
  long failingSinceMillis() {
    return failingSinceMillis;
  }

  /** The time of the last success, or {@link Long#MIN_VALUE}. */
  long deliveredAtMillis() {
    return deliveredAtMillis;
  }

  /** Lets a probe come at a time even if a Retry-After has not ended. */
  void restAtMostUntil(long millis) {
    breaker.restAtMostUntil(millis);
  }

  void most(int most) {
    this.most = most;
    limit.most(most);
  }

  /**
   * Sets how many attempts this node may have in flight, of those that all nodes may. The adaptive
   * limit stays: a share says nothing about the receiver.
   */
  void share(int share) {
    this.share = share;
  }

  /** How many attempts would be in flight if enough messages waited. */
  int wanted() {
    return breaker.isOpen() ? 1 : Math.min(most, limit.current() + limit.retries());
  }

  private boolean isFull() {
    int used = inFlight();
    return used >= most || used >= share;
  }

  int inFlight() {
    return firsts + retries + probes;
  }

  @Nullable Failure lastFailure() {
    return lastFailure;
  }

  /** The slot for an attempt of a first round, or null if none is free. */
  @Nullable Slot freeForFirst(long nowMillis) {
    return slot(Slot.FIRST, firsts < limit.current(), nowMillis);
  }

  /** Like {@link #freeForFirst}, for a replay. */
  @Nullable Slot freeForReplay(long nowMillis) {
    return slot(Slot.FIRST, firsts < limit.replays(), nowMillis);
  }

  /** Like {@link #freeForFirst}, for a later round. */
  @Nullable Slot freeForRetry(long nowMillis) {
    return slot(Slot.RETRY, retries < limit.retries(), nowMillis);
  }

  private @Nullable Slot slot(Slot slot, boolean isFree, long nowMillis) {
    if (isFull()) {
      return null;
    }
    if (breaker.isOpen()) {
      return breaker.isProbeDue(nowMillis) ? Slot.PROBE : null;
    }
    return isFree ? slot : null;
  }

  /** When a slot for a first round may be free; {@link Long#MAX_VALUE} if only an end frees one. */
  long firstAtMillis() {
    return freeAtMillis(firsts < limit.current());
  }

  /** Like {@link #firstAtMillis}, for a replay. */
  long replayAtMillis() {
    return freeAtMillis(firsts < limit.replays());
  }

  /** Like {@link #firstAtMillis}, for a later round. */
  long retryAtMillis() {
    return freeAtMillis(retries < limit.retries());
  }

  private long freeAtMillis(boolean isFree) {
    if (isFull()) {
      return Long.MAX_VALUE;
    }
    if (breaker.isOpen()) {
      return breaker.probeAtMillis();
    }
    return isFree ? Long.MIN_VALUE : Long.MAX_VALUE;
  }

  void take(Slot slot) {
    switch (slot) {
      case FIRST -> limit.began(++firsts);
      case RETRY -> retries++;
      case PROBE -> {
        probes++;
        breaker.probeStarted();
      }
    }
  }

  void release(Slot slot) {
    free(slot);
    if (slot == Slot.PROBE && probes == 0) {
      breaker.probeAbandoned();
    }
  }

  private void free(Slot slot) {
    switch (slot) {
      case FIRST -> firsts--;
      case RETRY -> retries--;
      case PROBE -> probes--;
    }
  }

  /**
   * Ends an attempt.
   *
   * @return the receiver's Retry-After in milliseconds, capped, or 0
   */
  long ended(Slot slot, Outcome outcome, long startedAtMillis, long nowMillis) {
    free(slot);
    long retryAfterMillis = 0;
    switch (outcome) {
      case Outcome.Delivered delivered -> {
        limit.succeeded(startedAtMillis, nowMillis);
        delivered(nowMillis);
      }
      case Outcome.Refused refused -> {
        breaker.close();
        failed(refused, nowMillis);
      }
      case Outcome.Failure failure -> {
        retryAfterMillis = retryAfterMillis(failure);
        if (isCongestion(failure)) {
          limit.congested(startedAtMillis, nowMillis);
        }
        long restMillis = retryAfterMillis == 0 ? 0 : schedule.retryAfterMillis(retryAfterMillis);
        breaker.failed(slot == Slot.PROBE, restMillis, nowMillis);
        failed(failure, nowMillis);
      }
    }
    return retryAfterMillis;
  }

  /** The URL accepted a message, possibly a test. */
  void delivered(long nowMillis) {
    breaker.close();
    lastFailure = null;
    failuresInARow = 0;
    failedSinceMillis = NEVER;
    failingSinceMillis = NEVER;
    unproven = false;
    deliveredAtMillis = nowMillis;
  }

  private void failed(Outcome.Failure failure, long nowMillis) {
    lastFailure = Failure.of(failure);
    failuresInARow = Math.min(failuresInARow + 1, mostFailures);
    if (failedSinceMillis == NEVER) {
      failedSinceMillis = nowMillis;
    }
    boolean failing = breaker.isOpen() || failure instanceof Outcome.Refused;
    if (failing && failingSinceMillis == NEVER) {
      failingSinceMillis = nowMillis;
    }
  }

  /** Closes the breaker on request. Until the next success, the URL counts as one that failed. */
  void closeBreaker() {
    if (breaker.isOpen() || isFailing()) {
      breaker.close();
      failuresInARow = 0;
      failingSinceMillis = NEVER;
      unproven = true;
    }
  }

  UrlHealth health() {
    return new UrlHealth(
        hash,
        breaker.state(),
        failuresInARow,
        unproven,
        new UrlHealth.Times(failedSinceMillis, failingSinceMillis, deliveredAtMillis),
        lastFailure);
  }

  void restore(UrlHealth saved) {
    breaker.restore(saved.breaker());
    failuresInARow = saved.failuresInARow();
    unproven = saved.unproven();
    failedSinceMillis = saved.times().failedSinceMillis();
    failingSinceMillis = saved.times().failingSinceMillis();
    deliveredAtMillis = saved.times().deliveredAtMillis();
    lastFailure = saved.lastFailure();
  }

  private static long retryAfterMillis(Outcome.Failure failure) {
    if (failure instanceof Outcome.Deferred deferred
        && deferred.retryAfter() != null
        && (deferred.status() == TOO_MANY_REQUESTS || deferred.status() == UNAVAILABLE)) {
      return RetrySchedule.cappedMillis(deferred.retryAfter());
    }
    return 0;
  }

  private static boolean isCongestion(Outcome.Failure failure) {
    return switch (failure) {
      case Outcome.TimedOut timedOut -> true;
      case Outcome.Deferred deferred ->
          deferred.status() == TOO_MANY_REQUESTS || deferred.status() == UNAVAILABLE;
      case Outcome.Unreachable unreachable ->
          unreachable.reason() == FailureReason.CONNECTION_REFUSED
              || unreachable.reason() == FailureReason.CONNECTION_RESET;
      case Outcome.Refused refused -> false;
      case Outcome.Untrusted untrusted -> false;
    };
  }

  UrlState state(WallClock wallClock) {
    long probeAt = breaker.probeAtMillis();
    return new UrlState(
        url,
        isFailing(),
        breaker.isOpen(),
        probeAt == Long.MAX_VALUE ? null : wallClock.wall(probeAt),
        limit.current(),
        inFlight(),
        lastFailure);
  }
}
