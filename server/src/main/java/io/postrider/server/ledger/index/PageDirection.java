package io.postrider.server.ledger.index;

/** In which direction a page goes on. */
public enum PageDirection {
  /** From new to old. */
  OLDER,
  /** From old to new. */
  NEWER
}
