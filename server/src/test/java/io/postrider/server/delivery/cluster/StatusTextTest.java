package io.postrider.server.delivery.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.delivery.DestinationState;
import io.postrider.delivery.Failure;
import io.postrider.delivery.FailureReason;
import io.postrider.delivery.Replay;
import io.postrider.delivery.ReplayProgress;
import io.postrider.delivery.UrlState;
import io.postrider.id.DestinationId;
import io.postrider.server.catalog.DestinationHealth;
import io.postrider.server.delivery.DestinationStatus;
import io.postrider.server.delivery.replay.ReplayStatus;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The status of a destination as text, and what several nodes see together. */
public final class StatusTextTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00.123Z");

  /** A status in which everything is set, with a backlog in some partitions. */
  public static DestinationStatus failing(Instant at, int... partitions) {
    return new DestinationStatus(
        DestinationState.FAILING,
        true,
        true,
        true,
        at,
        at.minusSeconds(2),
        at.minusSeconds(1),
        new DestinationHealth.Failure("http_status", 500, "It answered 500.", "http://r/", at),
        List.of(
            new UrlState(
                "http://r/",
                true,
                true,
                at.plusSeconds(9),
                3,
                2,
                new Failure(FailureReason.HTTP_STATUS, 500, false, false))),
        Arrays.stream(partitions)
            .mapToObj(one -> new DestinationStatus.Backlog(one, 4, 5, 6, 7))
            .toList(),
        Arrays.stream(partitions)
            .mapToObj(
                one ->
                    new ReplayStatus.Part(
                        new DestinationId(-1),
                        one,
                        new ReplayProgress(new Replay(8, 1, 9, true), 5, 4, 1, 1, 2, false),
                        one == 0 ? at : null))
            .toList());
  }

  /** The status of a destination to which nothing was sent. */
  public static DestinationStatus untried(int... partitions) {
    return new DestinationStatus(
        DestinationState.HEALTHY,
        false,
        false,
        false,
        null,
        null,
        null,
        null,
        List.of(new UrlState("http://r/", false, false, null, 8, 0, null)),
        Arrays.stream(partitions)
            .mapToObj(one -> new DestinationStatus.Backlog(one, 0, 0, 9, 0))
            .toList(),
        List.of());
  }

  @Test
  void status_survivesAsText() {
    assertThat(StatusText.parse(StatusText.of(failing(NOW, 0, 3)))).isEqualTo(failing(NOW, 0, 3));
    assertThat(StatusText.parse(StatusText.of(untried()))).isEqualTo(untried());
  }

  @Test
  void textOfALaterVersion_isReadAsFarAsItIsKnown() {
    DestinationStatus read =
        StatusText.parse(
            "{\"state\":\"SLEEPY\",\"mood\":1,\"urls\":[{\"url\":\"u\",\"lastFailure\":"
                + "{\"reason\":\"BOREDOM\"}}],\"partitions\":[{\"partition\":2,\"waiting\":1}]}");
    assertThat(read.state()).isEqualTo(DestinationState.HEALTHY);
    assertThat(read.urls().getFirst().lastFailure()).isNotNull();
    assertThat(read.waiting()).isEqualTo(1);
  }

  @Test
  void severalNodes_showTheWorstStateTheLatestTimesAndTheSums() {
    DestinationStatus both =
        DestinationStatus.joined(
            List.of(untried(2), failing(NOW, 1), failing(NOW.minusSeconds(60), 0)));
    assertThat(both.state()).isEqualTo(DestinationState.FAILING);
    assertThat(both.failingSince()).isEqualTo(NOW.minusSeconds(60));
    assertThat(both.lastDeliveredAt()).isEqualTo(NOW.minusSeconds(1));
    assertThat(both.lastError()).isEqualTo(failing(NOW).lastError());
    assertThat(both.backlogs())
        .extracting(DestinationStatus.Backlog::partition)
        .containsExactly(0, 1, 2);
    assertThat(both.waiting()).isEqualTo(18);
    assertThat(both.failed()).isEqualTo(14);
    UrlState url = both.urls().getFirst();
    assertThat(url.nextProbe()).isEqualTo(NOW.minusSeconds(51));
    assertThat(url.limit()).isEqualTo(14);
    assertThat(url.inFlight()).isEqualTo(4);
  }

  @Test
  void partitionsOfOthers_areLeftOut() {
    assertThat(failing(NOW, 0, 1, 2).in(Set.of(1, 5))).isEqualTo(failing(NOW, 1));
  }
}
