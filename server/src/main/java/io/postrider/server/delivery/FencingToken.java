package io.postrider.server.delivery;

/**
 * What tells a claim of a partition from all others, and fences their writes.
 *
 * @param epoch greater than that of all earlier claims, as far as the database knows them
 * @param nonce random: a database that went back gives an epoch again
 */
public record FencingToken(long epoch, long nonce) {}
