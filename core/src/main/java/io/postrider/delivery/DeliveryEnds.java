package io.postrider.delivery;

import io.postrider.message.RecordView;
import org.jspecify.annotations.Nullable;

/**
 * Ends deliveries: notes what was not delivered, and reports it. Belongs to the machine's thread.
 *
 * <p>A message that was delivered stays delivered. If a replay ends without success, and live
 * delivery has settled the message without a note, the driver is asked whether it was delivered: it
 * may have been filtered out, or not been for the destination.
 */
final class DeliveryEnds {

  /** The failure of a round whose outcome was lost in a crash. */
  private static final Failure NO_ANSWER = Failure.of(FailureReason.TIMEOUT);

  private final DestinationLimits limits;
  private final Effects effects;
  private final OpenDeliveries open;
  private final FailureIndex failures;
  private final ReplayRun replay;
  private final ChangeCounter changes;

  DeliveryEnds(
      DestinationLimits limits,
      Effects effects,
      OpenDeliveries open,
      FailureIndex failures,
      ReplayRun replay,
      ChangeCounter changes) {
    this.limits = limits;
    this.effects = effects;
    this.open = open;
    this.failures = failures;
    this.replay = replay;
    this.changes = changes;
  }

  // ---- without any round

  /** A message is not sent, because a later delete of its user is still to come. */
  void supersedeUnsent(long offset, RecordView record) {
    failures.supersede(offset);
    effects.doneUnsent(offset, record, FinalStatus.SUPERSEDED, null, false);
  }

  void filterUnsent(long offset, RecordView record, boolean ofReplay) {
    if (ofReplay) {
      replay.ended(FinalStatus.FILTERED);
    }
    effects.doneUnsent(offset, record, FinalStatus.FILTERED, null, ofReplay);
  }

  /** Gives up on a message that was held back for its whole retry window. */
  void giveUpUnsent(long offset, RecordView record, long nowMillis) {
    if (effects.passes(offset, record, false)) {
      Failure failure = Failure.ofHeld(limits.outage());
      failures.fail(offset, failure, limits.wallClock().wallMillis(nowMillis));
      effects.doneUnsent(offset, record, FinalStatus.FAILED, failure, false);
    } else {
      filterUnsent(offset, record, false);
    }
  }

  // ---- after a round

  /** Gives up on waiting deliveries whose retry windows ended. */
  void expire(long nowMillis) {
    while (open.windows().firstMillis() <= nowMillis) {
      OpenDelivery delivery = open.windows().first();
      if (delivery != null) {
        giveUp(delivery, nowMillis);
      }
    }
  }

  void giveUp(OpenDelivery delivery, long nowMillis) {
    if (!recall(delivery, FinalStatus.FAILED)) {
      fail(delivery, nowMillis);
    }
  }

  private void fail(OpenDelivery delivery, long nowMillis) {
    Failure last = delivery.failure() == null ? NO_ANSWER : delivery.failure();
    boolean refused = delivery.allRefused(limits.size());
    Failure failure =
        delivery.rounds() == 0
            ? Failure.ofHeld(limits.outage())
            : new Failure(last.reason(), last.status(), refused, false);
    failures.fail(delivery.offset(), failure, limits.wallClock().wallMillis(nowMillis));
    finish(delivery, FinalStatus.FAILED, failure);
  }

  /** The log no longer has the record. */
  void gone(OpenDelivery delivery) {
    if (!recall(delivery, FinalStatus.EXPIRED)) {
      finish(delivery, FinalStatus.EXPIRED, delivery.failure());
    }
  }

  /** Asks about the message of a replay without success; false if its former status is known. */
  private boolean recall(OpenDelivery delivery, FinalStatus end) {
    if (!delivery.isReplay() || failures.at(delivery.offset()) != null) {
      return false;
    }
    if (delivery.recalled() == null) {
      delivery.release();
      open.unschedule(delivery);
      delivery.recalled(end);
      effects.recall(delivery.offset());
    }
    return true;
  }

  /** Ends a replay of which the driver was asked. */
  void recalled(long offset, boolean delivered, long nowMillis) {
    OpenDelivery delivery = open.find(offset);
    FinalStatus end = delivery == null ? null : delivery.recalled();
    if (delivery == null || end == null) {
      return;
    }
    if (delivered) {
      close(delivery, end);
      effects.stayedDelivered(offset);
    } else if (end == FinalStatus.FAILED) {
      fail(delivery, nowMillis);
    } else {
      finish(delivery, end, delivery.failure());
    }
  }

  /** Notes how a delivery in flight ends, unless it is delivered nevertheless. */
  void expect(OpenDelivery delivery, FinalStatus status) {
    if (!delivery.isReplay()) {
      failures.end(delivery.offset(), status);
    }
  }

  void finish(OpenDelivery delivery, FinalStatus status, @Nullable Failure failure) {
    close(delivery, status);
    long offset = delivery.offset();
    if (status == FinalStatus.DELIVERED) {
      if (delivery.isReplay() || delivery.isCancelled() || delivery.isSuperseded()) {
        failures.clear(offset);
      }
    } else if (status == FinalStatus.EXPIRED || !delivery.isReplay()) {
      failures.end(offset, status);
    }
    effects.done(
        offset, delivery.userHash(), status, delivery.rounds(), failure, delivery.isReplay());
  }

  private void close(OpenDelivery delivery, FinalStatus status) {
    delivery.release();
    open.remove(delivery);
    delivery.end();
    changes.add();
    if (delivery.isReplay() && !delivery.isCancelled()) {
      replay.ended(status);
    }
  }
}
