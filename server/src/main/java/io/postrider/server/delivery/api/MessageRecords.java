package io.postrider.server.delivery.api;

import io.postrider.id.DestinationId;
import io.postrider.ledger.LedgerEntry;
import io.postrider.server.delivery.api.RecordedDelivery.Reach;
import io.postrider.server.ledger.LedgerGap;
import io.postrider.server.ledger.index.LedgerCoverage;
import io.postrider.server.ledger.index.MessageEntries;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the ledger has about messages, at one moment. Belongs to one request. */
final class MessageRecords {

  /** Entries follow their delivery within this time; a message may end so long unrecorded. */
  static final Duration MARGIN = Duration.ofMinutes(1);

  /** The destination of an entry about a message that its source's schema blocks. */
  private static final DestinationId EVERY = new DestinationId(0);

  private final LedgerReader ledger;
  private final LedgerCoverage coverage;
  private final List<LedgerGap> gaps;

  MessageRecords(LedgerReader ledger) {
    this.ledger = ledger;
    this.coverage = ledger.coverage();
    this.gaps = ledger.gaps();
  }

  /** What the ledger has about one message. */
  OfMessage of(int partition, long offset, Instant acceptedAt) {
    MessageEntries story = ledger.search().story(partition, offset);
    Map<DestinationId, List<LedgerEntry>> byDestination = new LinkedHashMap<>();
    for (LedgerEntry entry : story.entries()) {
      byDestination
          .computeIfAbsent(new DestinationId(entry.target().destination()), _ -> new ArrayList<>())
          .add(entry);
    }
    return new OfMessage(partition, offset, isBeforeLedger(acceptedAt), byDestination);
  }

  private boolean isBeforeLedger(Instant acceptedAt) {
    Instant since = coverage.since();
    return coverage.isComplete() && since != null && acceptedAt.plus(MARGIN).isBefore(since);
  }

  /** What the ledger has about a message, by destination. */
  final class OfMessage {

    private final int partition;
    private final long offset;
    private final boolean beforeLedger;
    private final Map<DestinationId, List<LedgerEntry>> entries;

    private OfMessage(
        int partition,
        long offset,
        boolean beforeLedger,
        Map<DestinationId, List<LedgerEntry>> entries) {
      this.partition = partition;
      this.offset = offset;
      this.beforeLedger = beforeLedger;
      this.entries = entries;
    }

    /** The destinations with entries, deleted ones too. */
    List<DestinationId> destinations() {
      return entries.keySet().stream().filter(id -> !id.equals(EVERY)).toList();
    }

    /** The same for a destination that the message was for: with what concerns all of them. */
    RecordedDelivery atConnected(DestinationId destination) {
      RecordedDelivery own = at(destination);
      List<LedgerEntry> both = new ArrayList<>(entries.getOrDefault(EVERY, List.of()));
      both.addAll(own.entries());
      return new RecordedDelivery(both, own.reach());
    }

    RecordedDelivery at(DestinationId destination) {
      Reach reach = beforeLedger ? Reach.BEFORE_LEDGER : Reach.COVERED;
      return new RecordedDelivery(
          entries.getOrDefault(destination, List.of()),
          gaps(destination).isEmpty() ? reach : Reach.IN_GAP);
    }

    /** The gaps in which entries of a delivery may be missing. */
    List<LedgerReach.Gap> gaps(DestinationId destination) {
      return gaps.stream()
          .filter(
              gap ->
                  gap.destination().equals(destination)
                      && gap.partition() == partition
                      && gap.fromOffset() <= offset
                      && offset <= gap.toOffset())
          .map(LedgerReach.Gap::of)
          .toList();
    }
  }
}
