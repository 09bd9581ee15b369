package io.postrider.server.ledger.index;

import io.postrider.delivery.FinalStatus;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.id.WireNamed;

/** A property by which entries are filtered, counted and listed. Its values are texts. */
public enum Dimension implements WireNamed {
  /** The ID of the destination. */
  DESTINATION,
  /** Empty if the entry concerns the whole destination. */
  URL,
  /** The ID of the source. */
  SOURCE,
  /** The code of the message's type; 0 if unknown. */
  TYPE,
  /** The event's name, or {@link LedgerSearch#OTHER_EVENTS}. */
  EVENT,
  /** The status of the response; 0 without one. */
  STATUS,
  /** The reason of the failure as shown; empty without one. */
  REASON,
  /** The final status; empty if the delivery goes on. */
  END,
  /** {@code true} if something was sent. */
  SENT,
  /** {@code true} if the attempt or the delivery failed. */
  FAILED;

  /** The value of a kind. */
  String value(EntryKind kind) {
    return switch (this) {
      case DESTINATION -> new DestinationId(kind.target().destination()).toString();
      case URL -> kind.target().url();
      case SOURCE -> new SourceId(kind.subject().source()).toString();
      case TYPE -> Integer.toString(kind.subject().type());
      case EVENT -> kind.subject().event();
      case STATUS -> Integer.toString(EntryOutcome.status(kind.outcome()));
      case REASON -> EntryOutcome.reason(kind.outcome());
      case END -> end(kind.outcome());
      case SENT -> Boolean.toString(EntryOutcome.isSent(kind.outcome()));
      case FAILED -> Boolean.toString(EntryOutcome.isFailure(kind.outcome()));
    };
  }

  private static String end(int outcome) {
    FinalStatus end = EntryOutcome.end(outcome);
    return end == null ? "" : end.wireName();
  }

  boolean isOfTarget() {
    return this == DESTINATION || this == URL;
  }

  boolean isOfSubject() {
    return this == SOURCE || this == TYPE || this == EVENT;
  }
}
