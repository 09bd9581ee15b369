package io.postrider.server.deliver;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.log.RecordLog;
import io.postrider.privacy.Hidden;
import io.postrider.server.config.DeliveryConfig;
import io.postrider.server.deliver.post.Outside;
import io.postrider.server.deliver.watch.BacklogStore;
import io.postrider.server.deliver.watch.StatisticsStore;
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
    RuleStore rules,
    ReplayStore replays,
    StatisticsStore statistics,
    BacklogStore backlogs,
    Function<Context, Outside> outsides,
    DeliveryConfig config,
    List<Retained> retained,
    Hidden hidden,
    InstantSource time,
    MeterRegistry metrics) {}
