package io.postrider.server.delivery.api;

import io.postrider.delivery.FinalStatus;
import io.postrider.ledger.LedgerEntry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the ledger has about one message at one destination. Immutable.
 *
 * @param entries by time, oldest first
 */
record RecordedDelivery(List<LedgerEntry> entries, Reach reach) {

  /** Whether the ledger would have the end of the delivery. */
  enum Reach {
    /** It has the end, or will have it once it is indexed. */
    COVERED,
    /** The delivery may have ended in a gap. */
    IN_GAP,
    /** The delivery may have ended before the oldest entry. */
    BEFORE_LEDGER
  }

  /** Nothing is recorded yet. */
  static final RecordedDelivery NOTHING = new RecordedDelivery(List.of(), Reach.COVERED);

  RecordedDelivery {
    entries = List.copyOf(entries);
  }

  /** The entry that ended the delivery: a successful one, or else the last; null if none did. */
  @Nullable LedgerEntry end() {
    LedgerEntry last = null;
    for (LedgerEntry entry : entries) {
      if (entry.end() == FinalStatus.DELIVERED) {
        return entry;
      }
      last = entry.end() == null ? last : entry;
    }
    return last;
  }

  boolean isDelivered() {
    LedgerEntry end = end();
    return end != null && end.end() == FinalStatus.DELIVERED;
  }

  private record Step(String url, int round, boolean sent, long replayAt) {}

  /** The entries as JSON, repeated ones marked. Rounds of replays count from one again. */
  List<LedgerEntryView> views(int partition, @Nullable String messageId) {
    Set<Step> seen = new HashSet<>();
    List<LedgerEntryView> views = new ArrayList<>();
    for (LedgerEntry entry : entries) {
      Step step =
          new Step(
              entry.target().url(),
              entry.round(),
              entry.attempt() != null,
              entry.replay() ? entry.atMillis() : -1);
      views.add(LedgerEntryView.of(entry, partition, messageId, !seen.add(step)));
    }
    return views;
  }
}
