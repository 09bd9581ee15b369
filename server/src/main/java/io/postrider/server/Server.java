package io.postrider.server;

import static java.util.Objects.requireNonNull;

import io.postrider.ledger.LedgerBlock;
import io.postrider.log.LogCorruptException;
import io.postrider.log.LogState;
import io.postrider.log.LogUnavailableException;
import io.postrider.log.embedded.FolderDisk;
import io.postrider.log.embedded.RewritePace;
import io.postrider.log.kafka.TopicRefusedException;
import io.postrider.privacy.HiddenRecords;
import io.postrider.route.Source;
import io.postrider.server.access.AccessFeature;
import io.postrider.server.access.RedactionPolicy;
import io.postrider.server.alerts.AlertsFeature;
import io.postrider.server.background.ClosingStack;
import io.postrider.server.catalog.CatalogFeature;
import io.postrider.server.config.Config;
import io.postrider.server.config.FileErrorText;
import io.postrider.server.config.Role;
import io.postrider.server.config.StartException;
import io.postrider.server.database.DatabaseException;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.database.UnreadableSecretException;
import io.postrider.server.delivery.DeliveryFeature;
import io.postrider.server.delivery.DeliveryService;
import io.postrider.server.delivery.api.LedgerReader;
import io.postrider.server.folder.SideLog;
import io.postrider.server.http.BodyBudget;
import io.postrider.server.http.PathCheck;
import io.postrider.server.http.RequestDispatcher;
import io.postrider.server.http.ServerCertificate;
import io.postrider.server.http.admin.AdminApi;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.ResourceRouter;
import io.postrider.server.ingest.Ingest;
import io.postrider.server.ingest.IngestMetrics;
import io.postrider.server.ingest.browser.BrowserRoutes;
import io.postrider.server.ledger.LedgerFeature;
import io.postrider.server.ops.BootClock;
import io.postrider.server.ops.OpsRoutes;
import io.postrider.server.ops.SampledMetrics;
import io.postrider.server.overview.OverviewFeature;
import io.postrider.server.people.PeopleFeature;
import io.postrider.server.privacy.ActiveRegulations;
import io.postrider.server.privacy.PrivacyFeature;
import io.postrider.server.privacy.UserData;
import io.postrider.server.rejected.RejectedFeature;
import io.postrider.server.usage.IngestCountRecorder;
import io.postrider.server.usage.UsageFeature;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.ext.web.Router;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running node: opens every feature and connects them.
 *
 * <p>Features close in reverse order: first the node accepts nothing new, then accepted messages
 * become durable, then everything is released.
 */
public final class Server implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Server.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final Config config;
  private final InstantSource time;
  private final InstantSource steadyTime;
  private final BootClock bootClock;
  private final SideLog.Disks ledgerDisks;
  private final ClosingStack open = new ClosingStack();
  private @Nullable Listeners listeners;
  private @Nullable Source firstSource;

  private Server(
      Config config,
      InstantSource time,
      InstantSource steadyTime,
      BootClock bootClock,
      SideLog.Disks ledgerDisks) {
    this.config = config;
    this.time = time;
    this.steadyTime = steadyTime;
    this.bootClock = bootClock;
    this.ledgerDisks = ledgerDisks;
  }

  /** Starts a node with a clock that never jumps; it is ready when this returns. */
  public static Server start(Config config, InstantSource time) {
    return start(config, time, false);
  }

  /**
   * The same.
   *
   * @param acceptProfileLoss whether lost or damaged profiles are rebuilt from what the log holds
   */
  public static Server start(Config config, InstantSource time, boolean acceptProfileLoss) {
    return start(
        new Server(config, time, time, BootClock.none(), FolderDisk::open), acceptProfileLoss);
  }

  /**
   * Starts a node; it is ready when this returns.
   *
   * @param time the wall clock, which may jump
   * @param steadyTime advances evenly, like the system's boot clock
   */
  public static Server start(
      Config config, InstantSource time, InstantSource steadyTime, boolean acceptProfileLoss) {
    return start(
        new Server(config, time, steadyTime, BootClock.ofSystem(), FolderDisk::open),
        acceptProfileLoss);
  }

  /** Starts a node whose ledger is on another kind of disk. */
  static Server start(Config config, InstantSource time, SideLog.Disks ledgerDisks) {
    return start(new Server(config, time, time, BootClock.none(), ledgerDisks), false);
  }

  private static Server start(Server server, boolean acceptProfileLoss) {
    try {
      server.start(acceptProfileLoss);
      return server;
    } catch (IOException
        | UncheckedIOException
        | LogCorruptException
        | LogUnavailableException
        | TopicRefusedException
        | DatabaseException
        | DatabaseUnavailableException
        | UnreadableSecretException
        | IllegalArgumentException e) {
      server.close();
      String reason = FileErrorText.of(e);
      throw new StartException(reason == null ? e.getMessage() : reason);
    } catch (RuntimeException | Error e) {
      server.close();
      throw e;
    }
  }

  /** The port of the tracking API. */
  public int port() {
    return requireNonNull(listeners).port();
  }

  /** The port of the admin API and the dashboard. */
  public int adminPort() {
    return requireNonNull(listeners).adminPort();
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

  private void start(boolean acceptProfileLoss) throws IOException {
    NodeContext node =
        NodeContext.open(config, time, steadyTime, bootClock, acceptProfileLoss, open);
    Listeners.checkPorts(config);
    Optional<ServerCertificate> certificate =
        ServerCertificate.read(node.vertx(), config.http().tls());
    LOG.info("Limits: {}.", node.limits());
    AccessFeature access = AccessFeature.open(node);
    CatalogFeature catalog = CatalogFeature.open(node, access.trail());
    firstSource = catalog.firstSource().orElse(null);
    Runnable followWorkspaceFile = catalog.applyWorkspaceFile();
    ActiveRegulations regulations =
        PrivacyFeature.loadRegulations(node, catalog.live(), access.trail());
    HiddenRecords hidden = regulations.hidden();
    ProfileDamage.settle(node.databases(), node.log(), node.manifest(), acceptProfileLoss);
    LedgerFeature ledger = LedgerFeature.open(node, ledgerDisks);
    DeliveryFeature delivery =
        DeliveryFeature.open(node, catalog.live(), hidden, regulations::reload, ledger.log());
    AlertsFeature alerts = AlertsFeature.open(node, catalog.live(), delivery);
    UsageFeature usage =
        UsageFeature.open(
            node,
            catalog,
            PrivacyFeature.seenUsers(node),
            hidden,
            delivery::delivers,
            delivery.repeats());
    IngestCountRecorder ingestCounts =
        usage.recordIngestCounts(
            () -> IngestMetrics.acceptedTotal(node.metrics()),
            () -> IngestMetrics.rejectedTotal(node.metrics()));
    PeopleFeature people =
        PeopleFeature.open(
            node,
            catalog.live(),
            hidden,
            regulations::suppressed,
            delivery::losses,
            delivery.repeats());
    RejectedFeature rejected = RejectedFeature.open(node);
    PrivacyFeature privacy =
        PrivacyFeature.open(
            node,
            catalog.live(),
            regulations,
            delivery,
            usage,
            new UserData() {
              @Override
              public void erase(Collection<String> userIds) {
                people.erase(userIds);
                rejected.erase(userIds);
              }

              @Override
              public void awaitRecorded() {
                delivery.service().ifPresent(DeliveryService::awaitRecorded);
              }

              @Override
              public boolean rewrite(Predicate<LedgerBlock> erased, RewritePace pace) {
                boolean ledgerErased = ledger.erase(erased, pace);
                return rejected.rewrite(pace) && ledgerErased;
              }
            });
    followWorkspaceFile.run();
    BodyBudget bodies = new BodyBudget(node.limits().bodyBytes());
    Ingest ingest =
        Ingest.open(
            node,
            catalog.live()::current,
            regulations::suppressed,
            usage.debugger(),
            rejected.calls(),
            bodies);
    OpsRoutes ops =
        new OpsRoutes(scrape(node), () -> state(node), () -> warnings(catalog, delivery));
    Router router = Router.router(node.vertx());
    boolean together = config.admin().port().isEmpty();
    Router admin = together ? router : Router.router(node.vertx());
    if (node.has(Role.COLLECT)) {
      new BrowserRoutes(catalog.live()::current, node.time()).mount(node.vertx(), router);
    }
    ops.mount(node.vertx(), admin);
    if (!together) {
      ops.mountHealth(node.vertx(), router);
    }
    AutoCloseable streams = () -> {};
    if (node.has(Role.CONTROL)) {
      RedactionPolicy redaction = catalog.redaction();
      AccessFeature.AdminAccess adminAccess =
          access.adminAccess(catalog.live()::tokens, catalog.live()::refresh);
      List<ApiRoutes> routes = new ArrayList<>(adminAccess.routes());
      routes.addAll(catalog.routes(delivery.health(), usage.seenEvents(), people.results()));
      routes.addAll(
          delivery.routes(
              access.trail(),
              redaction,
              usage::countedSources,
              new LedgerReader(
                  ledger, regulations.hiddenEntries(), regulations::hidesEntries, node.time()),
              new NodeReceivedMessages(usage.received(ingestCounts), usage)));
      routes.addAll(usage.routes(redaction));
      routes.addAll(rejected.routes(redaction));
      routes.addAll(people.routes(access.trail(), redaction));
      routes.addAll(privacy.routes(redaction));
      routes.addAll(alerts.routes());
      routes.addAll(OverviewFeature.routes(node, catalog, ingestCounts, delivery));
      AdminApi api =
          new AdminApi(
              node.vertx(),
              adminAccess.authenticator(),
              ResourceRouter.Limits.DEFAULT.withAtOnce(node.limits().adminRequests()),
              bodies,
              routes);
      api.mount(admin);
      streams = api;
    }
    if (!together || !node.has(Role.CONTROL)) {
      router.route().handler(call -> PathCheck.notFound(node.vertx(), call.request()));
    }
    node.deduplication().awaitRead();
    node.listFiles();
    Listeners opened =
        Listeners.open(
            node,
            certificate,
            context -> dispatch(context, ingest, new PathCheck(node.vertx(), router)),
            context -> new RequestDispatcher(null, new PathCheck(node.vertx(), admin)),
            open);
    listeners = opened;
    open.add(streams);
    open.add(() -> pause(config.http().shutdownDelay()));
    open.add(() -> await(opened.drain()));
    open.add(ops::stopping);
    node.deduplication().beginBuilding();
    node.delayed().begin();
  }

  /** Gauges of a log on Kafka ask the brokers, for which no event loop may wait. */
  private Supplier<String> scrape(NodeContext node) {
    return node.kafka().isEmpty()
        ? node.metrics()::scrape
        : open.add(SampledMetrics.start(node.metrics()));
  }

  /** Whether messages are accepted: the log may run, and deduplication not. */
  private static LogState state(NodeContext node) {
    return node.deduplication().hasFailed()
        ? new LogState.Failed("the deduplication window is not restored")
        : node.logState().get();
  }

  private static List<String> warnings(CatalogFeature catalog, DeliveryFeature delivery) {
    List<String> warnings = new ArrayList<>();
    if (catalog.refusedWorkspaceFile().isPresent()) {
      warnings.add("The workspace file is refused; see the overview or the log.");
    }
    warnings.addAll(delivery.warnings());
    return warnings;
  }

  /** Keeps serving for a while. An interrupt ends that early; the stop stays orderly. */
  private static void pause(Duration delay) {
    try {
      boolean _ = new CountDownLatch(1).await(delay.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      return;
    }
  }

  private RequestDispatcher dispatch(Context context, Ingest ingest, PathCheck others) {
    boolean collects = config.node().has(Role.COLLECT);
    return new RequestDispatcher(
        collects ? ingest.handler(task -> context.runOnContext(run -> task.run())) : null, others);
  }

  static <T> T await(Future<T> future) {
    try {
      return future.await(2 * TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    } catch (Exception e) {
      throw e instanceof RuntimeException runtime ? runtime : new IllegalStateException(e);
    }
  }
}
