package io.postrider.ledger;

/** Decides which entries of the ledger no answer shows, such as those of deleted users. */
@FunctionalInterface
public interface HiddenEntries {

  /** Hides nothing. */
  HiddenEntries NONE = (partition, entry) -> false;

  /**
   * Whether an entry is hidden.
   *
   * @param partition of the message that the entry is about
   */
  boolean hides(int partition, LedgerEntry entry);
}
