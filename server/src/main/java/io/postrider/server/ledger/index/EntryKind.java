package io.postrider.server.ledger.index;

import io.postrider.ledger.LedgerEntry;
import io.postrider.ledger.LedgerSubject;
import io.postrider.ledger.LedgerTarget;
import java.util.Comparator;

/**
 * What many entries have in common: everything but message, user, time and sizes. The index counts
 * entries by kind.
 *
 * @param outcome see {@link EntryOutcome}
 */
record EntryKind(LedgerTarget target, LedgerSubject subject, int outcome) {

  /** Stands for all event names beyond the limit of a run. No client sends it by accident. */
  static final String OTHER_EVENTS = "\uFFFFother";

  /** The kinds of one destination are neighbours. */
  static final Comparator<EntryKind> ORDER =
      Comparator.comparingLong((EntryKind kind) -> kind.target.destination())
          .thenComparing(kind -> kind.target.url())
          .thenComparingInt(EntryKind::outcome)
          .thenComparingLong(kind -> kind.subject.source())
          .thenComparingInt(kind -> kind.subject.type())
          .thenComparing(kind -> kind.subject.event());

  static EntryKind of(LedgerEntry entry) {
    return new EntryKind(entry.target(), entry.subject(), EntryOutcome.of(entry));
  }

  /** The same without its event name. */
  EntryKind withoutEvent() {
    return new EntryKind(
        target, new LedgerSubject(subject.source(), subject.type(), OTHER_EVENTS), outcome);
  }
}
