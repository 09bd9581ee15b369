package io.postrider.server.delivery.api;

import io.postrider.id.DestinationId;
import io.postrider.ledger.LedgerEntry;
import io.postrider.server.delivery.MessageSearch;
import io.postrider.server.delivery.api.RecordedDelivery.Reach;
import io.postrider.server.ledger.LedgerGap;
import io.postrider.server.ledger.index.LedgerCoverage;
import io.postrider.server.ledger.index.MessageEntries;
import io.postrider.server.ledger.index.MessagePosition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What the ledger has about messages, at one moment. Belongs to one request. */
final class MessageRecords {

  /** Entries follow their delivery within this time; a message may end so long unrecorded. */
  static final Duration MARGIN = Duration.ofMinutes(1);

  private final LedgerReader ledger;
  private final LedgerCoverage coverage;
  private final List<LedgerGap> gaps;

  MessageRecords(LedgerReader ledger) {
    this.ledger = ledger;
    this.coverage = ledger.coverage();
    this.gaps = ledger.gaps();
  }

  /** What the ledger has about each of some messages, in their order. */
  List<OfMessage> of(List<MessageSearch.Found> messages) {
    List<MessageEntries> stories =
        ledger
            .search()
            .stories(
                messages.stream()
                    .map(one -> new MessagePosition(one.partition(), one.offset()))
                    .toList());
    return IntStream.range(0, messages.size())
        .mapToObj(i -> new OfMessage(messages.get(i), stories.get(i)))
        .toList();
  }

  /** An empty ledger begins now. */
  private boolean isBeforeLedger(Instant acceptedAt) {
    Instant since = coverage.since() == null ? ledger.now() : coverage.since();
    return coverage.isComplete() && acceptedAt.plus(MARGIN).isBefore(since);
  }

  /** What the ledger has about a message, by destination. */
  final class OfMessage {

    private final int partition;
    private final long offset;
    private final boolean beforeLedger;
    private final boolean beforeDamage;
    private final boolean readWhole;
    private final Map<DestinationId, List<LedgerEntry>> entries = new LinkedHashMap<>();

    private OfMessage(MessageSearch.Found message, MessageEntries story) {
      this.partition = message.partition();
      this.offset = message.offset();
      this.beforeLedger = isBeforeLedger(message.record().receivedAt());
      this.beforeDamage = coverage.isDamagedAfter(message.record().receivedAt());
      this.readWhole = story.complete();
      for (LedgerEntry entry : story.entries()) {
        entries
            .computeIfAbsent(
                new DestinationId(entry.target().destination()), _ -> new ArrayList<>())
            .add(entry);
      }
    }

    /**
     * Whether no entry is missing: all blocks were read, no gap covers the message, and the ledger
     * is older and has no damaged block since. Entries that are not indexed yet do not count.
     */
    boolean isComplete() {
      return readWhole && !beforeLedger && !beforeDamage && gaps.stream().noneMatch(this::isIn);
    }

    /** The destinations with entries, deleted ones too. */
    List<DestinationId> destinations() {
      return entries.keySet().stream().filter(id -> !id.equals(LedgerReach.EVERY)).toList();
    }

    /** The same for a destination that the message was for: with what concerns all of them. */
    RecordedDelivery atConnected(DestinationId destination) {
      RecordedDelivery own = at(destination);
      List<LedgerEntry> both = new ArrayList<>(entries.getOrDefault(LedgerReach.EVERY, List.of()));
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
                  isIn(gap)
                      && (gap.destination().equals(destination)
                          || gap.destination().equals(LedgerReach.EVERY)))
          .map(LedgerReach.Gap::of)
          .toList();
    }

    private boolean isIn(LedgerGap gap) {
      return gap.partition() == partition && gap.fromOffset() <= offset && offset <= gap.toOffset();
    }
  }
}
