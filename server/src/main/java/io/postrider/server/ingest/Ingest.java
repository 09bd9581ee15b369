package io.postrider.server.ingest;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.log.RecordLog;
import io.postrider.message.HashKey;
import io.postrider.message.MessageNormalizer;
import io.postrider.message.UserHash;
import io.postrider.privacy.SuppressedUsers;
import io.postrider.route.Catalog;
import io.postrider.server.NodeContext;
import io.postrider.server.config.IpNetwork;
import io.postrider.server.http.ClientAddress;
import io.postrider.server.http.LoopHandler;
import io.postrider.server.http.LoopInbox;
import io.postrider.server.ingest.dedupe.Deduplication;
import io.postrider.server.usage.debugger.Debugger;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** The ingest side of a node: makes the tracking API's handler for each event loop. */
public final class Ingest {

  private final Supplier<Catalog> catalog;
  private final RecordLog log;
  private final Deduplication deduplication;
  private final HashKey hashKey;
  private final Supplier<SuppressedUsers> suppressed;
  private final InstantSource time;
  private final IngestMetrics metrics;
  private final WriteKeyAuth auth;
  private final ClientAddress clientAddress;
  private final SourceRateLimits rateLimits = new SourceRateLimits(System::nanoTime);
  private final RejectionRecorder rejections;

  /**
   * @param hashKey the key of message and user hashes
   * @param suppressed the currently suppressed users, hashed with the same key
   * @param debugger receives rejected messages
   */
  public Ingest(
      Supplier<Catalog> catalog,
      RecordLog log,
      Deduplication deduplication,
      HashKey hashKey,
      Supplier<SuppressedUsers> suppressed,
      List<IpNetwork> trustedProxies,
      Debugger debugger,
      MeterRegistry registry,
      InstantSource time) {
    this.catalog = catalog;
    this.log = log;
    this.deduplication = deduplication;
    this.hashKey = hashKey;
    this.suppressed = suppressed;
    this.time = time;
    this.metrics = new IngestMetrics(registry, deduplication);
    this.auth = new WriteKeyAuth(catalog);
    this.clientAddress = new ClientAddress(trustedProxies);
    this.rejections = new RejectionRecorder(metrics, debugger, auth, time);
  }

  /** The ingest side of a node. */
  public static Ingest open(
      NodeContext node,
      Supplier<Catalog> catalog,
      Supplier<SuppressedUsers> suppressed,
      Debugger debugger) {
    return new Ingest(
        catalog,
        node.log(),
        node.deduplication(),
        node.hashKey(),
        suppressed,
        node.config().http().trustedProxies(),
        debugger,
        node.metrics(),
        node.time());
  }

  /** The handler of one event loop, on which the executor runs its tasks. */
  public LoopHandler handler(Executor loop) {
    Collector collector =
        new Collector(
            auth,
            clientAddress,
            rateLimits,
            deduplication,
            log,
            metrics,
            suppressed,
            rejections,
            time,
            new MessageNormalizer(hashKey, new RandomMessageIds()),
            new UserHash(hashKey),
            new LoopInbox(loop));
    return new TrackingHandler(catalog, collector, time);
  }
}
