package io.postrider.server.ledger.index;

import io.postrider.ledger.LedgerEntry;
import java.util.List;

/**
 * All entries of one message.
 *
 * @param entries by time, oldest first
 * @param complete false if the message has entries in more blocks than one answer may read, or if
 *     one of them cannot be read
 */
public record MessageEntries(List<LedgerEntry> entries, boolean complete) {}
