package io.postrider.server.rejected;

import io.micrometer.core.instrument.FunctionCounter;
import io.postrider.log.RecordLog;
import io.postrider.log.embedded.RewritePace;
import io.postrider.server.NodeContext;
import io.postrider.server.access.RedactionPolicy;
import io.postrider.server.cluster.KafkaEngine;
import io.postrider.server.config.LedgerConfig;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.rejected.api.RejectedResource;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;

/** Rejected calls: takes them from the tracking API, stores them, and publishes the admin API. */
public final class RejectedFeature {

  private final RejectedCalls calls;
  private final RejectedWriter writer;
  private final InstantSource time;

  private RejectedFeature(RejectedCalls calls, RejectedWriter writer, InstantSource time) {
    this.calls = calls;
    this.writer = writer;
    this.time = time;
  }

  /** Starts to store rejected calls: in the data folder, or in a topic that all nodes share. */
  public static RejectedFeature open(NodeContext node) {
    LedgerConfig config = node.config().ledger();
    RejectedCalls calls = new RejectedCalls(System::nanoTime);
    for (RejectedCalls.Dropped why : RejectedCalls.Dropped.values()) {
      FunctionCounter.builder("postrider.rejected.calls.dropped", calls, all -> all.dropped(why))
          .description("Rejected calls that were counted and not kept")
          .tag("reason", why.name().toLowerCase(Locale.ROOT))
          .register(node.metrics());
    }
    RejectedLogFolder folder =
        new RejectedLogFolder(node.config().data().dir(), config, node.time(), node.steadyTime());
    RejectedWriter writer =
        new RejectedWriter(
            calls,
            node.kafka().map(RejectedFeature.topic(config)).orElse(folder::open),
            config.retention(),
            new RejectedBody.Reader(node.hashKey()),
            node.time());
    node.delayed().add(node.closing().add(writer)::start);
    return new RejectedFeature(calls, writer, node.time());
  }

  private static Function<KafkaEngine, Supplier<RecordLog>> topic(LedgerConfig config) {
    return kafka -> () -> kafka.openRejected(maxBytes(config));
  }

  /** The size of the log of rejected calls beyond which its oldest records go. */
  public static long maxBytes(LedgerConfig config) {
    return RejectedLogFolder.maxBytes(config);
  }

  /** Takes rejected calls. */
  public RejectedCalls calls() {
    return calls;
  }

  /** Hides the calls that name some users. */
  public void erase(Collection<String> userIds) {
    writer.erase(userIds);
  }

  /**
   * Removes hidden calls from the files. May take minutes.
   *
   * @return whether they are gone; false if the pace stopped or something is damaged
   */
  public boolean rewrite(RewritePace pace) {
    return writer.rewrite(pace);
  }

  /** The admin API. */
  public List<ApiRoutes> routes(RedactionPolicy redaction) {
    return List.of(new RejectedResource(new RejectedReports(writer, calls), redaction, time));
  }
}
