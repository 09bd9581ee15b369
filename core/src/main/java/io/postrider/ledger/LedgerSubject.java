package io.postrider.ledger;

/**
 * What an entry's message is.
 *
 * @param source the bits of its source's ID
 * @param type the code of its type; 0 if unknown
 * @param event the event's name; empty if it has none
 */
public record LedgerSubject(long source, int type, String event) {

  /** The subject of a message that was not read again. */
  public static final LedgerSubject UNKNOWN = new LedgerSubject(0, 0, "");
}
