package io.postrider.server.deliver.post;

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
public record Outside(
    Context context,
    Dialler dialler,
    Resolver resolver,
    AddressGuard guard,
    LineBudget lines,
    Patience patience,
    Duration timeout,
    InstantSource time) {}
