package io.postrider.delivery;

import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rounds of open deliveries: starts them at the URLs that are due and free, and decides what
 * becomes of a delivery when attempts end.
 */
final class RoundScheduler {

  /** What a receiver asked for is met so long before the end of a window, rather than never. */
  private static final long LAST_CHANCE_MILLIS = 1_000;

  /** What is known of a round whose end nobody saw, because the program had died. */
  private static final Failure NO_ANSWER = new Failure(FailureReason.TIMEOUT, 0, false);

  private final DestinationLimits gates;
  private final Effects effects;
  private final OpenDeliveries open;
  private final FailureIndex marks;
  private final RetryWindow windows;
  private final ReplayRun replay;
  private final ChangeCounter changes;

  RoundScheduler(
      DestinationLimits gates,
      Effects effects,
      OpenDeliveries open,
      FailureIndex marks,
      RetryWindow windows,
      ReplayRun replay,
      ChangeCounter changes) {
    this.gates = gates;
    this.effects = effects;
    this.open = open;
    this.marks = marks;
    this.windows = windows;
    this.replay = replay;
    this.changes = changes;
  }

  OpenDeliveries open() {
    return open;
  }

  // ---- first rounds

  boolean isFull() {
    return open.size() >= gates.rules().maxOpen();
  }

  boolean canStartFirst(long nowMillis) {
    return !gates.isResting()
        && !isFull()
        && gates.rate().isOpen(nowMillis)
        && gates.isFreeForFirst(nowMillis);
  }

  /** Whether the first round of a message of a replay can start. */
  boolean canStartReplay(long nowMillis) {
    return !gates.isResting()
        && !isFull()
        && gates.rate().isOpen(nowMillis)
        && gates.isFreeForReplay(nowMillis);
  }

  /** Starts the first round of a message, now that one can start, unless it was held too long. */
  void first(long offset, RecordView record, long nowMillis) {
    if (!effects.passes(offset, record, false)) {
      effects.done(offset, FinalStatus.FILTERED, 0, null, false);
      return;
    }
    long end = windows.endMillis(offset, record.receivedAtMillis(), nowMillis);
    if (end <= nowMillis) {
      giveUpUnsent(offset, record, nowMillis);
      return;
    }
    long userHash = record.userHash();
    if (record.is(MessageType.DELETE)) {
      supersede(userHash, offset);
    }
    startFirst(new OpenDelivery(offset, userHash, end, false), record, nowMillis);
  }

  /** Starts the first round of a message of a replay, now that one can start. */
  void firstOfReplay(long offset, RecordView record, long nowMillis) {
    if (!effects.passes(offset, record, true)) {
      replay.ended(FinalStatus.FILTERED);
      effects.done(offset, FinalStatus.FILTERED, 0, null, true);
      return;
    }
    long end = windows.freshEndMillis(nowMillis);
    startFirst(new OpenDelivery(offset, record.userHash(), end, true), record, nowMillis);
  }

  private void startFirst(OpenDelivery delivery, RecordView record, long nowMillis) {
    List<Attempt> attempts = List.of();
    for (int url = 0; url < gates.size(); url++) {
      UrlLimits gate = gates.at(url);
      UrlLimits.Slot slot =
          delivery.isReplay() ? gate.freeForReplay(nowMillis) : gate.freeForFirst(nowMillis);
      if (slot != null) {
        attempts = with(attempts, attempt(delivery, url, slot));
      }
    }
    open.add(delivery);
    gates.rate().take(nowMillis);
    post(delivery, attempts, record, nowMillis);
  }

  /** Opens a delivery of a replay whose record must be read first. Its window begins when sent. */
  void openForReplay(long offset, long nowMillis) {
    OpenDelivery delivery = new OpenDelivery(offset, 0, RetryWindow.NOT_BEGUN, true);
    open.add(delivery);
    delivery.widen(gates.size());
    for (int url = 0; url < gates.size(); url++) {
      delivery.due(url, nowMillis, false);
    }
    open.schedule(delivery);
    changes.add();
  }

  private Attempt attempt(OpenDelivery delivery, int url, UrlLimits.Slot slot) {
    gates.at(url).take(slot);
    return new Attempt(delivery, gates.at(url), slot, url);
  }

  /** Most rounds have one attempt, and a list of one costs least. */
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
   * Asks for the record of the earliest delivery that can have its next round, if there is one.
   *
   * @param liveIsQuiet whether what a replay took may have the slots of first rounds, too
   */
  boolean retry(boolean liveIsQuiet, long nowMillis) {
    if (open.windows().isEmpty() || !gates.rate().isOpen(nowMillis)) {
      return false;
    }
    for (int url = 0; url < gates.size(); url++) {
      OpenDelivery delivery = open.due(url).first();
      if (delivery != null
          && delivery.dueMillis(url) <= nowMillis
          && slot(delivery, url, liveIsQuiet, nowMillis) != null) {
        reserve(delivery, liveIsQuiet, nowMillis);
        return true;
      }
    }
    return false;
  }

  private UrlLimits.@Nullable Slot slot(
      OpenDelivery delivery, int url, boolean liveIsQuiet, long nowMillis) {
    UrlLimits gate = gates.at(url);
    UrlLimits.Slot slot = liveIsQuiet && delivery.isUnsent() ? gate.freeForReplay(nowMillis) : null;
    return slot == null ? gate.freeForRetry(nowMillis) : slot;
  }

  private void reserve(OpenDelivery delivery, boolean liveIsQuiet, long nowMillis) {
    open.unschedule(delivery);
    List<Attempt> attempts = List.of();
    for (int url = 0; url < gates.size(); url++) {
      if (!delivery.hasRefused(url) && delivery.dueMillis(url) <= nowMillis) {
        UrlLimits.Slot slot = slot(delivery, url, liveIsQuiet, nowMillis);
        if (slot != null) {
          attempts = with(attempts, attempt(delivery, url, slot));
        }
      }
    }
    delivery.reserved(attempts);
    gates.rate().take(nowMillis);
    effects.read(delivery.offset());
  }

  void readAgain(long offset, RecordView record, long nowMillis) {
    OpenDelivery delivery = open.find(offset);
    if (delivery == null || delivery.reserved() == null) {
      return;
    }
    if (nowMillis >= delivery.windowEndMillis() && !gates.isPaused()) {
      giveUp(delivery, nowMillis);
      return;
    }
    if (!effects.passes(offset, record, delivery.isReplay())) {
      finish(delivery, FinalStatus.FILTERED, delivery.failure());
      return;
    }
    List<Attempt> attempts = stillPlanned(delivery);
    if (attempts.isEmpty() || gates.isResting()) {
      release(delivery);
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

  /** The reserved attempts, without those whose URL has been taken out of the plan meanwhile. */
  private List<Attempt> stillPlanned(OpenDelivery delivery) {
    List<Attempt> reserved = delivery.reserved();
    List<Attempt> planned = List.of();
    for (Attempt attempt : reserved == null ? List.<Attempt>of() : reserved) {
      int url = gates.indexOf(attempt);
      if (url == attempt.urlIndex()) {
        planned = with(planned, attempt);
      } else {
        attempt.release();
      }
    }
    delivery.reserved(planned);
    return planned;
  }

  private static void release(OpenDelivery delivery) {
    List<Attempt> reserved = delivery.reserved();
    if (reserved != null) {
      delivery.reserved(null);
      reserved.forEach(Attempt::release);
    }
  }

  void gone(long offset) {
    OpenDelivery delivery = open.find(offset);
    if (delivery != null && delivery.reserved() != null) {
      finish(delivery, FinalStatus.EXPIRED, delivery.failure());
    }
  }

  // ---- ends

  void ended(Attempt attempt, Outcome outcome, long nowMillis) {
    long askedMillis = gates.ended(attempt, outcome, nowMillis);
    OpenDelivery delivery = attempt.delivery();
    delivery.attemptEnded();
    if (delivery.isOver()) {
      return;
    }
    changes.add();
    switch (outcome) {
      case Outcome.Delivered delivered ->
          finish(delivery, FinalStatus.DELIVERED, delivery.failure());
      case Outcome.Failure failure -> {
        failed(attempt, failure, askedMillis, nowMillis);
        if (!delivery.isInFlight()) {
          roundFailed(delivery, nowMillis);
        }
      }
    }
  }

  private void failed(Attempt attempt, Outcome.Failure failure, long askedMillis, long nowMillis) {
    OpenDelivery delivery = attempt.delivery();
    delivery.failure(Failure.of(failure));
    int url = gates.indexOf(attempt);
    if (url < 0) {
      return;
    }
    if (failure instanceof Outcome.Refused) {
      delivery.refuse(url);
    } else if (askedMillis > 0) {
      delivery.widen(gates.size());
      delivery.due(url, askedDueMillis(delivery, askedMillis, nowMillis), true);
    }
  }

  /** A little after what was asked for, by chance, but not because of that after the window. */
  private long askedDueMillis(OpenDelivery delivery, long askedMillis, long nowMillis) {
    long laterMillis = nowMillis + gates.schedule().retryAfterMillis(askedMillis);
    long lastMillis = delivery.windowEndMillis() - LAST_CHANCE_MILLIS;
    return Math.max(nowMillis + askedMillis, Math.min(laterMillis, lastMillis));
  }

  private void roundFailed(OpenDelivery delivery, long nowMillis) {
    if (delivery.isSuperseded()) {
      finish(delivery, FinalStatus.SUPERSEDED, delivery.failure());
    } else if (delivery.isCancelled()) {
      finish(delivery, FinalStatus.CANCELLED, delivery.failure());
    } else if (delivery.allRefused(gates.size())) {
      giveUp(delivery, nowMillis);
    } else {
      long dueMillis = nowMillis + gates.schedule().delayMillis(delivery.rounds());
      delivery.widen(gates.size());
      for (int url = 0; url < gates.size(); url++) {
        boolean asked = delivery.hasAsked(url) && delivery.dueMillis(url) > nowMillis;
        if (!asked) {
          delivery.due(url, dueMillis, false);
        }
      }
      // if its window is over meanwhile, it is given up before this input ends
      open.schedule(delivery);
    }
  }

  private void giveUp(OpenDelivery delivery, long nowMillis) {
    Failure last = delivery.failure() == null ? NO_ANSWER : delivery.failure();
    boolean refused = delivery.allRefused(gates.size());
    Failure failure = new Failure(last.reason(), last.status(), refused);
    marks.fail(delivery.offset(), failure, nowMillis);
    finish(delivery, FinalStatus.FAILED, failure);
  }

  /** Gives up on those that wait and whose windows are over. */
  void expire(long nowMillis) {
    while (open.windows().firstMillis() <= nowMillis) {
      OpenDelivery delivery = open.windows().first();
      if (delivery != null) {
        giveUp(delivery, nowMillis);
      }
    }
  }

  /** Gives up on a message that was held back for all of its window. */
  void giveUpUnsent(long offset, RecordView record, long nowMillis) {
    if (effects.passes(offset, record, false)) {
      Failure outage = gates.outage();
      Failure failure = new Failure(outage.reason(), outage.status(), false);
      marks.fail(offset, failure, nowMillis);
      effects.done(offset, FinalStatus.FAILED, 0, failure, false);
    } else {
      effects.done(offset, FinalStatus.FILTERED, 0, null, false);
    }
  }

  private void supersede(long userHash, long offset) {
    for (OpenDelivery older : open.ofUserBefore(userHash, offset)) {
      if (older.isInFlight()) {
        older.supersede();
        if (!older.isReplay()) {
          // cleared if it is delivered all the same
          marks.supersede(older.offset());
        }
      } else {
        finish(older, FinalStatus.SUPERSEDED, older.failure());
      }
    }
  }

  /** Cancels what is open before an offset. */
  void cancelBefore(long offset) {
    for (OpenDelivery delivery : open.sorted()) {
      if (delivery.offset() < offset && !delivery.isCancelled()) {
        cancel(delivery);
      }
    }
  }

  /** Cancels what a replay has open. */
  void cancelReplayed() {
    for (OpenDelivery delivery : open.sorted()) {
      if (delivery.isReplay() && !delivery.isCancelled()) {
        cancel(delivery);
      }
    }
  }

  private void cancel(OpenDelivery delivery) {
    delivery.cancel();
    changes.add();
    if (!delivery.isInFlight()) {
      finish(delivery, FinalStatus.CANCELLED, delivery.failure());
    } else if (!delivery.isReplay()) {
      // cleared if it is delivered all the same
      marks.cancel(delivery.offset(), delivery.offset() + 1);
    }
  }

  private void finish(OpenDelivery delivery, FinalStatus fate, @Nullable Failure failure) {
    release(delivery);
    open.remove(delivery);
    delivery.end();
    changes.add();
    long offset = delivery.offset();
    switch (fate) {
      case DELIVERED -> {
        if (delivery.isReplay() || delivery.isCancelled() || delivery.isSuperseded()) {
          marks.clear(offset);
        }
      }
      case FAILED -> {} // marked by whoever gave it up
      case EXPIRED -> marks.expire(offset, offset + 1);
      case CANCELLED -> {
        if (!delivery.isReplay()) {
          marks.cancel(offset, offset + 1);
        }
      }
      case SUPERSEDED -> {
        if (!delivery.isReplay()) {
          marks.supersede(offset);
        }
      }
      case FILTERED -> {
        if (!delivery.isReplay()) {
          marks.filter(offset);
        }
      }
    }
    if (delivery.isReplay() && !delivery.isCancelled()) {
      replay.ended(fate);
    }
    effects.done(offset, fate, delivery.rounds(), failure, delivery.isReplay());
  }

  /** Gives the slots back that are kept for records being read. */
  void releaseAll() {
    open.sorted().forEach(RoundScheduler::release);
  }

  // ---- changes of the plan

  /** Goes over to another list of URLs. */
  void replan(int[] from, long nowMillis) {
    open.remap(from);
    changes.add();
    for (OpenDelivery delivery : open.sorted()) {
      boolean waits = !delivery.isInFlight();
      if (waits && delivery.allRefused(gates.size())) {
        giveUp(delivery, nowMillis);
      }
    }
  }

  /** A URL works again: what waited for it is due. */
  void recovered(int url, long nowMillis) {
    if (!open.due(url).isEmpty()) {
      open.hasten(url, nowMillis);
      changes.add();
    }
  }

  /** When there is something to do for what is open; {@link Long#MAX_VALUE} if only inputs help. */
  long nextWakeUp(boolean liveIsQuiet) {
    long next = open.windows().firstMillis();
    if (next == Long.MAX_VALUE) {
      return next;
    }
    long rateMillis = gates.rate().openAtMillis();
    for (int url = 0; url < gates.size(); url++) {
      OpenDelivery first = open.due(url).first();
      if (first != null) {
        long slotMillis = slotAtMillis(url, liveIsQuiet && first.isUnsent());
        next = Math.min(next, Math.max(Math.max(first.dueMillis(url), slotMillis), rateMillis));
      }
    }
    return next >= RetryWindow.NOT_BEGUN ? Long.MAX_VALUE : next;
  }

  private long slotAtMillis(int url, boolean ofReplay) {
    UrlLimits gate = gates.at(url);
    long retryMillis = gate.retryAtMillis();
    return ofReplay ? Math.min(retryMillis, gate.replayAtMillis()) : retryMillis;
  }
}
