package io.postrider.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a saved cursor tells about deliveries. */
final class SavedDeliveriesTest {

  private static final Failure REFUSED = new Failure(FailureReason.HTTP_STATUS, 400, true, false);
  private static final byte[] LEVEL = {};

  private static byte[] cursor(long readTo, OpenDelivery... open) {
    CursorState state =
        new CursorState(
            readTo,
            new long[] {7},
            Pauses.NONE,
            List.of(),
            List.of(),
            List.of(open),
            List.of(),
            null);
    return CursorCodec.encode(state, 0);
  }

  private static List<EncodedFailureChunk> failures() {
    FailureIndex index = FailureIndex.of(List.of());
    index.fail(3, REFUSED, 60_000);
    index.cancel(FailureChunk.SIZE + 1L, FailureChunk.SIZE + 3L);
    index.supersede(5);
    return index.changes();
  }

  @Test
  void levelDestination_hasSettledAllBeforeThePosition() {
    SavedDeliveries saved = SavedDeliveries.of(LEVEL, 9, failures());
    assertThat(saved.status(8)).isEqualTo(new DeliveryStatus.Settled());
    assertThat(saved.status(9)).isEqualTo(new DeliveryStatus.Waiting());
    assertThat(saved.status(3)).isEqualTo(new DeliveryStatus.Failed(REFUSED));
    assertThat(saved.status(5)).isEqualTo(new DeliveryStatus.Superseded());
  }

  @Test
  void openDeliveries_tellRoundsErrorAndTheNextRound() {
    OpenDelivery retried = new OpenDelivery(4, 0, 90_000, false);
    retried.rounds(2);
    retried.failure(Failure.of(FailureReason.TIMEOUT));
    retried.widen(1);
    retried.due(0, 70_000, false);
    SavedDeliveries saved =
        SavedDeliveries.of(cursor(6, retried, new OpenDelivery(5, 0, 90_000, false)), 9, List.of());
    assertThat(saved.status(4))
        .isEqualTo(
            new DeliveryStatus.Open(
                2, Instant.ofEpochMilli(70_000), Failure.of(FailureReason.TIMEOUT)));
    assertThat(saved.status(5)).isEqualTo(new DeliveryStatus.Open(0, null, null));
    assertThat(saved.status(6)).isEqualTo(new DeliveryStatus.Waiting());
  }

  @Test
  void failures_areListedLatestFirst_overChunks() {
    SavedDeliveries saved = SavedDeliveries.of(LEVEL, 0, failures());
    long second = FailureChunk.SIZE;
    assertThat(saved.undeliveredBefore(Long.MAX_VALUE, 9))
        .containsExactly(second + 2, second + 1, 3L);
    assertThat(saved.undeliveredBefore(second + 2, 1)).containsExactly(second + 1);
    assertThat(saved.failedAt(3)).isEqualTo(Instant.ofEpochMilli(60_000));
    assertThat(saved.failedAt(4)).isNull();
    assertThat(saved.recordedStatus(second + 1)).isEqualTo(new DeliveryStatus.Cancelled());
    assertThat(SavedDeliveries.chunk(second - 1)).isZero();
    assertThat(SavedDeliveries.chunk(second)).isEqualTo(1);
  }
}
