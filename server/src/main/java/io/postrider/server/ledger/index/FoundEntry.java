package io.postrider.server.ledger.index;

import io.postrider.ledger.LedgerEntry;

/** An entry and where it was found. */
public record FoundEntry(EntryPosition position, LedgerEntry entry) {}
