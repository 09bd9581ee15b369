package io.postrider.ledger;

/** A block of the ledger cannot be decoded. */
public final class LedgerCorruptException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  LedgerCorruptException(String message) {
    super(message);
  }
}
