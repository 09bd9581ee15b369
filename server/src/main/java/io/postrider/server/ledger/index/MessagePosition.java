package io.postrider.server.ledger.index;

/** Where a message is in the log of messages. */
public record MessagePosition(int partition, long offset) {}
