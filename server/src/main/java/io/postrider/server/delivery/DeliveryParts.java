package io.postrider.server.delivery;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.log.RecordLog;
import io.postrider.privacy.HiddenRecords;
import io.postrider.server.config.DeliveryConfig;
import io.postrider.server.delivery.client.ClientContext;
import io.postrider.server.delivery.replay.ReplayStore;
import io.postrider.server.delivery.stats.BacklogStore;
import io.postrider.server.delivery.stats.StatisticsStore;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;

/**
 * What deliveries are made of.
 *
 * @param loopCount how many event loops take part
 * @param outsides what the clients of a loop need of the world
 * @param hidden what is not sent, though it is in the log
 * @param retained told from where on the log is needed, by partition
 */
public record DeliveryParts(
    Vertx vertx,
    int loopCount,
    RecordLog log,
    CursorStore cursors,
    RoutingRuleStore rules,
    ReplayStore replays,
    StatisticsStore statistics,
    BacklogStore backlogs,
    Function<Context, ClientContext> outsides,
    DeliveryConfig config,
    List<RetainedOffsets> retained,
    HiddenRecords hidden,
    InstantSource time,
    MeterRegistry metrics) {}
