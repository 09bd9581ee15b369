package io.postrider.server.privacy.sql;

import io.postrider.id.Wtf8;
import io.postrider.server.privacy.RegulationStore;
import java.util.Arrays;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/** Adds and removes the rows of suppressions, and keeps count of them. */
final class SuppressionRows {

  private SuppressionRows() {}

  /** Suppresses the users of a request; answers how many suppressions are new. */
  static int add(Handle handle, RegulationStore.Order order, long version) {
    int added = 0;
    for (String source : scopes(order)) {
      try (PreparedBatch batch =
          handle.prepareBatch(
              "insert into suppression (user_id, source, version, regulation_id, created_at)"
                  + " values (?, ?, ?, ?, ?) on conflict do nothing")) {
        for (String user : order.subjects()) {
          batch.add(
              Wtf8.encode(user),
              source,
              version,
              order.id().bits(),
              order.createdAt().toEpochMilli());
        }
        added += sum(batch);
      }
    }
    handle.execute("update privacy set suppressions = suppressions + ? where id = 1", added);
    return added;
  }

  /**
   * Lifts suppressions of the users of a request: those of the sources that it names, or all of
   * them; answers how many there were.
   */
  static int lift(Handle handle, RegulationStore.Order order, long version) {
    int lifted = 0;
    boolean everything = order.sources().isEmpty();
    for (String source : scopes(order)) {
      try (PreparedBatch batch =
          handle.prepareBatch(
              "delete from suppression where user_id = ?"
                  + (everything ? "" : " and source = ?"))) {
        for (String user : order.subjects()) {
          if (everything) {
            batch.add((Object) Wtf8.encode(user));
          } else {
            batch.add(Wtf8.encode(user), source);
          }
        }
        lifted += sum(batch);
      }
    }
    if (lifted > 0) {
      handle.execute(
          "update privacy set suppressions = suppressions - ?, lifted_version = ? where id = 1",
          lifted,
          version);
    }
    return lifted;
  }

  private static List<String> scopes(RegulationStore.Order order) {
    return order.sources().isEmpty()
        ? List.of(SqlSuppressionStore.column(null))
        : order.sources().stream().map(SqlSuppressionStore::column).toList();
  }

  private static int sum(PreparedBatch batch) {
    return batch.size() == 0 ? 0 : Arrays.stream(batch.execute()).sum();
  }
}
