package io.postrider.server;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.postrider.log.LogCorruptException;
import io.postrider.log.LogUnavailableException;
import io.postrider.log.embedded.EmbeddedLog;
import io.postrider.message.HashKey;
import io.postrider.privacy.Hidden;
import io.postrider.route.Source;
import io.postrider.server.bridge.DeliveryBridge;
import io.postrider.server.collect.Intake;
import io.postrider.server.collect.dedupe.Deduplication;
import io.postrider.server.config.Config;
import io.postrider.server.config.Role;
import io.postrider.server.control.AdminApi;
import io.postrider.server.control.ApiPart;
import io.postrider.server.control.SeenEvents;
import io.postrider.server.control.UnreadableSecretException;
import io.postrider.server.control.declared.DeclaredWorkspace;
import io.postrider.server.control.deliveries.DeliveryPorts;
import io.postrider.server.debug.Debugger;
import io.postrider.server.deliver.DeliveryService;
import io.postrider.server.deliver.MessageSearch;
import io.postrider.server.deliver.Retained;
import io.postrider.server.deliver.UserSearch;
import io.postrider.server.follow.Courtesy;
import io.postrider.server.follow.Follower;
import io.postrider.server.follow.MeasuredProcessors;
import io.postrider.server.http.AddressCheck;
import io.postrider.server.http.Dispatch;
import io.postrider.server.http.HttpFront;
import io.postrider.server.insight.IntakeKeeper;
import io.postrider.server.ops.LogMetrics;
import io.postrider.server.ops.OpsRoutes;
import io.postrider.server.privacy.LiveTombstones;
import io.postrider.server.privacy.Privacy;
import io.postrider.server.store.Database;
import io.postrider.server.store.DatabaseException;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.ext.web.Router;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A running node: every part, made and joined in one place.
 *
 * <p>Parts are closed in the reverse order of their opening: first nothing new is taken in, then
 * what was accepted is made durable, then everything is let go.
 */
public final class Server implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Config config;
  private final InstantSource time;
  private final ClosingStack open = new ClosingStack();
  private int port;
  private @Nullable Source firstSource;

  private Server(Config config, InstantSource time) {
    this.config = config;
    this.time = time;
  }

  /** Starts a node; it is ready when this returns. */
  public static Server start(Config config, InstantSource time) {
    Server server = new Server(config, time);
    try {
      server.start();
      return server;
    } catch (IOException
        | UncheckedIOException
        | LogCorruptException
        | LogUnavailableException
        | DatabaseException
        | UnreadableSecretException
        | IllegalArgumentException e) {
      server.close();
      throw new StartException(e.getMessage());
    } catch (RuntimeException | Error e) {
      server.close();
      throw e;
    }
  }

  /** The port it listens on. */
  public int port() {
    return port;
  }

  /** The source that was made because this is the first start, if it is. */
  public Optional<Source> firstSource() {
    return Optional.ofNullable(firstSource);
  }

  /** Finishes what was accepted and stops. */
  @Override
  public void close() {
    open.close();
  }

  private void start() throws IOException {
    Path folder = open.add(DataFolder.open(config.data().dir())).path();
    // opening the database takes as long as all the rest, so it goes on beside it
    CompletableFuture<CatalogPart> opening =
        beside(() -> open.add(CatalogPart.open(config, time, folder)));
    boolean delivers = config.node().has(Role.DELIVER);
    CompletableFuture<DeliveryPart> openingDelivery =
        delivers
            ? beside(() -> open.add(DeliveryPart.open(config, time, folder)))
            : new CompletableFuture<>();
    CompletableFuture<PrivacyPart> openingPrivacy =
        beside(() -> open.add(PrivacyPart.open(config, time, folder)));
    CompletableFuture<UsagePart> openingUsage =
        beside(() -> open.add(UsagePart.open(config, time, folder)));
    CompletableFuture<ProfilePart> openingProfiles =
        beside(() -> open.add(ProfilePart.open(config, time, folder)));
    CompletableFuture<InsightPart> openingInsight =
        beside(() -> open.add(InsightPart.open(config, time, folder)));
    Retained retained = new Retained();
    PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    LogMetrics logMetrics = new LogMetrics(metrics);
    LogPart logPart = new LogPart(config, time);
    EmbeddedLog log =
        open.add(
            delivers
                ? logPart.openLog(logMetrics, retained::neededFrom)
                : logPart.openLog(logMetrics));
    Deduplication deduplication = open.add(logPart.openDeduplication(log));
    Vertx vertx = vertx();
    open.add(() -> await(vertx.close()));
    CatalogPart catalog = join(opening);
    firstSource = catalog.firstSource().orElse(null);
    HashKey hashKey = logPart.openHashKey();
    PrivacyPart privacyPart = join(openingPrivacy);
    LiveTombstones tombstones = privacyPart.tombstones(log, hashKey, catalog.live());
    Hidden hidden =
        (partition, offset, record) -> tombstones.current().hide(partition, offset, record);
    InsightPart insight = join(openingInsight);
    DeliveryPorts deliveries = DeliveryPorts.none();
    DeliveryService delivery = null;
    if (delivers) {
      DeliveryPart.World world = new DeliveryPart.World(vertx, log, retained, hidden, metrics);
      delivery = join(openingDelivery).start(world, catalog.live().current(), open);
      catalog.live().listen(delivery::apply);
      MessageSearch search = new MessageSearch(log, hashKey, new DigestHashes(log), hidden);
      UserSearch users = new UserSearch(log, hashKey, hidden);
      UsagePart counted = join(openingUsage);
      deliveries =
          DeliveryBridge.ports(
              delivery, catalog.live(), log, search, users, counted::countedSources);
      open.add(insight.notifier(delivery, catalog.live()));
    }
    Database statistics =
        delivers
            ? join(openingDelivery).statistics()
            : open.add(DeliveryPart.openStatistics(config, folder));
    IntakeKeeper intakeKeeper = open.add(insight.keepIntake(statistics, metrics));

    ProfilePart profiles = join(openingProfiles);
    Courtesy courtesy = new Courtesy(new MeasuredProcessors(), time);
    Privacy privacy =
        privacyPart.start(
            new PrivacyPart.World(
                log,
                hashKey,
                catalog.live(),
                catalog.trail(),
                tombstones,
                List.of(profiles.erasure()),
                courtesy,
                metrics),
            delivery,
            open);

    UsagePart usage = join(openingUsage);
    // whoever delivers what is in the log also counts it
    Follower counting =
        delivers ? open.add(usage.start(log, catalog.live(), courtesy, metrics)) : null;
    SeenEvents seen = usage.seenEvents(counting);
    Debugger debugger = open.add(new Debugger(log, hidden));
    if (config.node().has(Role.AUDIENCE)) {
      profiles.start(
          new ProfilePart.World(log, hidden, hashKey, catalog.live(), courtesy, metrics), open);
    }

    if (config.workspace().file().isPresent()) {
      DeclaredWorkspace declared = catalog.workspace(new OwnLogPositions(log));
      open.add(WorkspacePart.open(config.workspace().file().get(), declared));
    }
    OpsRoutes ops = new OpsRoutes(metrics, log::state);
    Router router = Router.router(vertx);
    ops.mount(vertx, router);
    AutoCloseable streams = () -> {};
    if (config.node().has(Role.CONTROL)) {
      List<ApiPart> parts =
          new ArrayList<>(insight.parts(catalog.live(), intakeKeeper, delivery, log));
      parts.addAll(usage.apiParts(catalog.live(), log, debugger, hidden, catalog.discretion()));
      parts.add(privacyPart.api(privacy, logPart.keeps(), catalog.discretion()));
      parts.addAll(profiles.apiParts(log, catalog.discretion(), catalog.trail()));
      AdminApi api =
          catalog.adminApi(
              vertx,
              folder,
              new OwnLogPositions(log),
              deliveries,
              seen,
              profiles.computations(),
              parts);
      api.mount(router);
      streams = api;
    }
    Intake intake =
        new Intake(
            catalog.live()::current,
            log,
            deduplication,
            new Intake.Users(hashKey, privacy::suppressed),
            config.http().trustedProxies(),
            new Intake.Environment(time, metrics, debugger));
    HttpFront front =
        new HttpFront(
            vertx,
            config.http(),
            time,
            context -> dispatch(context, intake, new AddressCheck(vertx, router)));
    port = listen(front);
    open.add(() -> await(front.shutdown(PATIENCE)));
    open.add(streams);
    open.add(() -> pause(config.http().shutdownDelay()));
    open.add(ops::stopping);
  }

  /**
   * Serves on for a while. Who interrupts that wants it to end, and closing still to be orderly.
   */
  private static void pause(Duration delay) {
    try {
      boolean _ = new CountDownLatch(1).await(delay.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException hurry) {
      return;
    }
  }

  private Dispatch dispatch(Context context, Intake intake, AddressCheck others) {
    boolean collects = config.node().has(Role.COLLECT);
    return new Dispatch(
        collects ? intake.handler(task -> context.runOnContext(run -> task.run())) : null,
        others,
        time);
  }

  private Vertx vertx() {
    return Vertx.vertx(
        new VertxOptions()
            .setPreferNativeTransport(true)
            .setEventLoopPoolSize(config.http().eventLoopCount()));
  }

  private static <T> CompletableFuture<T> beside(Supplier<T> opening) {
    return CompletableFuture.supplyAsync(opening, Thread::startVirtualThread);
  }

  private static <T> T join(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  private int listen(HttpFront front) {
    try {
      return await(front.listen());
    } catch (IllegalStateException e) {
      if (e.getCause() instanceof IOException cause) {
        throw new StartException(whyNotListening(String.valueOf(cause.getMessage())));
      }
      throw e;
    }
  }

  /** The native transport and the JDK's throw different exceptions, with the same words. */
  private String whyNotListening(String message) {
    return message.contains("already in use")
        ? "Port "
            + config.http().port()
            + " is taken. Stop what uses it, or choose another with --port."
        : "Postrider cannot listen on port "
            + config.http().port()
            + " of "
            + config.http().host()
            + ": "
            + message;
  }

  private static <T> T await(Future<T> future) {
    try {
      return future.await(2 * PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (Exception e) {
      throw e instanceof RuntimeException runtime ? runtime : new IllegalStateException(e);
    }
  }
}
