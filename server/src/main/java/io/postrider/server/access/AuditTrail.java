package io.postrider.server.access;

import io.postrider.server.database.Slice;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where the audit trail is kept.
 *
 * <p>May be called from any thread, and by several nodes at once; every call blocks, and may throw
 * {@link io.postrider.server.database.DatabaseUnavailableException}. Stores of sources,
 * destinations, tokens and the workspace add to it in the transactions of their changes; {@link
 * #add} is for what is kept elsewhere.
 */
public interface AuditTrail {

  /** How many entries are kept; an older one goes when a new one comes. */
  int MOST_ENTRIES = 100_000;

  /** How long an entry is kept; an older one goes when a new one comes. */
  Duration KEPT = Duration.ofDays(365);

  /**
   * An entry.
   *
   * @param number its place: later entries have higher ones
   */
  record Entry(long number, AuditStamp stamp, AuditEvent event) {}

  /**
   * Entries with numbers below one.
   *
   * @param subject the id of the one thing they are about, or null for all
   */
  Slice<Entry> page(long before, int limit, @Nullable String subject);

  /** Adds an entry. */
  void add(AuditStamp stamp, AuditEvent event);
}
