package io.postrider.server.delivery.client;

import io.vertx.core.Context;
import java.time.Duration;
import java.time.InstantSource;

/**
 * What a client needs of the world.
 *
 * @param context the event loop that everything of the client runs on
 * @param lines how many connections the event loop may have
 * @param timeout for a whole exchange, {@code delivery.timeout}
 */
public record ClientContext(
    Context context,
    Connector dialler,
    Resolver resolver,
    AddressGuard guard,
    ConnectionLimit lines,
    PoolMonitor patience,
    Duration timeout,
    InstantSource time) {}
