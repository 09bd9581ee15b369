package io.postrider.server.delivery.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.DestinationId;
import io.postrider.route.LogEndOffsets;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.delivery.RoutingRuleStore;
import io.postrider.server.delivery.RoutingRuleStore.Rules;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The behaviour of routing rule stores on every database. */
abstract class RoutingRuleStoreContract {

  private static final DestinationId ONE = new DestinationId(-1);
  private static final DestinationId OTHER = new DestinationId(2);

  private Database database;
  private RoutingRuleStore store;

  /** An empty database; the same one at every call. */
  abstract DatabaseUrl url();

  @BeforeEach
  void open() {
    database = Database.open(url(), Schema.CURSORS);
    store = new SqlRoutingRuleStore(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void rules_areSavedReplacedAndDeleted() {
    assertThat(store.load()).isEmpty();
    Rules first = new Rules("a", LogEndOffsets.of(5));
    Rules second = new Rules("b", new LogEndOffsets(List.of(7L, 9L)));
    store.save(Map.of(ONE, first, OTHER, first), List.of());
    close();
    open();
    store.save(Map.of(ONE, second), List.of());
    assertThat(store.load()).containsOnly(Map.entry(ONE, second), Map.entry(OTHER, first));
    store.save(Map.of(), List.of(ONE, new DestinationId(99)));
    assertThat(store.load()).containsOnlyKeys(OTHER);
  }

  @Test
  void resettingCursors_deletesRules() {
    store.save(Map.of(ONE, new Rules("a", LogEndOffsets.of(5))), List.of());
    new SqlCursorStore(database).reset();
    assertThat(store.load()).isEmpty();
  }
}
