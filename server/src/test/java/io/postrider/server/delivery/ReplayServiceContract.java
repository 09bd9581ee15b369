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
import io.postrider.server.delivery.replay.ReplayStatus.State;
import io.postrider.server.delivery.replay.Replays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Starts, lists and cancels replays across restarts. A database that is unavailable while the
 * service stops leaves the state of a crash.
 */
abstract class ReplayServiceContract extends DeliveryTests {

  private static final DestinationId ID = new DestinationId(1);

  private final FlakyCursorStore flaky = new FlakyCursorStore(super::cursorStore);
  private TestReceiver receiver;

  ReplayServiceContract(DeliveryStorage storage) {
    super(storage);
  }

  @Override
  CursorStore cursorStore() {
    flaky.unavailable(false);
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
    flaky.unavailable(true);
    stop();
  }

  private static Replays.Start order(ReplayService service, long to) {
    return service.start(ID, List.of(new ReplayControl.Span(0, 0, to)), upTo(to));
  }

  private static long startedId(Replays.Start start) {
    return ((Replays.Started) start).replay().id();
  }

  private static ReplayOrder upTo(long to) {
    return new ReplayOrder.OneMessage("all up to " + to, null);
  }

  private static ReplayStatus only(ReplayService service) {
    List<ReplayStatus> all = service.list(ID);
    assertThat(all).hasSize(1);
    return all.getFirst();
  }

  /** Sends messages and waits until they are settled. */
  private ReplayService serviceAfter(int messages) {
    ReplayService service = service(false);
    send(messages);
    await().until(() -> retained.neededFrom(0) == messages);
    return service;
  }

  @Test
  void startedReplay_continuesAfterACrash() {
    serviceAfter(3);
    stop();
    long id = startedId(order(service(true), 3));
    crash();
    ReplayService service = service(false);
    await().until(() -> only(service).endedAt() != null);
    assertThat(only(service).id()).isEqualTo(id);
    assertThat(only(service).order()).isEqualTo(upTo(3));
    assertThat(receiver.received()).hasSize(6);
  }

  @Test
  void endedReplay_isListedAfterACrash() {
    ReplayService service = serviceAfter(3);
    long id = startedId(order(service, 2));
    await().until(() -> only(service).endedAt() != null);
    ReplayStatus before = only(service);
    order(service, 1); // saved together with the end of the first
    crash();
    ReplayStatus after = service(true).list(ID).getLast();
    assertThat(after).isEqualTo(before);
    assertThat(after.id()).isEqualTo(id);
    assertThat(after.delivered()).isEqualTo(2);
    assertThat(after.progress()).isOne();
    assertThat(after.state()).isEqualTo(State.FINISHED);
  }

  @Test
  void cancelledReplay_staysCancelledAfterACrash() {
    serviceAfter(3);
    stop();
    ReplayService service = service(true);
    long id = startedId(order(service, 3));
    service.cancel(ID, id + 1);
    assertThat(only(service).endedAt()).isNull();
    service.cancel(ID, id);
    crash();
    ReplayStatus after = only(service(false));
    assertThat(after.state()).isEqualTo(State.CANCELLED);
    assertThat(after.endedAt()).isNotNull();
    send(1);
    await().until(() -> receiver.received().size() == 4);
  }

  @Test
  void orderThatCannotBeSaved_isRefusedAndCancelled() {
    serviceAfter(3);
    stop();
    ReplayService service = service(true);
    flaky.unavailable(true);
    assertThatThrownBy(() -> order(service, 3)).isInstanceOf(DatabaseUnavailableException.class);
    assertThat(only(service).state()).isEqualTo(State.CANCELLED);
    flaky.unavailable(false);
    assertThat(order(service, 3)).isInstanceOf(Replays.Started.class);
    assertThat(service.list(ID))
        .extracting(ReplayStatus::state)
        .containsExactly(State.WAITING, State.CANCELLED);
  }

  @Test
  void secondReplay_isRefusedWhileTheFirstRuns() {
    serviceAfter(1);
    stop();
    ReplayService service = service(true);
    long first = startedId(order(service, 1));
    assertThat(order(service, 0)).isEqualTo(new Replays.Busy(first));
    assertThat(only(service).order()).isEqualTo(upTo(1));
    assertThat(service.start(new DestinationId(9), List.of(), upTo(0)))
        .isEqualTo(new Replays.NoSuchDestination());
    assertThat(service.list(new DestinationId(9))).isEmpty();
  }
}
