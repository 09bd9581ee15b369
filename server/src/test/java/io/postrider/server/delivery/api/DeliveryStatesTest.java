package io.postrider.server.delivery.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.delivery.DeliveryStatus;
import io.postrider.delivery.Failure;
import io.postrider.delivery.FailureReason;
import io.postrider.delivery.FinalStatus;
import io.postrider.id.DestinationId;
import io.postrider.ledger.LedgerEntry;
import io.postrider.ledger.LedgerSubject;
import io.postrider.ledger.LedgerTarget;
import io.postrider.route.RoutingDecision;
import io.postrider.server.delivery.api.MessageLookup.DeliveryView;
import io.postrider.server.delivery.api.MessageLookup.State;
import io.postrider.server.delivery.api.RecordedDelivery.Reach;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shown status of a message, by delivery status and routing decision. */
class DeliveryStatesTest {

  private static final DestinationId ID = new DestinationId(1);
  private static final Failure GONE = new Failure(FailureReason.HTTP_STATUS, 410, true, false);

  private static State state(
      RoutingDecision decision, boolean rulesUnchanged, DeliveryStatus status) {
    return DeliveryStates.view(ID, decision, rulesUnchanged, status).state();
  }

  @ParameterizedTest
  @CsvSource({
    "DELIVER,    true,  DELIVERED",
    "DELIVER,    false, SETTLED",
    "FILTERED,   true,  FILTERED",
    "FILTERED,   false, SETTLED",
    "HISTORICAL, true,  NOT_FOR_IT",
    "HISTORICAL, false, SETTLED",
    "EXCLUDED,   true,  NOT_FOR_IT",
    "EXCLUDED,   false, NOT_FOR_IT",
    "NOT_FOR_IT, true,  NOT_FOR_IT",
    "NOT_FOR_IT, false, NOT_FOR_IT"
  })
  void settled_dependsOnDecisionAndRules(
      RoutingDecision decision, boolean rulesUnchanged, State expected) {
    assertThat(state(decision, rulesUnchanged, new DeliveryStatus.Settled())).isEqualTo(expected);
  }

  @Test
  void recordedStatuses_areShown() {
    for (boolean rulesUnchanged : new boolean[] {true, false}) {
      assertThat(state(RoutingDecision.DELIVER, rulesUnchanged, new DeliveryStatus.Superseded()))
          .isEqualTo(State.SUPERSEDED);
      assertThat(state(RoutingDecision.DELIVER, rulesUnchanged, new DeliveryStatus.Filtered()))
          .isEqualTo(State.FILTERED);
      assertThat(state(RoutingDecision.DELIVER, rulesUnchanged, new DeliveryStatus.Expired()))
          .isEqualTo(State.EXPIRED);
      assertThat(state(RoutingDecision.DELIVER, rulesUnchanged, new DeliveryStatus.Cancelled()))
          .isEqualTo(State.CANCELLED);
      assertThat(state(RoutingDecision.FILTERED, rulesUnchanged, new DeliveryStatus.Failed(GONE)))
          .isEqualTo(State.FAILED);
    }
  }

  @Test
  void spans_excludeMessagesThatWereNotForTheDestination() {
    assertThat(state(RoutingDecision.NOT_FOR_IT, true, new DeliveryStatus.Cancelled()))
        .isEqualTo(State.NOT_FOR_IT);
    assertThat(state(RoutingDecision.EXCLUDED, true, new DeliveryStatus.Expired()))
        .isEqualTo(State.NOT_FOR_IT);
    assertThat(state(RoutingDecision.NOT_FOR_IT, true, new DeliveryStatus.Waiting()))
        .isEqualTo(State.NOT_FOR_IT);
  }

  @Test
  void open_isWaitingOrRetrying() {
    Instant due = Instant.parse("2026-03-01T12:00:00Z");
    assertThat(state(RoutingDecision.DELIVER, true, new DeliveryStatus.Waiting()))
        .isEqualTo(State.WAITING);
    assertThat(state(RoutingDecision.DELIVER, true, new DeliveryStatus.Open(1, null, null)))
        .isEqualTo(State.WAITING);
    assertThat(
            DeliveryStates.view(
                ID, RoutingDecision.DELIVER, true, new DeliveryStatus.Open(2, due, GONE)))
        .isEqualTo(
            new DeliveryView(
                ID, State.RETRYING, "http_status", 410, null, 2, due, null, null, null));
    assertThat(
            DeliveryStates.view(ID, RoutingDecision.DELIVER, true, new DeliveryStatus.Failed(GONE)))
        .isEqualTo(
            new DeliveryView(
                ID, State.FAILED, "http_status", 410, null, null, null, null, null, null));
  }

  @Test
  void held_hasTheDestinationsLastErrorBesideIt() {
    Failure held = new Failure(FailureReason.HTTP_STATUS, 503, false, true);
    DeliveryView view =
        DeliveryStates.view(ID, RoutingDecision.DELIVER, true, new DeliveryStatus.Failed(held));
    assertThat(view.reason()).isEqualTo("held");
    assertThat(view.status()).isNull();
    assertThat(view.lastError())
        .isEqualTo(new FailureView("http_status", 503, "The receiver answered 503."));
  }

  // ---- with the ledger

  private static final LedgerTarget TARGET = new LedgerTarget(1, "http://a/");

  private static LedgerEntry entry(
      long atMillis, int round, boolean replay, @Nullable FinalStatus end) {
    boolean delivered = end == FinalStatus.DELIVERED;
    return new LedgerEntry(
        TARGET,
        LedgerSubject.UNKNOWN,
        5,
        0,
        atMillis,
        replay,
        round,
        new LedgerEntry.SentAttempt(delivered ? 200 : 410, 1_000, 10, null),
        delivered ? null : GONE,
        end,
        null);
  }

  private static DeliveryView view(
      RoutingDecision decision, DeliveryStatus status, Reach reach, LedgerEntry... entries) {
    return DeliveryStates.view(
        ID, decision, false, status, new RecordedDelivery(List.of(entries), reach));
  }

  @Test
  void recordedEnd_isShownWhateverTheRules() {
    for (RoutingDecision decision : RoutingDecision.values()) {
      DeliveryView view =
          view(
              decision,
              new DeliveryStatus.Settled(),
              Reach.COVERED,
              entry(7_000, 1, false, FinalStatus.DELIVERED));
      assertThat(view.state()).as(decision.name()).isEqualTo(State.DELIVERED);
      assertThat(view.endedAt()).isEqualTo(Instant.ofEpochSecond(7));
    }
  }

  @Test
  void everyEnd_hasItsState() {
    for (FinalStatus end : FinalStatus.values()) {
      DeliveryView view =
          view(
              RoutingDecision.DELIVER,
              new DeliveryStatus.Settled(),
              Reach.IN_GAP,
              entry(1, 1, false, end));
      assertThat(view.state().name()).isEqualTo(end.name());
    }
  }

  /** A replay that fails, or a restart before the cursor was saved, does not take it back. */
  @Test
  void deliveredOnce_staysDelivered() {
    LedgerEntry delivered = entry(1, 1, false, FinalStatus.DELIVERED);
    for (DeliveryStatus status :
        List.of(
            new DeliveryStatus.Waiting(),
            new DeliveryStatus.Open(1, null, GONE),
            new DeliveryStatus.Failed(GONE))) {
      DeliveryView view =
          view(
              RoutingDecision.DELIVER,
              status,
              Reach.COVERED,
              delivered,
              entry(2, 1, true, FinalStatus.FAILED));
      assertThat(view.state()).isEqualTo(State.DELIVERED);
    }
  }

  @Test
  void openDelivery_isOpenAlthoughAnEarlierOneFailed() {
    LedgerEntry failed = entry(1, 1, false, FinalStatus.FAILED);
    DeliveryStatus open = new DeliveryStatus.Open(1, null, GONE);
    assertThat(view(RoutingDecision.DELIVER, open, Reach.COVERED, failed).state())
        .isEqualTo(State.RETRYING);
  }

  @Test
  void endThatIsNotRecorded_saysWhy() {
    DeliveryStatus settled = new DeliveryStatus.Settled();
    assertThat(view(RoutingDecision.DELIVER, settled, Reach.IN_GAP).state())
        .isEqualTo(State.UNKNOWN_IN_GAP);
    assertThat(view(RoutingDecision.FILTERED, settled, Reach.BEFORE_LEDGER).state())
        .isEqualTo(State.UNKNOWN_BEFORE_LEDGER);
    assertThat(view(RoutingDecision.DELIVER, settled, Reach.COVERED).state())
        .isEqualTo(State.SETTLED);
    assertThat(view(RoutingDecision.NOT_FOR_IT, settled, Reach.IN_GAP).state())
        .isEqualTo(State.NOT_FOR_IT);
    assertThat(
            view(RoutingDecision.DELIVER, new DeliveryStatus.Failed(GONE), Reach.BEFORE_LEDGER)
                .state())
        .isEqualTo(State.FAILED);
  }

  @Test
  void repeatedRounds_areMarked_thoseOfReplaysAreNot() {
    RecordedDelivery recorded =
        new RecordedDelivery(
            List.of(
                entry(1, 1, false, null),
                entry(2, 1, false, null),
                entry(3, 2, false, FinalStatus.FAILED),
                entry(4, 1, true, FinalStatus.FAILED),
                entry(5, 1, true, FinalStatus.DELIVERED),
                entry(5, 1, true, FinalStatus.DELIVERED)),
            Reach.COVERED);
    assertThat(recorded.views(0, "m"))
        .extracting(LedgerEntryView::repeat)
        .containsExactly(false, true, false, false, false, true);
  }
}
