package io.postrider.server.ledger;

import io.postrider.id.DestinationId;
import java.time.Instant;

/**
 * Entries that the ledger does not have.
 *
 * @param from the time of the first
 * @param to the time of the last
 * @param fromOffset the lowest offset of a message among them
 * @param toOffset the highest offset of a message among them
 * @param count how many there are, at most
 */
public record LedgerGap(
    DestinationId destination,
    int partition,
    Instant from,
    Instant to,
    long fromOffset,
    long toOffset,
    long count,
    GapReason reason) {

  /** This gap with later entries; it begins at the same time. */
  LedgerGap extended(LedgerGap later) {
    LedgerGap both = join(later);
    return new LedgerGap(
        destination, partition, from, both.to, both.fromOffset, both.toOffset, both.count, reason);
  }

  /** One gap for both; they must be of the same destination, partition and reason. */
  LedgerGap join(LedgerGap other) {
    return new LedgerGap(
        destination,
        partition,
        from.isBefore(other.from) ? from : other.from,
        to.isAfter(other.to) ? to : other.to,
        Math.min(fromOffset, other.fromOffset),
        Math.max(toOffset, other.toOffset),
        count + other.count,
        reason);
  }
}
