package io.postrider.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.delivery.DeliveryStatus;
import io.postrider.server.delivery.replay.ReplayOrder;
import io.postrider.server.delivery.replay.ReplayStatus;
import io.postrider.server.delivery.replay.Replays;
import io.postrider.server.delivery.stats.AttemptSample;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Single deliveries, orders and replays while two nodes share a log and a database. */
@Tag("slow")
class ClusterOrdersTest extends ClusterTests {

  private static final ReplayOrder ALL =
      new ReplayOrder.Range(Instant.EPOCH, Instant.EPOCH.plusSeconds(9));

  private static List<ReplayControl.Span> everything() {
    return List.of(
        new ReplayControl.Span(0, 0, 9),
        new ReplayControl.Span(1, 0, 9),
        new ReplayControl.Span(2, 0, 9));
  }

  private static ReplayStatus only(Node node) {
    List<ReplayStatus> all = node.replays().list(ID);
    assertThat(all).hasSize(1);
    return all.getFirst();
  }

  @Test
  void failedDeliveries_areListedOnEveryNode() {
    TestReceiver refusing = closing(TestReceiver.open()).always(Behaviour.status(400));
    Node one = node("one", first, to(refusing));
    Node two = node("two", second, to(refusing));
    first.claim(0, 1);
    second.claim(2);
    sendTo(1, 2);
    sendTo(2, 1);
    for (Node node : List.of(one, two)) {
      await().until(() -> node.deliveries().failed(ID, 1, Long.MAX_VALUE, 9).size() == 2);
      await().until(() -> node.deliveries().failed(ID, 2, Long.MAX_VALUE, 9).size() == 1);
      assertThat(node.deliveries().failed(ID, 1, Long.MAX_VALUE, 9))
          .extracting(DeliveryLookup.Failed::offset)
          .containsExactly(1L, 0L);
      assertThat(node.deliveries().failed(ID, 1, 1, 9))
          .extracting(DeliveryLookup.Failed::offset)
          .containsExactly(0L);
      assertThat(node.deliveries().failed(ID, 1, 0, 9)).isEmpty();
      assertThat(node.deliveries().statuses(1, 0).get(ID))
          .isInstanceOf(DeliveryStatus.Failed.class);
      assertThat(node.deliveries().statuses(1, 2).get(ID))
          .isInstanceOf(DeliveryStatus.Waiting.class);
    }
  }

  @Test
  void tryNow_reachesEveryNode() {
    settings.put("delivery.retry-first-delay", "1h");
    settings.put("delivery.retry-max-delay", "1h");
    settings.put("delivery.probe-interval", "1h");
    TestReceiver receiver = closing(TestReceiver.open()).always(Behaviour.status(500));
    Node one = node("one", first, to(receiver));
    node("two", second, to(receiver));
    first.claim(0);
    second.claim(1, 2);
    sendTo(0, 1);
    sendTo(1, 1);
    await().until(() -> one.toAll().attempts(ID).size() == 2);
    await().until(() -> one.status().waiting() == 2 && one.partitions().size() == 3);
    receiver.always(Behaviour.status(200));
    one.toAll().tryNow(ID);
    await().until(() -> one.status().waiting() == 0);
  }

  @Test
  void attempts_ofAllNodesAreShown() {
    TestReceiver receiver = closing(TestReceiver.open());
    Node one = node("one", first, to(receiver));
    Node two = node("two", second, to(receiver));
    first.claim(0);
    second.claim(1, 2);
    sendTo(0, 1);
    sendTo(1, 1);
    for (Node node : List.of(one, two)) {
      await()
          .untilAsserted(
              () ->
                  assertThat(node.toAll().attempts(ID))
                      .extracting(AttemptSample::partition)
                      .containsExactlyInAnyOrder(0, 1));
    }
  }

  @Test
  void replay_runsInThePartitionsOfAllNodes() {
    TestReceiver receiver = closing(TestReceiver.open());
    Node one = node("one", first, to(receiver));
    Node two = node("two", second, to(receiver));
    first.claim(0);
    second.claim(1, 2);
    sendTo(0, 1);
    sendTo(1, 2);
    await().until(() -> ids(receiver).size() == 3);
    await().until(() -> one.partitions().size() == 3);
    assertThat(one.replays().start(ID, everything(), ALL)).isInstanceOf(Replays.Started.class);
    assertThat(two.replays().start(ID, everything(), ALL)).isInstanceOf(Replays.Busy.class);
    for (Node node : List.of(one, two)) {
      await().until(() -> only(node).state() == ReplayStatus.State.FINISHED);
      assertThat(only(node).delivered()).isEqualTo(3);
      assertThat(only(node).order()).isEqualTo(ALL);
    }
    assertThat(ids(receiver)).hasSize(6);
    await()
        .until(
            () -> cursorDatabase().list(Long.class, "select replay from replay_request").isEmpty());
  }

  @Test
  void replay_ofAPartitionWithoutOwner_startsWhenItHasOne() {
    TestReceiver receiver = closing(TestReceiver.open());
    Node one = node("one", first, to(receiver));
    node("two", second, to(receiver));
    first.claim(0, 1);
    second.claim(2);
    sendTo(2, 1);
    await().until(() -> ids(receiver).size() == 1);
    await().until(() -> one.partitions().size() == 3);
    second.release(2);
    one.replays().start(ID, everything(), ALL);
    await()
        .until(
            () ->
                cursorDatabase()
                    .list(Long.class, "select log_partition from replay_request")
                    .equals(List.of(2L)));
    assertThat(only(one).endedAt()).isNull();
    first.claim(2);
    await().until(() -> only(one).state() == ReplayStatus.State.FINISHED);
    assertThat(ids(receiver)).hasSize(2);
  }

  @Test
  void cancel_endsPartsOfAllNodes_andThoseThatNobodyHasStarted() {
    TestReceiver receiver = closing(TestReceiver.open());
    Node one = node("one", first, to(receiver));
    Node two = node("two", second, to(receiver));
    first.claim(0);
    second.claim(1);
    sendTo(0, 1);
    sendTo(1, 1);
    await().until(() -> ids(receiver).size() == 2);
    await().until(() -> one.partitions().size() == 2);
    one.replays().start(ID, everything(), ALL);
    two.replays().cancel(ID, only(two).id());
    first.claim(2);
    await().until(() -> only(one).state() == ReplayStatus.State.CANCELLED);
    assertThat(only(two).endedAt()).isNotNull();
  }
}
