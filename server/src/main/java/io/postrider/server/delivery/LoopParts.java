package io.postrider.server.delivery;

import io.postrider.delivery.DeliveryRules;
import io.postrider.delivery.QueueBudget;
import io.postrider.privacy.HiddenRecords;
import io.postrider.route.Routing;
import io.postrider.server.delivery.client.ClientContext;
import io.postrider.server.delivery.stats.SampleMemory;
import io.vertx.core.Context;
import java.time.InstantSource;
import java.util.function.Function;

/**
 * What all loops share.
 *
 * @param outsides what the clients of a loop need of the world
 * @param hidden what is not sent, though it is in the log
 */
record LoopParts(
    DeliveryRules rules,
    Routing routing,
    Function<Context, ClientContext> outsides,
    QueueBudget budget,
    SampleMemory samples,
    DeliveryMetrics metrics,
    HiddenRecords hidden,
    InstantSource time) {}
