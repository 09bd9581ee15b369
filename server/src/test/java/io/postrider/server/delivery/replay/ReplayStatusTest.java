package io.postrider.server.delivery.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.delivery.Replay;
import io.postrider.delivery.ReplayProgress;
import io.postrider.id.DestinationId;
import io.postrider.server.delivery.replay.ReplayStatus.Part;
import io.postrider.server.delivery.replay.ReplayStatus.State;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReplayStatusTest {

  private static final Instant ENDED = Instant.parse("2026-03-01T12:00:00Z");

  private static Part part(int partition, long delivered, long failed, @Nullable Instant endedAt) {
    Replay replay = new Replay(1, 0, 10, false);
    ReplayProgress progress =
        new ReplayProgress(replay, 10, delivered + failed, delivered, failed, 0, false);
    return new Part(new DestinationId(1), partition, progress, endedAt);
  }

  private static State state(Part... parts) {
    return ReplayStatus.of(List.of(parts), false, null).state();
  }

  @Test
  void endedReplay_failedIfNothingWasDelivered() {
    assertThat(state(part(0, 0, 3, ENDED))).isEqualTo(State.FAILED);
    assertThat(state(part(0, 0, 3, ENDED), part(1, 0, 0, ENDED))).isEqualTo(State.FAILED);
  }

  @Test
  void endedReplay_isFinishedIfSomethingWasDeliveredOrNothingFailed() {
    assertThat(state(part(0, 0, 3, ENDED), part(1, 1, 0, ENDED))).isEqualTo(State.FINISHED);
    assertThat(state(part(0, 0, 0, ENDED))).isEqualTo(State.FINISHED);
  }

  @Test
  void replay_isNotFailedWhileAPartRuns() {
    assertThat(state(part(0, 0, 3, ENDED), part(1, 0, 1, null))).isEqualTo(State.RUNNING);
  }
}
