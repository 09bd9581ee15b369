/**
 * The ledger's entries: what became of each delivery. {@link io.postrider.ledger.BlockWriter}
 * encodes entries into blocks, {@link io.postrider.ledger.LedgerBlock} decodes one. A block is one
 * record of the ledger's log, which adds checksums. Pure logic.
 */
@NullMarked
package io.postrider.ledger;

import org.jspecify.annotations.NullMarked;
