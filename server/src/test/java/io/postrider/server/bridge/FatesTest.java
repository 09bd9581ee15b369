package io.postrider.server.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.delivery.Failure;
import io.postrider.delivery.Reason;
import io.postrider.delivery.Whereabouts;
import io.postrider.route.DestinationId;
import io.postrider.route.Verdict;
import io.postrider.server.control.deliveries.MessageFates.DestinationFate;
import io.postrider.server.control.deliveries.MessageFates.State;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of a message, by where its delivery is and what the rules say. */
class FatesTest {

  private static final DestinationId ID = new DestinationId(1);
  private static final Failure GONE = new Failure(Reason.HTTP_STATUS, 410, true);

  private static State state(Verdict verdict, boolean judgedAlike, Whereabouts where) {
    return Fates.fate(ID, verdict, judgedAlike, where).state();
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
  void settled_isToldAsPreciselyAsIsTrue(Verdict verdict, boolean judgedAlike, State expected) {
    assertThat(state(verdict, judgedAlike, new Whereabouts.Settled())).isEqualTo(expected);
  }

  @Test
  void marks_sayWhatTheySay() {
    for (boolean judgedAlike : new boolean[] {true, false}) {
      assertThat(state(Verdict.DELIVER, judgedAlike, new Whereabouts.Superseded()))
          .isEqualTo(State.SUPERSEDED);
      assertThat(state(Verdict.DELIVER, judgedAlike, new Whereabouts.Filtered()))
          .isEqualTo(State.FILTERED);
      assertThat(state(Verdict.DELIVER, judgedAlike, new Whereabouts.Expired()))
          .isEqualTo(State.EXPIRED);
      assertThat(state(Verdict.DELIVER, judgedAlike, new Whereabouts.Cancelled()))
          .isEqualTo(State.CANCELLED);
      assertThat(state(Verdict.FILTERED, judgedAlike, new Whereabouts.Failed(GONE)))
          .isEqualTo(State.FAILED);
    }
  }

  /** Stretches are marked whole, also over messages that were never for the destination. */
  @Test
  void stretches_sayNothingOfMessagesThatWereNotForIt() {
    assertThat(state(Verdict.NOT_FOR_IT, true, new Whereabouts.Cancelled()))
        .isEqualTo(State.NOT_FOR_IT);
    assertThat(state(Verdict.EXCLUDED, true, new Whereabouts.Expired()))
        .isEqualTo(State.NOT_FOR_IT);
    assertThat(state(Verdict.NOT_FOR_IT, true, new Whereabouts.Waiting()))
        .isEqualTo(State.NOT_FOR_IT);
  }

  @Test
  void open_isWaitingOrRetryingWithItsReason() {
    Instant due = Instant.parse("2026-03-01T12:00:00Z");
    assertThat(state(Verdict.DELIVER, true, new Whereabouts.Waiting())).isEqualTo(State.WAITING);
    assertThat(state(Verdict.DELIVER, true, new Whereabouts.Open(1, null, null)))
        .isEqualTo(State.WAITING);
    assertThat(Fates.fate(ID, Verdict.DELIVER, true, new Whereabouts.Open(2, due, GONE)))
        .isEqualTo(new DestinationFate(ID, State.RETRYING, "http_status", 410, 2, due));
    assertThat(Fates.fate(ID, Verdict.DELIVER, true, new Whereabouts.Failed(GONE)))
        .isEqualTo(new DestinationFate(ID, State.FAILED, "http_status", 410, null, null));
  }
}
