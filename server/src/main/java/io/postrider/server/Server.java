package io.postrider.server;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.postrider.log.LogCorruptException;
import io.postrider.log.LogUnavailableException;
import io.postrider.log.embedded.EmbeddedLog;
import io.postrider.message.HashKey;
import io.postrider.route.Source;
import io.postrider.server.access.AccessFeature;
import io.postrider.server.access.RedactionPolicy;
import io.postrider.server.background.ClosingStack;
import io.postrider.server.background.FollowerThrottle;
import io.postrider.server.background.SystemCpuLoad;
import io.postrider.server.catalog.CatalogFeature;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.catalog.OwnLogPositions;
import io.postrider.server.catalog.workspace.WorkspaceApplier;
import io.postrider.server.catalog.workspace.WorkspaceFileWiring;
import io.postrider.server.config.Config;
import io.postrider.server.config.Role;
import io.postrider.server.config.StartException;
import io.postrider.server.database.DatabaseException;
import io.postrider.server.database.UnreadableSecretException;
import io.postrider.server.delivery.RetainedOffsets;
import io.postrider.server.http.HttpListener;
import io.postrider.server.http.PathCheck;
import io.postrider.server.http.RequestDispatcher;
import io.postrider.server.http.admin.AdminApi;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.ResourceRouter;
import io.postrider.server.ingest.Ingest;
import io.postrider.server.ingest.dedupe.Deduplication;
import io.postrider.server.ops.LogMetrics;
import io.postrider.server.ops.OpsRoutes;
import io.postrider.server.overview.OverviewFeature;
import io.postrider.server.people.PeopleFeature;
import io.postrider.server.privacy.LiveTombstones;
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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A running node: opens every feature and connects them.
 *
 * <p>Features close in reverse order: first the node accepts nothing new, then accepted messages
 * become durable, then everything is released.
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

  /** The source that the first start created. */
  public Optional<Source> firstSource() {
    return Optional.ofNullable(firstSource);
  }

  /** Completes accepted requests, and stops. */
  @Override
  public void close() {
    open.close();
  }

  private void start() throws IOException {
    Path folder = open.add(DataFolder.open(config.data().dir())).path();
    OpeningFeatures parts = new OpeningFeatures(config, time, folder, open);
    LogOpening logPart = new LogOpening(config, time);
    PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    RetainedOffsets retained = new RetainedOffsets();
    EmbeddedLog log = openLog(logPart, metrics, retained);
    Deduplication deduplication = open.add(logPart.openDeduplication(log));
    Vertx vertx = vertx();
    open.add(() -> await(vertx.close()));
    CatalogFeature catalog = parts.catalog();
    firstSource = catalog.firstSource().orElse(null);
    HashKey hashKey = logPart.openHashKey();
    LiveTombstones tombstones = parts.privacy().tombstones(log, hashKey, catalog.live());
    FollowerThrottle courtesy = new FollowerThrottle(new SystemCpuLoad(), time);
    Ground ground = new Ground(vertx, log, hashKey, retained, tombstones, courtesy, metrics);
    Jobs jobs = Jobs.start(config, parts, ground, open);
    if (config.workspace().file().isPresent()) {
      WorkspaceApplier declared = catalog.workspace(new OwnLogPositions(log));
      open.add(WorkspaceFileWiring.open(config.workspace().file().get(), declared));
    }
    OpsRoutes ops = new OpsRoutes(metrics, log::state);
    Router router = Router.router(vertx);
    ops.mount(vertx, router);
    AutoCloseable streams = () -> {};
    if (config.node().has(Role.CONTROL)) {
      AdminApi api = adminApi(folder, parts, ground, jobs, logPart.keeps());
      api.mount(router);
      streams = api;
    }
    serve(vertx, router, intake(catalog, ground, jobs, deduplication));
    open.add(streams);
    open.add(() -> pause(config.http().shutdownDelay()));
    open.add(ops::stopping);
  }

  /** A node that delivers protects the records that it still needs. */
  private EmbeddedLog openLog(LogOpening part, MeterRegistry metrics, RetainedOffsets retained)
      throws IOException {
    LogMetrics observer = new LogMetrics(metrics);
    return open.add(
        config.node().has(Role.DELIVER)
            ? part.openLog(observer, retained::neededFrom)
            : part.openLog(observer));
  }

  private AdminApi adminApi(
      Path folder, OpeningFeatures features, Ground ground, Jobs jobs, Duration logRetention)
      throws IOException {
    CatalogFeature catalog = features.catalog();
    PeopleFeature people = features.profiles();
    EmbeddedLog log = ground.log();
    LiveCatalog live = catalog.live();
    RedactionPolicy redaction = catalog.discretion();
    AccessFeature.AdminAccess access = catalog.adminAccess(folder);
    List<ApiRoutes> routes = new ArrayList<>(access.routes());
    routes.addAll(
        catalog.routes(
            new OwnLogPositions(log),
            jobs.deliveries().health(),
            jobs.seen(),
            people.computations()));
    routes.addAll(jobs.deliveries().routes(live, catalog.trail(), time, redaction));
    routes.addAll(
        features.usage().routes(catalog, jobs.seen(), log, jobs.debugger(), ground.hidden()));
    routes.addAll(people.routes(log, redaction, catalog.trail()));
    routes.add(features.privacy().api(jobs.privacy(), live, logRetention, redaction));
    routes.add(features.insight().api());
    routes.add(OverviewFeature.api(live, jobs.intake(), jobs.delivery(), log, time));
    return new AdminApi(
        ground.vertx(), access.authenticator(), ResourceRouter.Limits.DEFAULT, routes);
  }

  private Ingest intake(
      CatalogFeature catalog, Ground ground, Jobs jobs, Deduplication deduplication) {
    return new Ingest(
        catalog.live()::current,
        ground.log(),
        deduplication,
        ground.hashKey(),
        jobs.privacy()::suppressed,
        config.http().trustedProxies(),
        jobs.debugger(),
        ground.metrics(),
        time);
  }

  private void serve(Vertx vertx, Router router, Ingest intake) {
    HttpListener front =
        new HttpListener(
            vertx,
            config.http(),
            time,
            context -> dispatch(context, intake, new PathCheck(vertx, router)));
    port = listen(front);
    open.add(() -> await(front.shutdown(PATIENCE)));
  }

  /** Keeps serving for a while. An interrupt ends that early; the stop stays orderly. */
  private static void pause(Duration delay) {
    try {
      boolean _ = new CountDownLatch(1).await(delay.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException hurry) {
      return;
    }
  }

  private RequestDispatcher dispatch(Context context, Ingest intake, PathCheck others) {
    boolean collects = config.node().has(Role.COLLECT);
    return new RequestDispatcher(
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

  private int listen(HttpListener front) {
    try {
      return await(front.listen());
    } catch (IllegalStateException e) {
      if (e.getCause() instanceof IOException cause) {
        throw new StartException(whyNotListening(String.valueOf(cause.getMessage())));
      }
      throw e;
    }
  }

  /** The native transport and the JDK throw different exceptions with the same text. */
  private String whyNotListening(String message) {
    return message.contains("already in use")
        ? "Port "
            + config.http().port()
            + " is in use. Stop the process that uses it, or choose another port with --port."
        : "Cannot listen on port "
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
