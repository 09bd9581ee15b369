package io.postrider.server.delivery.api;

import io.postrider.id.DestinationId;
import io.postrider.server.ledger.index.AttemptCounts;
import io.postrider.server.ledger.index.AttemptQuery;
import io.postrider.server.ledger.index.Dimension;
import io.postrider.server.ledger.index.EntryPosition;
import io.postrider.server.ledger.index.PageDirection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The recorded attempts and ends of deliveries. May be called from any thread; reads the disk. The
 * defaults are the answers of a node without the deliver role.
 */
public interface DeliveryLedger {

  /** The most entries of a page. */
  int MAX_PAGE = 1_000;

  /**
   * A page of entries.
   *
   * @param userId selects the entries of a user; null for all
   * @param after the position to go on from, exclusive; null to begin at the end
   */
  default EntryPage attempts(
      AttemptQuery query,
      @Nullable String userId,
      PageDirection direction,
      @Nullable EntryPosition after,
      int limit) {
    return new EntryPage(List.of(), null, null, null);
  }

  /** Numbers of entries over time; the range replaces that of the query. */
  default AttemptCounts counts(
      AttemptQuery query,
      @Nullable String userId,
      Instant from,
      Instant to,
      Duration step,
      List<Dimension> by) {
    return new AttemptCounts(List.of(), true);
  }

  /** What the ledger can tell about a destination; null for all. */
  default LedgerReach reach(@Nullable DestinationId destination) {
    return LedgerReach.NONE;
  }

  /**
   * A page of entries.
   *
   * @param data newest first, whatever the direction
   * @param newest the position of the newest entry; null if there is none
   * @param oldest the position of the oldest entry; null if there is none
   * @param next where the next page in the same direction goes on; null at the end
   */
  record EntryPage(
      List<LedgerEntryView> data,
      @Nullable EntryPosition newest,
      @Nullable EntryPosition oldest,
      @Nullable EntryPosition next) {

    public EntryPage {
      data = List.copyOf(data);
    }
  }
}
