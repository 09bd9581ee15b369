package io.postrider.server.delivery.sql;

import static io.postrider.server.delivery.cluster.StatusTextTest.failing;
import static io.postrider.server.delivery.cluster.StatusTextTest.untried;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.DestinationId;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.delivery.cluster.ClusterStore;
import io.postrider.server.delivery.cluster.ClusterStore.NodeStatus;
import io.postrider.server.delivery.cluster.PartitionOwner;
import io.postrider.server.delivery.cluster.RunningNodes;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The behaviour of cluster stores on every database. */
abstract class ClusterStoreContract {

  private static final DestinationId ONE = new DestinationId(-1);
  private static final DestinationId OTHER = new DestinationId(2);
  private static final Instant NOW = Instant.ofEpochMilli(1_700_000_000_123L);

  private Database database;
  private ClusterStore store;

  /** An empty database; the same one at every call. */
  abstract DatabaseUrl url();

  @BeforeEach
  void open() {
    database = Database.open(url(), Schema.CURSORS);
    store = new SqlClusterStore(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static PartitionOwner owner(int partition, String node, long epoch) {
    return new PartitionOwner(partition, node, epoch, NOW);
  }

  @Test
  void partition_belongsToTheLatestEpoch() {
    store.publish("a", List.of(owner(1, "a", 3), owner(0, "a", 3)), Map.of(), List.of());
    store.publish("b", List.of(owner(1, "b", 4)), Map.of(), List.of());
    store.publish("a", List.of(owner(0, "a", 3), owner(1, "a", 3)), Map.of(), List.of());
    assertThat(store.owners()).containsExactly(owner(0, "a", 3), owner(1, "b", 4));
    PartitionOwner later = new PartitionOwner(1, "b", 4, NOW.plusSeconds(1));
    store.publish("b", List.of(later), Map.of(), List.of());
    assertThat(store.owners()).containsExactly(owner(0, "a", 3), later);
  }

  @Test
  void runningNodes_areThoseThatPublishMeanwhile() {
    store.publish("a", List.of(owner(0, "a", 1)), Map.of(), List.of());
    store.publish("b", List.of(owner(1, "b", 1)), Map.of(), List.of());
    assertThat(RunningNodes.during(() -> {}, store)).isEmpty();
    PartitionOwner again = new PartitionOwner(1, "b", 1, NOW.plusSeconds(1));
    Runnable pause =
        () -> {
          store.publish("b", List.of(again), Map.of(), List.of());
          store.publish("c", List.of(owner(2, "c", 1)), Map.of(), List.of());
        };
    assertThat(RunningNodes.during(pause, store)).containsExactly("b", "c");
  }

  @Test
  void statuses_areKeptByNodeAndDestination() {
    store.publish(
        "a", List.of(owner(0, "a", 1)), Map.of(ONE, untried(0), OTHER, untried(0)), List.of());
    store.publish("b", List.of(owner(1, "b", 1)), Map.of(ONE, untried(1)), List.of());
    store.publish("a", List.of(owner(0, "a", 1)), Map.of(ONE, failing(NOW, 0)), List.of(OTHER));
    assertThat(store.read().statuses())
        .containsExactlyInAnyOrder(
            new NodeStatus("a", ONE, failing(NOW, 0)), new NodeStatus("b", ONE, untried(1)));
    assertThat(store.read(OTHER).statuses()).isEmpty();
    assertThat(store.read(OTHER).owners()).hasSize(2);
    assertThat(store.read(ONE).statuses()).hasSize(2);
  }

  @Test
  void statusesOfNodesThatOwnNothing_areSwept() {
    store.publish("a", List.of(owner(0, "a", 1)), Map.of(ONE, untried(0)), List.of());
    store.publish("b", List.of(owner(0, "b", 2)), Map.of(ONE, untried(0)), List.of());
    store.sweep();
    assertThat(store.read().statuses()).extracting(NodeStatus::node).containsExactly("b");
  }
}
