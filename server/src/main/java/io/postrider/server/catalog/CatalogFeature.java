package io.postrider.server.catalog;

import io.micrometer.core.instrument.Gauge;
import io.postrider.audience.ComputationKind;
import io.postrider.message.SourceType;
import io.postrider.route.NewEventPolicy;
import io.postrider.route.Source;
import io.postrider.server.NodeContext;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.AuditTrail;
import io.postrider.server.access.KeyGenerator;
import io.postrider.server.access.RedactionPolicy;
import io.postrider.server.catalog.api.ComputationResource;
import io.postrider.server.catalog.api.ComputationResultsResource;
import io.postrider.server.catalog.api.DestinationResource;
import io.postrider.server.catalog.api.SchemaResource;
import io.postrider.server.catalog.api.SourceResource;
import io.postrider.server.catalog.api.WorkspaceResource;
import io.postrider.server.catalog.definition.ComputationResults;
import io.postrider.server.catalog.definition.ComputationRules;
import io.postrider.server.catalog.sql.ComputationStore;
import io.postrider.server.catalog.sql.DestinationStore;
import io.postrider.server.catalog.sql.SourceStore;
import io.postrider.server.catalog.sql.SqlCatalogStore;
import io.postrider.server.catalog.sql.WorkspaceStore;
import io.postrider.server.catalog.workspace.EnvironmentVariables;
import io.postrider.server.catalog.workspace.WorkspaceApplier;
import io.postrider.server.catalog.workspace.WorkspaceFileFollower;
import io.postrider.server.catalog.workspace.WorkspaceFileWatcher;
import io.postrider.server.catalog.workspace.WorkspacePlanner;
import io.postrider.server.config.Config;
import io.postrider.server.config.StartException;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.Database;
import io.postrider.server.database.Databases;
import io.postrider.server.database.SecretSeal;
import io.postrider.server.folder.DataFile;
import io.postrider.server.folder.FolderManifest;
import io.postrider.server.http.admin.ApiRoutes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The catalog: its tables, its snapshot in memory, the workspace file and the admin API. */
public final class CatalogFeature {

  /** A change is applied on every node within about two of these. */
  private static final Duration REFRESH_INTERVAL = Duration.ofSeconds(1);

  /** Says where the source comes from, for those who did not see the first start. */
  private static final String FIRST_SOURCE_NAME = "First source (created at the first start)";

  private final NodeContext node;
  private final AuditTrail trail;
  private final KeyGenerator keys = new KeyGenerator(new SecureRandom());
  private final CatalogAccess database;
  private final SourceStore sources;
  private final SqlCatalogStore store;
  private final LiveCatalog live;
  private final Optional<Source> firstSource;
  private volatile @Nullable WorkspaceFileFollower workspaceFile;

  private CatalogFeature(NodeContext node, AuditTrail trail) {
    this.node = node;
    this.trail = trail;
    this.database = new CatalogAccess(node.databases().catalog());
    this.sources = new SourceStore(database);
    this.firstSource =
        node.config().workspace().file().isPresent()
            ? Optional.empty()
            : createFirstSource(sources, keys, node.time().instant());
    this.store = new SqlCatalogStore(database, node.seal());
    this.live = LiveCatalog.open(store);
  }

  /** Loads the catalog, and starts following changes by other nodes. */
  public static CatalogFeature open(NodeContext node, AuditTrail trail) {
    CatalogFeature catalog = new CatalogFeature(node, trail);
    node.closing().add(catalog.live.follow(REFRESH_INTERVAL));
    return catalog;
  }

  /** Throws if the data folder has no catalog: a command may have the wrong folder. */
  public static void requireCatalog(Config config, Path dataFolder) {
    boolean missing = !Files.exists(DataFile.CATALOG.in(dataFolder));
    if (config.database().url().reveal().isEmpty() && missing) {
      throw new StartException(
          "The folder %s has no catalog; set the data folder with --data."
              .formatted(dataFolder.toAbsolutePath()));
    }
  }

  /** Reads an existing catalog, also while another process serves it. */
  public static CatalogStore.Snapshot read(Config config, Path dataFolder) {
    requireCatalog(config, dataFolder);
    try (Database database = Databases.openCatalog(config, dataFolder)) {
      SecretSeal seal = SecretSeal.of(config, FolderManifest.of(dataFolder));
      return new SqlCatalogStore(new CatalogAccess(database), seal).load();
    }
  }

  /**
   * Creates the source of a new installation if none ever existed, so that the first message needs
   * no setup. Nodes that start together create one.
   */
  public static Optional<Source> createFirstSource(
      SourceStore sources, KeyGenerator keys, Instant now) {
    Source source =
        new NewSource(FIRST_SOURCE_NAME, SourceType.SERVER, true, null, NewEventPolicy.ALLOW)
            .create(keys, now);
    return sources.by(AuditStamp.program(now)).createFirst(source)
        ? Optional.of(source)
        : Optional.empty();
  }

  /** The snapshot in memory, and its listeners. */
  public LiveCatalog live() {
    return live;
  }

  /** Redacts the fields that the workspace names, for viewers. */
  public RedactionPolicy redaction() {
    return live.redaction();
  }

  /** The source that the first start created. */
  public Optional<Source> firstSource() {
    return firstSource;
  }

  /**
   * Applies the workspace file if one is configured. Deliveries start afterwards, so they never use
   * the configuration that the file replaces.
   *
   * @return starts following the file
   */
  public Runnable applyWorkspaceFile() {
    Gauge.builder("postrider.workspace.file.refused", this::workspaceFileRefused)
        .description("1 while the workspace file is invalid or unreadable and not applied")
        .register(node.metrics());
    Path file = node.config().workspace().file().orElse(null);
    if (file == null) {
      return () -> {};
    }
    WorkspaceFileFollower follower = WorkspaceFileFollower.open(file, applier(), node.time());
    workspaceFile = follower;
    return () -> node.closing().add(WorkspaceFileWatcher.start(file, follower));
  }

  /** Why the workspace file is not in force; empty if it is, or none is configured. */
  public Optional<RefusedWorkspaceFile> refusedWorkspaceFile() {
    WorkspaceFileFollower follower = workspaceFile;
    return follower == null ? Optional.empty() : follower.refused();
  }

  private int workspaceFileRefused() {
    return refusedWorkspaceFile().isPresent() ? 1 : 0;
  }

  private WorkspaceApplier applier() {
    return new WorkspaceApplier(
        store,
        EnvironmentVariables.of(System.getenv()),
        live,
        new WorkspacePlanner(
            keys,
            new KeyRotation(node.config().admin().writeKeyGrace()),
            rules(),
            () -> LogRange.of(node.log()),
            node.time()));
  }

  /** The rules for definitions; windows are limited by the retention of events. */
  private ComputationRules rules() {
    return new ComputationRules(node.config().audience().history());
  }

  /** The admin API for sources, destinations, definitions and workspace settings. */
  public List<ApiRoutes> routes(
      DestinationHealth health, SeenEvents seen, ComputationResults results) {
    Config.Admin admin = node.config().admin();
    InstantSource time = node.time();
    Supplier<LogRange> log = () -> LogRange.of(node.log());
    DestinationStore destinations = new DestinationStore(database, node.seal());
    ComputationStore computations = new ComputationStore(database);
    List<ApiRoutes> routes = new ArrayList<>();
    routes.add(new SourceResource(sources, seen, live, log, keys, admin.writeKeyGrace(), time));
    routes.add(new SchemaResource(sources, live, seen, time));
    routes.add(
        new DestinationResource(destinations, live, log, health, keys, admin.secretGrace(), time));
    routes.add(new WorkspaceResource(new WorkspaceStore(database, node.seal()), live, time));
    for (ComputationKind kind : ComputationKind.values()) {
      routes.add(
          new ComputationResultsResource(kind, results, rules(), live, trail, redaction(), time));
      routes.add(new ComputationResource(kind, computations, results, rules(), live, keys, time));
    }
    return routes;
  }
}
