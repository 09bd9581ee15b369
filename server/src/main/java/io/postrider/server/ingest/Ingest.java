package io.postrider.server.ingest;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.log.RecordLog;
import io.postrider.message.HashKey;
import io.postrider.message.MessageNormalizer;
import io.postrider.message.UserHash;
import io.postrider.privacy.SuppressedUsers;
import io.postrider.route.Catalog;
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

/** The collecting side of a node: makes the tracking API's handler for each event loop. */
public final class Ingest {

  private final Supplier<Catalog> catalog;
  private final HashKey hashKey;
  private final InstantSource time;
  private final Collector.Parts parts;

  /**
   * @param catalog the sources as they are now
   * @param log where accepted messages go
   * @param deduplication which messages are there already
   */
  public Ingest(
      Supplier<Catalog> catalog,
      RecordLog log,
      Deduplication deduplication,
      Users users,
      List<IpNetwork> trustedProxies,
      Environment environment) {
    this.catalog = catalog;
    this.hashKey = users.hashKey();
    this.time = environment.time();
    IngestMetrics metrics = new IngestMetrics(environment.metrics(), deduplication);
    WriteKeyAuth gate = new WriteKeyAuth(catalog);
    this.parts =
        new Collector.Parts(
            gate,
            new ClientAddress(trustedProxies),
            new SourceRateLimits(System::nanoTime),
            deduplication,
            log,
            metrics,
            users.suppressed(),
            new RejectionRecorder(metrics, environment.debugger(), gate, time),
            time);
  }

  /**
   * How users are known, and which are not to be.
   *
   * @param hashKey what hashes of ids are keyed with
   * @param suppressed those whose messages are not kept, as they are now, by the same key
   */
  public record Users(HashKey hashKey, Supplier<SuppressedUsers> suppressed) {}

  /**
   * What the program runs in.
   *
   * @param debugger who is shown what is turned away
   */
  public record Environment(InstantSource time, MeterRegistry metrics, Debugger debugger) {}

  /** The handler of one event loop, on which the executor runs its tasks. */
  public LoopHandler handler(Executor loop) {
    MessageNormalizer settler = new MessageNormalizer(hashKey, new RandomMessageIds());
    Collector collector = new Collector(parts, settler, new UserHash(hashKey), new LoopInbox(loop));
    return new TrackingHandler(catalog, collector, time);
  }
}
