package io.postrider.server.delivery.limits;

/**
 * The share of a node.
 *
 * @param held what it may be using
 * @param wanted what it could use
 * @param untilMillis when the lease ends, by the clock of the database
 */
public record ShareRow(LimitKey key, String node, long held, long wanted, long untilMillis) {}
