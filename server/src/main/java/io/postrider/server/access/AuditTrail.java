package io.postrider.server.access;

import io.postrider.server.database.Slice;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The audit trail.
 *
 * <p>May be called from any thread and by several nodes; every call blocks and may throw {@link
 * io.postrider.server.database.DatabaseUnavailableException}. The stores of the catalog add entries
 * in the transactions of their changes; {@link #add} is for changes of other databases.
 */
public interface AuditTrail {

  /** The maximum number of entries; a new entry deletes the oldest. */
  int MAX_ENTRIES = 100_000;

  /** How long an entry is retained. */
  Duration RETENTION = Duration.ofDays(365);

  /**
   * An entry.
   *
   * @param number later entries have higher numbers
   */
  record Entry(long number, AuditStamp stamp, AuditEvent event) {}

  /**
   * Entries with smaller numbers, newest first.
   *
   * @param subject the ID of a changed resource; null for all
   */
  Slice<Entry> page(long before, int limit, @Nullable String subject);

  void add(AuditStamp stamp, AuditEvent event);
}
