package io.postrider.server.delivery.limits;

/**
 * The request of a node for its share of a limit.
 *
 * @param limit what all nodes may use together
 * @param wanted what this node could use
 * @param inUse what it uses or may begin to use before it gets an answer
 * @param most what it takes at most
 */
public record ShareRequest(LimitKey key, long limit, long wanted, long inUse, long most) {}
