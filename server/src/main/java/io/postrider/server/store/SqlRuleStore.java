package io.postrider.server.store;

import io.postrider.route.DestinationId;
import io.postrider.server.deliver.RuleStore;
import io.postrider.server.deliver.StoreAwayException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Since when rules hold, in SQL: one row for each destination. */
public final class SqlRuleStore implements RuleStore {

  private final Access access;

  /** Keeps them in a database that was opened with {@link Schema#CURSORS}. */
  public SqlRuleStore(Database database) {
    this.access = new Access(database, StoreAwayException::new);
  }

  @Override
  public Map<DestinationId, Rules> load() {
    return access.read(
        handle -> {
          Map<DestinationId, Rules> rules = new HashMap<>();
          handle
              .select("select destination, fingerprint, since_ends from delivery_rules")
              .map(
                  (row, context) ->
                      Map.entry(
                          new DestinationId(row.getLong(1)),
                          new Rules(row.getString(2), SpanRows.ends(row.getString(3)))))
              .forEach(entry -> rules.put(entry.getKey(), entry.getValue()));
          return rules;
        });
  }

  @Override
  public void keep(Map<DestinationId, Rules> changed, Collection<DestinationId> gone) {
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
                      SpanRows.text(rules.since())));
          gone.forEach(
              destination ->
                  handle.execute(
                      "delete from delivery_rules where destination = ?", destination.bits()));
          return changed.size();
        });
  }
}
