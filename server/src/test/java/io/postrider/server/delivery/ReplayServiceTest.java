package io.postrider.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.postrider.id.DestinationId;
import io.postrider.route.ActiveRanges;
import io.postrider.route.Destination;
import io.postrider.route.LogEndOffsets;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.delivery.replay.ReplayOrder;
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

  private ReplayService service(boolean paused) {
    return start(destination(paused)).replays();
  }

  private void crash() {
    flaky.away(true);
    stop();
  }

  private static Optional<ReplayService.Start> order(ReplayService service, long to) {
    return service.start(ID, List.of(new ReplayService.Span(0, 0, to)), upTo(to));
  }

  private static ReplayOrder upTo(long to) {
    return new ReplayOrder.OneMessage("all up to " + to, null);
  }

  private static ReplayStatus only(ReplayService service) {
    List<ReplayStatus> all = service.list(ID);
    assertThat(all).hasSize(1);
    return all.getFirst();
  }

  /** Sends messages and waits until nothing of them is left to do. */
  private ReplayService serviceAfter(int messages) {
    ReplayService service = service(false);
    send(messages);
    await().until(() -> retained.neededFrom() == messages);
    return service;
  }

  @Test
  void started_goesOnAfterACrash() {
    serviceAfter(3);
    stop();
    long id = order(service(true), 3).orElseThrow().id();
    crash();
    ReplayService service = service(false);
    await().until(() -> only(service).endedAt() != null);
    assertThat(only(service).id()).isEqualTo(id);
    assertThat(only(service).order()).isEqualTo(upTo(3));
    assertThat(receiver.received()).hasSize(6);
  }

  @Test
  void ended_isStillListedAfterACrash() {
    ReplayService service = serviceAfter(3);
    long id = order(service, 2).orElseThrow().id();
    await().until(() -> only(service).endedAt() != null);
    ReplayStatus before = only(service);
    order(service, 1); // is kept, and with it what was before
    crash();
    ReplayStatus after = service(true).list(ID).getLast();
    assertThat(after).isEqualTo(before);
    assertThat(after.id()).isEqualTo(id);
    assertThat(after.delivered()).isEqualTo(2);
    assertThat(after.progress()).isOne();
    assertThat(after.cancelled()).isFalse();
  }

  @Test
  void cancelled_staysSoAfterACrash() {
    serviceAfter(3);
    stop();
    ReplayService service = service(true);
    long id = order(service, 3).orElseThrow().id();
    service.cancel(ID, id + 1);
    assertThat(only(service).endedAt()).isNull();
    service.cancel(ID, id);
    crash();
    ReplayStatus after = only(service(false));
    assertThat(after.cancelled()).isTrue();
    assertThat(after.endedAt()).isNotNull();
    send(1);
    await().until(() -> receiver.received().size() == 4);
  }

  @Test
  void orderThatCannotBeKept_isRefusedAndEnded() {
    serviceAfter(3);
    stop();
    ReplayService service = service(true);
    flaky.away(true);
    assertThatThrownBy(() -> order(service, 3)).isInstanceOf(DatabaseUnavailableException.class);
    assertThat(only(service).cancelled()).isTrue();
    flaky.away(false);
    assertThat(order(service, 3).orElseThrow().busy()).isFalse();
    assertThat(service.list(ID)).extracting(ReplayStatus::cancelled).containsExactly(false, true);
  }

  @Test
  void second_isToldOfTheFirst() {
    serviceAfter(1);
    stop();
    ReplayService service = service(true);
    long first = order(service, 1).orElseThrow().id();
    assertThat(order(service, 0)).contains(new ReplayService.Start(first, true));
    assertThat(only(service).order()).isEqualTo(upTo(1));
    assertThat(service.start(new DestinationId(9), List.of(), upTo(0))).isEmpty();
    assertThat(service.list(new DestinationId(9))).isEmpty();
  }
}
