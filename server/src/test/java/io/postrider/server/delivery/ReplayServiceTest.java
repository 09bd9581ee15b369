package io.postrider.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.postrider.id.DestinationId;
import io.postrider.route.ActiveRanges;
import io.postrider.route.Destination;
import io.postrider.route.LogEndOffsets;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.delivery.replay.ReplayService;
import io.postrider.server.delivery.replay.ReplayStatus;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What is kept of replays. A database that is away while the service stops leaves behind what a
 * crash would.
 */
class ReplayServiceTest extends DeliveryTests {

  private static final DestinationId ID = new DestinationId(1);

  private final FlakyCursorStore flaky = new FlakyCursorStore(super::cursorStore);
  private TestReceiver receiver;

  @Override
  CursorStore cursorStore() {
    flaky.away(false);
    return flaky;
  }

  @BeforeEach
  void openReceiver() {
    receiver = closing(TestReceiver.open());
  }

  private Destination destination(boolean paused) {
    return destination(1, ActiveRanges.NONE.opened(LogEndOffsets.of(0)), paused, receiver.url("/"));
  }

  private ReplayService desk(boolean paused) {
    return start(destination(paused)).replays();
  }

  private void crash() {
    flaky.away(true);
    stop();
  }

  private static Optional<ReplayService.Start> order(ReplayService desk, long to) {
    return desk.start(
        ID,
        new ReplayService.Order(
            List.of(new ReplayService.Stretch(0, 0, to)), false, "all up to " + to));
  }

  private static ReplayStatus only(ReplayService desk) {
    List<ReplayStatus> all = desk.list(ID);
    assertThat(all).hasSize(1);
    return all.getFirst();
  }

  /** Sends messages and waits until nothing of them is left to do. */
  private ReplayService deskAfter(int messages) {
    ReplayService desk = desk(false);
    send(messages);
    await().until(() -> retained.neededFrom() == messages);
    return desk;
  }

  @Test
  void started_goesOnAfterACrash() {
    deskAfter(3);
    stop();
    long id = order(desk(true), 3).orElseThrow().id();
    crash();
    ReplayService desk = desk(false);
    await().until(() -> only(desk).endedAt() != null);
    assertThat(only(desk).id()).isEqualTo(id);
    assertThat(only(desk).wording()).isEqualTo("all up to 3");
    assertThat(receiver.received()).hasSize(6);
  }

  @Test
  void ended_isStillListedAfterACrash() {
    ReplayService desk = deskAfter(3);
    long id = order(desk, 2).orElseThrow().id();
    await().until(() -> only(desk).endedAt() != null);
    ReplayStatus before = only(desk);
    order(desk, 1); // is kept, and with it what was before
    crash();
    ReplayStatus after = desk(true).list(ID).getLast();
    assertThat(after).isEqualTo(before);
    assertThat(after.id()).isEqualTo(id);
    assertThat(after.delivered()).isEqualTo(2);
    assertThat(after.progress()).isOne();
    assertThat(after.cancelled()).isFalse();
  }

  @Test
  void cancelled_staysSoAfterACrash() {
    deskAfter(3);
    stop();
    ReplayService desk = desk(true);
    long id = order(desk, 3).orElseThrow().id();
    desk.cancel(ID, id + 1);
    assertThat(only(desk).endedAt()).isNull();
    desk.cancel(ID, id);
    crash();
    ReplayStatus after = only(desk(false));
    assertThat(after.cancelled()).isTrue();
    assertThat(after.endedAt()).isNotNull();
    send(1);
    await().until(() -> receiver.received().size() == 4);
  }

  @Test
  void orderThatCannotBeKept_isRefusedAndEnded() {
    deskAfter(3);
    stop();
    ReplayService desk = desk(true);
    flaky.away(true);
    assertThatThrownBy(() -> order(desk, 3)).isInstanceOf(DatabaseUnavailableException.class);
    assertThat(only(desk).cancelled()).isTrue();
    flaky.away(false);
    assertThat(order(desk, 3).orElseThrow().busy()).isFalse();
    assertThat(desk.list(ID)).extracting(ReplayStatus::cancelled).containsExactly(false, true);
  }

  @Test
  void second_isToldOfTheFirst() {
    deskAfter(1);
    stop();
    ReplayService desk = desk(true);
    long first = order(desk, 1).orElseThrow().id();
    assertThat(order(desk, 0)).contains(new ReplayService.Start(first, true));
    assertThat(only(desk).wording()).isEqualTo("all up to 1");
    assertThat(desk.start(new DestinationId(9), new ReplayService.Order(List.of(), false, "")))
        .isEmpty();
    assertThat(desk.list(new DestinationId(9))).isEmpty();
  }
}
