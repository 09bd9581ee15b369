package io.postrider.ledger;

/**
 * Where an entry's message goes.
 *
 * @param destination the bits of its ID
 * @param url without secrets; empty if the entry concerns the whole destination
 */
public record LedgerTarget(long destination, String url) {}
