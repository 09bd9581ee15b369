package io.postrider.server.delivery.sql;

import io.postrider.id.DestinationId;
import io.postrider.server.database.ActiveRangeRows;
import io.postrider.server.database.Database;
import io.postrider.server.database.Schema;
import io.postrider.server.delivery.RoutingRuleStore;
import java.util.Collection;
import java.util.Map;

/** Routing rule fingerprints in SQL: one row for each destination. */
public final class SqlRoutingRuleStore implements RoutingRuleStore {

  private final Database access;

  /** Uses a database with {@link Schema#CURSORS}. */
  public SqlRoutingRuleStore(Database database) {
    this.access = database;
  }

  @Override
  public Map<DestinationId, Rules> load() {
    return access.read(
        handle ->
            handle
                .select("select destination, fingerprint, since_ends as since from delivery_rules")
                .mapBy("destination", DestinationId.class, Rules.class));
  }

  @Override
  public void save(Map<DestinationId, Rules> changed, Collection<DestinationId> deleted) {
    access.write(
        handle -> {
          changed.forEach(
              (destination, rules) ->
                  handle.execute(
                      "insert into delivery_rules (destination, fingerprint, since_ends)"
                          + " values (?, ?, ?) on conflict (destination) do update set"
                          + " fingerprint = excluded.fingerprint, since_ends = excluded.since_ends",
                      destination.bits(),
                      rules.fingerprint(),
                      ActiveRangeRows.text(rules.since())));
          deleted.forEach(
              destination ->
                  handle.execute(
                      "delete from delivery_rules where destination = ?", destination.bits()));
          return changed.size();
        });
  }
}
