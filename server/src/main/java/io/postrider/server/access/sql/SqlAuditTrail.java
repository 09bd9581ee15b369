package io.postrider.server.access.sql;

import io.postrider.server.access.AuditEvent;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.AuditTrail;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.Database;
import io.postrider.server.database.ExactText;
import io.postrider.server.database.Schema;
import io.postrider.server.database.Slice;
import java.util.List;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** The audit trail in SQL. */
public final class SqlAuditTrail implements AuditTrail {

  private final CatalogAccess access;

  /** Reads and adds to a database that was opened with {@link Schema#CATALOG}. */
  public SqlAuditTrail(Database database) {
    this.access = new CatalogAccess(database);
  }

  @Override
  public Slice<Entry> page(long before, int limit, @Nullable String subject) {
    List<Entry> found =
        access.read(
            handle -> {
              Query query =
                  handle
                      .createQuery(
                          "select * from audit_entry where number < :before"
                              + (subject == null ? "" : " and subject_id = :subject")
                              + " order by number desc limit :limit")
                      .bind("before", before)
                      .bind("limit", limit + 1);
              if (subject != null) {
                query.bind("subject", ExactText.readable(subject));
              }
              return query.map((row, context) -> AuditRows.read(row)).list();
            });
    return Slice.of(found, limit, Entry::number);
  }

  @Override
  public void add(AuditStamp stamp, AuditEvent event) {
    access.change(
        handle -> {
          AuditRows.add(handle, stamp, event);
          return event;
        });
  }
}
