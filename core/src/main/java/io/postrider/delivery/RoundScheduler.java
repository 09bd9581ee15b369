package io.postrider.delivery;

import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Starts rounds at URLs that are due and have free slots, and decides what follows. */
final class RoundScheduler {

  private final DestinationLimits limits;
  private final Effects effects;
  private final OpenDeliveries open;
  private final RetryWindow windows;
  private final DeliveryEnds ends;
  private final ChangeCounter changes;

  RoundScheduler(
      DestinationLimits limits,
      Effects effects,
      OpenDeliveries open,
      RetryWindow windows,
      DeliveryEnds ends,
      ChangeCounter changes) {
    this.limits = limits;
    this.effects = effects;
    this.open = open;
    this.windows = windows;
    this.ends = ends;
    this.changes = changes;
  }

  OpenDeliveries open() {
    return open;
  }

  DeliveryEnds ends() {
    return ends;
  }

  // ---- first rounds

  boolean isFull() {
    return open.size() >= limits.maxOpen();
  }

  boolean canStartFirst(long nowMillis) {
    return canStart(nowMillis) && limits.isFreeForFirst(nowMillis);
  }

  boolean canStartReplay(long nowMillis) {
    return canStart(nowMillis) && limits.isFreeForReplay(nowMillis);
  }

  private boolean canStart(long nowMillis) {
    return !isResting() && !isFull() && effects.hasRoom() && limits.rate().isOpen(nowMillis);
  }

  /** Whether no round may start. */
  private boolean isResting() {
    return limits.isResting() || !effects.maySend();
  }

  /** Starts the first round of a message, which must be possible. */
  void first(long offset, RecordView record, long nowMillis) {
    if (effects.isSuperseded(offset, record)) {
      ends.supersedeUnsent(offset, record);
      return;
    }
    if (!effects.passes(offset, record, false)) {
      ends.filterUnsent(offset, record, false);
      return;
    }
    long end = windows.endMillis(offset, record.receivedAtMillis(), nowMillis);
    if (end <= nowMillis) {
      ends.giveUpUnsent(offset, record, nowMillis);
      return;
    }
    long userHash = record.userHash();
    if (record.is(MessageType.DELETE)) {
      supersede(userHash, offset);
    }
    startFirst(new OpenDelivery(offset, userHash, end, false), record, nowMillis);
  }

  /** Starts the first round of a replayed message. One must be able to start. */
  void firstOfReplay(long offset, RecordView record, long nowMillis) {
    if (!effects.passes(offset, record, true)) {
      ends.filterUnsent(offset, record, true);
      return;
    }
    long end = windows.freshEndMillis(nowMillis);
    startFirst(new OpenDelivery(offset, record.userHash(), end, true), record, nowMillis);
  }

  private void startFirst(OpenDelivery delivery, RecordView record, long nowMillis) {
    List<Attempt> attempts = List.of();
    for (int url = 0; url < limits.size(); url++) {
      UrlLimits urlLimits = limits.at(url);
      UrlLimits.Slot slot =
          delivery.isReplay()
              ? urlLimits.freeForReplay(nowMillis)
              : urlLimits.freeForFirst(nowMillis);
      if (slot != null) {
        attempts = with(attempts, attempt(delivery, url, slot));
      }
    }
    open.add(delivery);
    limits.rate().take(nowMillis);
    post(delivery, attempts, record, nowMillis);
  }

  /** Opens a replayed delivery whose record must be read; its retry window has not begun. */
  void openForReplay(long offset, long nowMillis) {
    OpenDelivery delivery = new OpenDelivery(offset, 0, RetryWindow.NOT_BEGUN, true);
    open.add(delivery);
    delivery.widen(limits.size());
    for (int url = 0; url < limits.size(); url++) {
      delivery.due(url, nowMillis, false);
    }
    open.schedule(delivery);
    changes.add();
  }

  private Attempt attempt(OpenDelivery delivery, int url, UrlLimits.Slot slot) {
    limits.at(url).take(slot);
    return new Attempt(delivery, limits.at(url), slot, url);
  }

  /** Adds an attempt. Most rounds have one, so a list of one must be cheap. */
  private static List<Attempt> with(List<Attempt> attempts, Attempt attempt) {
    if (attempts.isEmpty()) {
      return List.of(attempt);
    }
    List<Attempt> more = new ArrayList<>(attempts);
    more.add(attempt);
    return List.copyOf(more);
  }

  private void post(
      OpenDelivery delivery, List<Attempt> attempts, RecordView record, long nowMillis) {
    delivery.started(attempts.size());
    for (int i = 0; i < attempts.size(); i++) {
      attempts.get(i).start(nowMillis);
    }
    changes.add();
    effects.post(
        new Round(delivery.offset(), delivery.rounds(), delivery.isReplay(), record, attempts));
  }

  // ---- later rounds

  /**
   * Requests the record of the earliest delivery whose next round can start, if any.
   *
   * @param liveIsQuiet whether replayed messages may also use the slots of first rounds
   * @param asProbe whether a delivery that is not due may be sent as a probe
   */
  boolean retry(boolean liveIsQuiet, boolean asProbe, long nowMillis) {
    if (open.windows().isEmpty() || !effects.hasRoom() || !limits.rate().isOpen(nowMillis)) {
      return false;
    }
    for (int url = 0; url < limits.size(); url++) {
      OpenDelivery delivery = next(url, nowMillis);
      if (delivery != null
          && dueMillis(delivery, url, asProbe) <= nowMillis
          && slot(delivery, url, liveIsQuiet, nowMillis) != null) {
        reserve(delivery, liveIsQuiet, asProbe, nowMillis);
        return true;
      }
    }
    return false;
  }

  /** When a delivery is due; at once as a probe, except after a Retry-After. */
  private static long dueMillis(OpenDelivery delivery, int url, boolean asProbe) {
    return asProbe && !delivery.hasRetryAfter(url) ? Long.MIN_VALUE : delivery.dueMillis(url);
  }

  /** The delivery to send to a URL first: one whose window is about to end, or the earliest due. */
  private @Nullable OpenDelivery next(int url, long nowMillis) {
    OpenDelivery last = open.windows().first();
    boolean isLastChance =
        last != null
            && last.windowEndMillis() - nowMillis <= RetryWindow.LAST_CHANCE_MILLIS
            && last.dueMillis(url) <= nowMillis
            && !last.hasRefused(url);
    return isLastChance ? last : open.due(url).first();
  }

  private UrlLimits.@Nullable Slot slot(
      OpenDelivery delivery, int url, boolean liveIsQuiet, long nowMillis) {
    UrlLimits urlLimits = limits.at(url);
    UrlLimits.Slot slot =
        liveIsQuiet && delivery.isUnsent() ? urlLimits.freeForReplay(nowMillis) : null;
    return slot == null ? urlLimits.freeForRetry(nowMillis) : slot;
  }

  private void reserve(
      OpenDelivery delivery, boolean liveIsQuiet, boolean asProbe, long nowMillis) {
    open.unschedule(delivery);
    List<Attempt> attempts = List.of();
    for (int url = 0; url < limits.size(); url++) {
      if (!delivery.hasRefused(url) && dueMillis(delivery, url, asProbe) <= nowMillis) {
        UrlLimits.Slot slot = slot(delivery, url, liveIsQuiet, nowMillis);
        if (slot != null) {
          attempts = with(attempts, attempt(delivery, url, slot));
        }
      }
    }
    delivery.reserved(attempts);
    limits.rate().take(nowMillis);
    effects.read(delivery.offset());
  }

  void readAgain(long offset, RecordView record, long nowMillis) {
    OpenDelivery delivery = open.find(offset);
    if (delivery == null || delivery.reserved() == null) {
      return;
    }
    if (nowMillis >= delivery.windowEndMillis() && !limits.isPaused()) {
      ends.giveUp(delivery, nowMillis);
      return;
    }
    if (!effects.passes(offset, record, delivery.isReplay())) {
      ends.finish(delivery, FinalStatus.FILTERED, delivery.failure());
      return;
    }
    List<Attempt> attempts = stillConfigured(delivery);
    if (attempts.isEmpty() || isResting()) {
      delivery.release();
      open.schedule(delivery);
      return;
    }
    delivery.reserved(null);
    delivery.userHash(record.userHash());
    if (delivery.isUnsent()) {
      delivery.windowEndMillis(windows.freshEndMillis(nowMillis));
    }
    post(delivery, attempts, record, nowMillis);
  }

  /** The reserved attempts whose URLs are still configured. */
  private List<Attempt> stillConfigured(OpenDelivery delivery) {
    List<Attempt> reserved = delivery.reserved();
    List<Attempt> configured = List.of();
    for (Attempt attempt : reserved == null ? List.<Attempt>of() : reserved) {
      int url = limits.indexOf(attempt);
      if (url == attempt.urlIndex()) {
        configured = with(configured, attempt);
      } else {
        attempt.release();
      }
    }
    delivery.reserved(configured);
    return configured;
  }

  void gone(long offset) {
    OpenDelivery delivery = open.find(offset);
    if (delivery != null && delivery.reserved() != null) {
      ends.gone(delivery);
    }
  }

  // ---- ends

  void ended(Attempt attempt, Outcome outcome, long nowMillis) {
    long retryAfterMillis = limits.ended(attempt, outcome, nowMillis);
    OpenDelivery delivery = attempt.delivery();
    delivery.attemptEnded();
    if (delivery.isOver()) {
      return;
    }
    changes.add();
    switch (outcome) {
      case Outcome.Delivered delivered ->
          ends.finish(delivery, FinalStatus.DELIVERED, delivery.failure());
      case Outcome.Failure failure -> {
        failed(attempt, failure, retryAfterMillis, nowMillis);
        if (!delivery.isInFlight()) {
          roundFailed(delivery, nowMillis);
        }
      }
    }
  }

  private void failed(
      Attempt attempt, Outcome.Failure failure, long retryAfterMillis, long nowMillis) {
    OpenDelivery delivery = attempt.delivery();
    delivery.failure(Failure.of(failure));
    int url = limits.indexOf(attempt);
    if (url < 0) {
      return;
    }
    if (failure instanceof Outcome.Refused) {
      delivery.refuse(url);
    } else if (retryAfterMillis > 0) {
      delivery.widen(limits.size());
      delivery.due(url, retryAfterDueMillis(delivery, retryAfterMillis, nowMillis), true);
    }
  }

  /** The due time for a Retry-After, which never moves the last attempt past the retry window. */
  private long retryAfterDueMillis(OpenDelivery delivery, long retryAfterMillis, long nowMillis) {
    long laterMillis = nowMillis + limits.schedule().retryAfterMillis(retryAfterMillis);
    long lastMillis = delivery.windowEndMillis() - RetryWindow.LAST_CHANCE_MILLIS;
    return lastMillis > nowMillis ? Math.min(laterMillis, lastMillis) : laterMillis;
  }

  private void roundFailed(OpenDelivery delivery, long nowMillis) {
    if (delivery.isSuperseded()) {
      ends.finish(delivery, FinalStatus.SUPERSEDED, delivery.failure());
    } else if (delivery.isCancelled()) {
      ends.finish(delivery, FinalStatus.CANCELLED, delivery.failure());
    } else if (delivery.allRefused(limits.size())) {
      ends.giveUp(delivery, nowMillis);
    } else {
      long dueMillis = nowMillis + limits.schedule().delayMillis(delivery.rounds());
      delivery.widen(limits.size());
      for (int url = 0; url < limits.size(); url++) {
        boolean later = delivery.hasRetryAfter(url) && delivery.dueMillis(url) > nowMillis;
        if (!later) {
          delivery.due(url, dueMillis, false);
        }
      }
      // if its window has ended, it is given up before this input ends
      open.schedule(delivery);
      limits.leaveLastChance(delivery, nowMillis);
    }
  }

  private void supersede(long userHash, long offset) {
    for (OpenDelivery older : open.ofUserBefore(userHash, offset)) {
      if (older.isInFlight()) {
        older.supersede();
        ends.expect(older, FinalStatus.SUPERSEDED);
      } else {
        ends.finish(older, FinalStatus.SUPERSEDED, older.failure());
      }
    }
  }

  void cancelBefore(long offset) {
    cancel(delivery -> delivery.offset() < offset);
  }

  void cancelReplayed() {
    cancel(OpenDelivery::isReplay);
  }

  private void cancel(Predicate<OpenDelivery> which) {
    for (OpenDelivery delivery : open.sorted()) {
      if (which.test(delivery) && !delivery.isCancelled()) {
        cancel(delivery);
      }
    }
  }

  private void cancel(OpenDelivery delivery) {
    delivery.cancel();
    changes.add();
    if (!delivery.isInFlight()) {
      ends.finish(delivery, FinalStatus.CANCELLED, delivery.failure());
    } else {
      ends.expect(delivery, FinalStatus.CANCELLED);
    }
  }

  /** Releases the slots reserved for records being read. */
  void releaseAll() {
    open.sorted().forEach(OpenDelivery::release);
  }

  // ---- changes of the settings

  void urlsChanged(int[] from, long nowMillis) {
    open.remap(from);
    changes.add();
    for (OpenDelivery delivery : open.sorted()) {
      boolean waits = !delivery.isInFlight();
      if (waits && delivery.allRefused(limits.size())) {
        ends.giveUp(delivery, nowMillis);
      }
    }
  }

  /**
   * Makes deliveries due that wait for a URL.
   *
   * @param retryAfterToo also those whose delay the receiver requested
   */
  void hasten(int url, boolean retryAfterToo, long nowMillis) {
    if (!open.due(url).isEmpty()) {
      open.hasten(url, retryAfterToo, nowMillis);
      changes.add();
    }
  }

  /** Whether a delivery is due at a URL. */
  boolean isDue(long nowMillis) {
    for (int url = 0; url < limits.size(); url++) {
      if (open.due(url).firstMillis() <= nowMillis) {
        return true;
      }
    }
    return false;
  }

  /** When open deliveries have work to do; {@link Long#MAX_VALUE} if only an input brings some. */
  long nextWakeUp(boolean liveIsQuiet, boolean asProbe) {
    long next = open.windows().firstMillis();
    if (next == Long.MAX_VALUE) {
      return next;
    }
    long rateMillis = limits.rate().openAtMillis();
    int urls = effects.hasRoom() ? limits.size() : 0;
    for (int url = 0; url < urls; url++) {
      OpenDelivery first = open.due(url).first();
      if (first != null) {
        long slotMillis = slotAtMillis(url, liveIsQuiet && first.isUnsent());
        long dueMillis = dueMillis(first, url, asProbe);
        next = Math.min(next, Math.max(Math.max(dueMillis, slotMillis), rateMillis));
      }
    }
    return next >= RetryWindow.NOT_BEGUN ? Long.MAX_VALUE : next;
  }

  private long slotAtMillis(int url, boolean ofReplay) {
    UrlLimits urlLimits = limits.at(url);
    long retryMillis = urlLimits.retryAtMillis();
    return ofReplay ? Math.min(retryMillis, urlLimits.replayAtMillis()) : retryMillis;
  }
}
