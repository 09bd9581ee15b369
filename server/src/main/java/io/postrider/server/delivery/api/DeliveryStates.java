package io.postrider.server.delivery.api;

import io.postrider.delivery.DeliveryStatus;
import io.postrider.delivery.Failure;
import io.postrider.delivery.FinalStatus;
import io.postrider.id.DestinationId;
import io.postrider.ledger.LedgerEntry;
import io.postrider.route.RoutingDecision;
import io.postrider.server.delivery.api.MessageLookup.DeliveryView;
import io.postrider.server.delivery.api.MessageLookup.State;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Decides the shown status of a delivery. Pure.
 *
 * <p>The ledger decides what has ended, and the machine what is open. What neither knows is derived
 * from the rules: whether a message was for the destination at all.
 */
final class DeliveryStates {

  private DeliveryStates() {}

  /**
   * The status of a message at a destination.
   *
   * @param decision the decision of the rules in force
   * @param rulesUnchanged whether the rules have not changed since the message was accepted
   */
  static DeliveryView view(
      DestinationId destination,
      RoutingDecision decision,
      boolean rulesUnchanged,
      DeliveryStatus status,
      RecordedDelivery recorded) {
    LedgerEntry end = recorded.end();
    if (end != null && (recorded.isDelivered() || !isOpen(status))) {
      return ended(destination, end);
    }
    if (status instanceof DeliveryStatus.Settled && wasFor(decision)) {
      switch (recorded.reach()) {
        case IN_GAP -> {
          return DeliveryView.of(destination, State.UNKNOWN_IN_GAP, null);
        }
        case BEFORE_LEDGER -> {
          return DeliveryView.of(destination, State.UNKNOWN_BEFORE_LEDGER, null);
        }
        case COVERED -> {}
      }
    }
    return view(destination, decision, rulesUnchanged, status);
  }

  /**
   * The status at a deleted destination that has entries. What it had open was cancelled; the entry
   * that says so follows within seconds.
   */
  static DeliveryView atDeleted(DestinationId destination, RecordedDelivery recorded) {
    LedgerEntry end = recorded.end();
    if (end != null) {
      return ended(destination, end);
    }
    boolean inGap = recorded.reach() == RecordedDelivery.Reach.IN_GAP;
    return DeliveryView.of(destination, inGap ? State.UNKNOWN_IN_GAP : State.CANCELLED, null);
  }

  /** The status of a delivery that an entry of the ledger ended. */
  static DeliveryView ended(DestinationId destination, LedgerEntry entry) {
    FinalStatus end = entry.end();
    if (end == null) {
      throw new IllegalArgumentException("The entry does not end the delivery.");
    }
    State state =
        switch (end) {
          case DELIVERED -> State.DELIVERED;
          case FAILED -> State.FAILED;
          case EXPIRED -> State.EXPIRED;
          case CANCELLED -> State.CANCELLED;
          case SUPERSEDED -> State.SUPERSEDED;
          case FILTERED -> State.FILTERED;
        };
    Integer rounds = entry.round() == 0 ? null : (Integer) entry.round();
    DeliveryView view =
        state == State.FILTERED
            ? DeliveryView.of(destination, state, entry.detail())
            : view(destination, state, entry.failure(), rounds, null);
    return view.endedAt(Instant.ofEpochMilli(entry.atMillis()));
  }

  private static boolean isOpen(DeliveryStatus status) {
    return status instanceof DeliveryStatus.Open || status instanceof DeliveryStatus.Waiting;
  }

  /**
   * A message that its offset or its own settings exclude was never for the destination, whatever
   * the rules.
   */
  static boolean wasFor(RoutingDecision decision) {
    return switch (decision) {
      case NOT_FOR_IT, EXCLUDED -> false;
      case DELIVER, BLOCKED, FILTERED, HISTORICAL -> true;
    };
  }

  /** The status without a ledger. */
  static DeliveryView view(
      DestinationId destination,
      RoutingDecision decision,
      boolean rulesUnchanged,
      DeliveryStatus status) {
    return switch (status) {
      case DeliveryStatus.Open open -> {
        State state = open.failure() == null ? State.WAITING : State.RETRYING;
        yield view(destination, state, open.failure(), open.rounds(), open.nextDue());
      }
      case DeliveryStatus.Failed failed ->
          view(destination, State.FAILED, failed.failure(), null, null);
      case DeliveryStatus.Expired _ -> ifRouted(decision, destination, State.EXPIRED);
      case DeliveryStatus.Cancelled _ -> ifRouted(decision, destination, State.CANCELLED);
      case DeliveryStatus.Waiting _ -> ifRouted(decision, destination, State.WAITING);
      case DeliveryStatus.Superseded _ -> DeliveryView.of(destination, State.SUPERSEDED, null);
      case DeliveryStatus.Filtered _ -> DeliveryView.of(destination, State.FILTERED, null);
      case DeliveryStatus.Settled _ ->
          rulesUnchanged || !wasFor(decision)
              ? ifRouted(decision, destination, State.DELIVERED)
              : DeliveryView.of(destination, State.SETTLED, null);
    };
  }

  /** A status other than excluded applies only to messages for the destination. */
  private static DeliveryView ifRouted(
      RoutingDecision decision, DestinationId destination, State state) {
    return switch (decision) {
      case DELIVER -> DeliveryView.of(destination, state, null);
      case NOT_FOR_IT -> DeliveryView.of(destination, State.NOT_FOR_IT, null);
      case EXCLUDED -> DeliveryView.of(destination, State.NOT_FOR_IT, "integrations");
      case BLOCKED, FILTERED -> DeliveryView.of(destination, State.FILTERED, null);
      case HISTORICAL -> DeliveryView.of(destination, State.NOT_FOR_IT, "historical");
    };
  }

  private static DeliveryView view(
      DestinationId destination,
      State state,
      @Nullable Failure failure,
      @Nullable Integer rounds,
      @Nullable Instant nextDue) {
    FailureView shown = failure == null ? null : FailureView.of(failure);
    return new DeliveryView(
        destination,
        state,
        shown == null ? null : shown.reason(),
        shown == null ? null : shown.status(),
        failure == null ? null : FailureView.lastError(failure),
        rounds,
        nextDue,
        null,
        null,
        null);
  }
}
