package io.postrider.server.ingest;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.log.RecordLog;
import io.postrider.message.HashKey;
import io.postrider.message.MessageNormalizer;
import io.postrider.message.RecordForm;
import io.postrider.privacy.SuppressedUsers;
import io.postrider.route.Catalog;
import io.postrider.server.NodeContext;
import io.postrider.server.config.Config;
import io.postrider.server.config.IpNetwork;
import io.postrider.server.http.BodyBudget;
import io.postrider.server.http.ClientAddress;
import io.postrider.server.http.LoopHandler;
import io.postrider.server.http.LoopInbox;
import io.postrider.server.ingest.dedupe.Deduplication;
import io.postrider.server.rejected.RejectedCalls;
import io.postrider.server.tracing.Tracing;
import io.postrider.server.usage.debugger.Debugger;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The ingest side of a node: makes the handler of each event loop, and holds what they share. Safe
 * to use from any thread.
 */
public final class Ingest {

  private final Supplier<Catalog> catalog;
  final RecordLog log;
  final Deduplication deduplication;
  final HashKey hashKey;
  private final RecordForm form;
  final Supplier<SuppressedUsers> suppressed;
  final IngestMemory memory;
  final InstantSource time;
  final IngestMetrics metrics;
  final WriteKeyAuth auth;
  final ClientAddress clientAddress;
  final SourceRateLimits rateLimits = new SourceRateLimits(System::nanoTime);
  final RejectionRecorder rejections;

  /** Null if calls are not traced. */
  final @Nullable Tracing tracing;

  /**
   * @param hashKey the key of message and user hashes
   * @param form the form of accepted records
   * @param suppressed the currently suppressed users, hashed with the same key
   * @param debugger receives rejected messages
   * @param rejected receives all rejected calls
   * @param tracing null if calls are not traced
   */
  Ingest(
      Supplier<Catalog> catalog,
      RecordLog log,
      Deduplication deduplication,
      HashKey hashKey,
      RecordForm form,
      Supplier<SuppressedUsers> suppressed,
      List<IpNetwork> trustedProxies,
      Debugger debugger,
      RejectedCalls rejected,
      IngestMemory memory,
      MeterRegistry registry,
      @Nullable Tracing tracing,
      InstantSource time) {
    this.catalog = catalog;
    this.log = log;
    this.deduplication = deduplication;
    this.hashKey = hashKey;
    this.form = form;
    this.suppressed = suppressed;
    this.memory = memory;
    this.time = time;
    this.tracing = tracing;
    this.metrics = new IngestMetrics(registry);
    metrics.watch(deduplication);
    this.auth = new WriteKeyAuth(catalog);
    this.clientAddress = new ClientAddress(trustedProxies);
    Gauge.builder("postrider.body.memory.bytes", memory.bodies(), BodyBudget::takenBytes)
        .description("Memory of request bodies")
        .register(registry);
    this.rejections = new RejectionRecorder(metrics, debugger, rejected, clientAddress, time);
  }

  public static Ingest open(
      NodeContext node,
      Supplier<Catalog> catalog,
      Supplier<SuppressedUsers> suppressed,
      Debugger debugger,
      RejectedCalls rejected,
      BodyBudget bodies) {
    Config config = node.config();
    return new Ingest(
        catalog,
        node.log(),
        node.deduplication(),
        node.hashKey(),
        node.recordForm(),
        suppressed,
        config.http().trustedProxies(),
        debugger,
        rejected,
        IngestMemory.of(node.limits(), bodies, config.http().eventLoopCount()),
        node.metrics(),
        node.tracing(),
        node.time());
  }

  /** The handler of one event loop, on which the executor runs its tasks. */
  public LoopHandler handler(Executor loop) {
    return handler(loop, new RandomMessageIds());
  }

  LoopHandler handler(Executor loop, Supplier<String> messageIds) {
    Collector collector =
        new Collector(this, new MessageNormalizer(hashKey, messageIds, form), new LoopInbox(loop));
    return new TrackingHandler(this, catalog, collector);
  }
}
