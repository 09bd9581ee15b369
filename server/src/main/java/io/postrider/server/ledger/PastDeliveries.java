package io.postrider.server.ledger;

import io.postrider.delivery.FinalStatus;
import io.postrider.id.DestinationId;
import io.postrider.ledger.LedgerEntry;
import io.postrider.log.LogUnavailableException;
import io.postrider.server.ledger.index.LedgerSearch;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether messages were delivered, by the ledger. May be called from any thread; reads the
 * disk.
 */
public final class PastDeliveries {

  /** Knows nothing. */
  static final PastDeliveries UNKNOWN = new PastDeliveries(null);

  private final @Nullable LedgerSearch search;

  PastDeliveries(@Nullable LedgerSearch search) {
    this.search = search;
  }

  /**
   * Whether a message was delivered to a destination.
   *
   * @param otherwise the answer if the ledger has no end of the delivery: it began later, has a gap
   *     there, or is not indexed yet
   */
  public boolean contain(DestinationId destination, int partition, long offset, boolean otherwise) {
    if (search == null) {
      return otherwise;
    }
    boolean ended = false;
    try {
      for (LedgerEntry entry : search.story(partition, offset).entries()) {
        long target = entry.target().destination();
        if (target == destination.bits() && entry.end() == FinalStatus.DELIVERED) {
          return true;
        }
        // an entry without a destination tells that the source's rules blocked the message
        ended |= entry.end() != null && (target == destination.bits() || target == 0);
      }
    } catch (LogUnavailableException unreadable) {
      return otherwise;
    }
    return !ended && otherwise;
  }
}
