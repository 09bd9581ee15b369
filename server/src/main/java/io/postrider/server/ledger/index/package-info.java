/**
 * The index of the ledger: finds entries by message, destination, outcome, event name, user and
 * time. It is derived from the ledger's log and is rebuilt when it is lost. {@link
 * io.postrider.server.ledger.index.LedgerIndex} opens it, {@link
 * io.postrider.server.ledger.index.LedgerSearch} answers queries.
 */
@NullMarked
package io.postrider.server.ledger.index;

import org.jspecify.annotations.NullMarked;
