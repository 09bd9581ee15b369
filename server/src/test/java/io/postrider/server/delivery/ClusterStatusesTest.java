package io.postrider.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.delivery.DestinationState;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The status of destinations while two nodes share a log and a database. */
class ClusterStatusesTest extends ClusterTests {

  @Test
  void everyNode_showsTheBacklogAndTheHealthOfAll() {
    TestReceiver dead = closing(TestReceiver.open()).always(Behaviour.status(500));
    Node one = node("one", first, to(dead));
    Node two = node("two", second, to(dead));
    first.claim(0, 1);
    second.claim(2);
    sendTo(0, 2);
    sendTo(2, 3);
    for (Node node : List.of(one, two)) {
      await().until(() -> node.status().waiting() == 5);
      await().until(() -> node.status().state() == DestinationState.FAILING);
      assertThat(node.partitions()).containsExactly(0, 1, 2);
      assertThat(node.service().statuses().statuses()).containsOnlyKeys(ID);
      assertThat(node.status().lastError()).isNotNull();
    }
  }

  @Test
  void partitionOfANodeThatIsGone_counts_untilAnotherTakesItOver() {
    TestReceiver dead = closing(TestReceiver.open()).always(Behaviour.status(500));
    Node one = node("one", first, to(dead));
    Node two = node("two", second, to(dead));
    first.claim(0, 1);
    second.claim(2);
    sendTo(1, 4);
    await().until(() -> two.status().waiting() == 4);
    first.lose(1);
    second.claim(1);
    await().until(() -> one.partitions().equals(List.of(0, 1, 2)));
    await().until(() -> one.status().waiting() == 4);
    assertThat(two.service().inspector().status(ID).orElseThrow().waiting()).isEqualTo(4);
  }

  @Test
  void nodeWithoutPartitions_showsThoseOfOthersOnly() {
    TestReceiver refusing = closing(TestReceiver.open()).always(Behaviour.status(400));
    Node one = node("one", first, to(refusing));
    Node two = node("two", second, to(refusing));
    first.claim(0, 1, 2);
    sendTo(1, 1);
    await().until(() -> two.status().failed() == 1);
    assertThat(two.partitions()).containsExactly(0, 1, 2);
    assertThat(two.status().state()).isEqualTo(one.status().state());
  }
}
