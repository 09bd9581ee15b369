package io.postrider.server.delivery.client;

import io.vertx.core.Context;
import java.time.Duration;
import java.time.InstantSource;

/**
 * What the clients of one event loop share.
 *
 * @param eventLoop the event loop that the clients run on
 * @param connectionLimit the connections that the event loop may open
 * @param timeout of a whole exchange, {@code delivery.timeout}
 */
public record ClientContext(
    Context eventLoop,
    Connector connector,
    Resolver resolver,
    AddressGuard guard,
    ConnectionLimit connectionLimit,
    PoolMonitor monitor,
    DeferredFlushes flushes,
    Duration timeout,
    InstantSource time) {}
