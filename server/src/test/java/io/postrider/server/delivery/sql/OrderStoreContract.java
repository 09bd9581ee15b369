package io.postrider.server.delivery.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.DestinationId;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.delivery.cluster.NodeOrder;
import io.postrider.server.delivery.cluster.OrderStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The behaviour of order stores on every database. */
abstract class OrderStoreContract {

  private static final NodeOrder ORDER =
      new NodeOrder(NodeOrder.Kind.TESTED, new DestinationId(-3), "http://r/");
  private static final Instant NOW = Instant.ofEpochMilli(1_700_000_000_123L);

  private Database database;
  private OrderStore store;

  /** An empty database; the same one at every call. */
  abstract DatabaseUrl url();

  @BeforeEach
  void open() {
    database = Database.open(url(), Schema.CURSORS);
    store = new SqlOrderStore(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void order_waitsAtEachNode_untilThatNodeAnswers() {
    store.give(-7, List.of("a", "b"), ORDER, NOW);
    assertThat(store.waiting("a")).containsExactly(new OrderStore.Waiting(-7, ORDER));
    assertThat(store.waiting("c")).isEmpty();
    store.answer(-7, "a", "");
    assertThat(store.waiting("a")).isEmpty();
    assertThat(store.waiting("b")).hasSize(1);
    assertThat(store.answers(-7)).isEqualTo(Map.of("a", ""));
    store.answer(-7, "b", "{\"Grüße\":1}");
    assertThat(store.answers(-7)).isEqualTo(Map.of("a", "", "b", "{\"Grüße\":1}"));
  }

  @Test
  void removedOrder_isNeitherWaitingNorAnswered() {
    store.give(1, List.of("a"), ORDER, NOW);
    store.give(2, List.of("a"), ORDER, NOW);
    store.remove(1, List.of("a"));
    store.answer(1, "a", "late");
    assertThat(store.answers(1)).isEmpty();
    assertThat(store.waiting("a")).extracting(OrderStore.Waiting::id).containsExactly(2L);
  }

  @Test
  void orderOfALaterVersion_isLeftAlone() {
    store.give(1, List.of("a"), ORDER, NOW);
    database.execute("update node_order set kind = 'DANCE'");
    assertThat(store.waiting("a")).isEmpty();
  }

  @Test
  void oldOrders_areSwept() {
    store.give(1, List.of("a"), ORDER, NOW);
    store.give(2, List.of("a"), ORDER, NOW.plusMillis(1));
    store.sweep(NOW.plusMillis(1));
    assertThat(store.waiting("a")).extracting(OrderStore.Waiting::id).containsExactly(2L);
  }
}
