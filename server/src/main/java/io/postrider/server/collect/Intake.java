package io.postrider.server.collect;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.log.RecordLog;
import io.postrider.message.HashKey;
import io.postrider.message.Settler;
import io.postrider.message.UserHash;
import io.postrider.privacy.SuppressedUsers;
import io.postrider.route.Catalog;
import io.postrider.server.collect.dedupe.Deduplication;
import io.postrider.server.config.Network;
import io.postrider.server.debug.Debugger;
import io.postrider.server.http.ClientAddress;
import io.postrider.server.http.LoopHandler;
import io.postrider.server.http.LoopInbox;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** The collecting side of a node: makes the tracking API's handler for each event loop. */
public final class Intake {

  private final Supplier<Catalog> catalog;
  private final HashKey hashKey;
  private final InstantSource time;
  private final Collector.Parts parts;

  /**
   * @param catalog the sources as they are now
   * @param log where accepted messages go
   * @param deduplication which messages are there already
   */
  public Intake(
      Supplier<Catalog> catalog,
      RecordLog log,
      Deduplication deduplication,
      Users users,
      List<Network> trustedProxies,
      Environment environment) {
    this.catalog = catalog;
    this.hashKey = users.hashKey();
    this.time = environment.time();
    CollectMetrics metrics = new CollectMetrics(environment.metrics(), deduplication);
    Gate gate = new Gate(catalog);
    this.parts =
        new Collector.Parts(
            gate,
            new ClientAddress(trustedProxies),
            new RateLimits(System::nanoTime),
            deduplication,
            log,
            metrics,
            users.suppressed(),
            new Refusals(metrics, environment.debugger(), gate, time),
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
    Settler settler = new Settler(hashKey, new RandomMessageIds());
    Collector collector = new Collector(parts, settler, new UserHash(hashKey), new LoopInbox(loop));
    return new TrackingHandler(catalog, collector, time);
  }
}
