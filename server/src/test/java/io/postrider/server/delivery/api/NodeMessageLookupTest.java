package io.postrider.server.delivery.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.delivery.DeliveryStatus;
import io.postrider.delivery.Failure;
import io.postrider.delivery.FailureReason;
import io.postrider.id.DestinationId;
import io.postrider.route.RoutingDecision;
import io.postrider.server.delivery.api.MessageLookup.DeliveryView;
import io.postrider.server.delivery.api.MessageLookup.State;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shown status of a message, by delivery status and routing decision. */
class NodeMessageLookupTest {

  private static final DestinationId ID = new DestinationId(1);
  private static final Failure GONE = new Failure(FailureReason.HTTP_STATUS, 410, true, false);

  private static State state(
      RoutingDecision decision, boolean rulesUnchanged, DeliveryStatus status) {
    return NodeMessageLookup.view(ID, decision, rulesUnchanged, status).state();
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
            NodeMessageLookup.view(
                ID, RoutingDecision.DELIVER, true, new DeliveryStatus.Open(2, due, GONE)))
        .isEqualTo(new DeliveryView(ID, State.RETRYING, "http_status", 410, null, 2, due));
    assertThat(
            NodeMessageLookup.view(
                ID, RoutingDecision.DELIVER, true, new DeliveryStatus.Failed(GONE)))
        .isEqualTo(new DeliveryView(ID, State.FAILED, "http_status", 410, null, null, null));
  }

  @Test
  void held_hasTheDestinationsLastErrorBesideIt() {
    Failure held = new Failure(FailureReason.HTTP_STATUS, 503, false, true);
    DeliveryView view =
        NodeMessageLookup.view(ID, RoutingDecision.DELIVER, true, new DeliveryStatus.Failed(held));
    assertThat(view.reason()).isEqualTo("held");
    assertThat(view.status()).isNull();
    assertThat(view.lastError())
        .isEqualTo(new FailureView("http_status", 503, "The receiver answered 503."));
  }
}
