package io.postrider.server.ledger;

import io.postrider.id.WireNamed;

/** Why the ledger does not have some entries. */
public enum GapReason implements WireNamed {
  /** Its disk refused them, or was so slow that memory ran out. */
  NOT_WRITTEN,
  /**
   * Their destination was deleted, and the process stopped before it had read what waited there:
   * nobody knows any more which messages were for it.
   */
  DESTINATION_DELETED
}
