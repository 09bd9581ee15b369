package io.postrider.server.catalog;

import io.postrider.route.Source;
import io.postrider.server.NodeContext;
import io.postrider.server.access.AuditTrail;
import io.postrider.server.access.KeyGenerator;
import io.postrider.server.access.RedactionPolicy;
import io.postrider.server.access.ViewerRedaction;
import io.postrider.server.catalog.api.DestinationResource;
import io.postrider.server.catalog.api.SourceResource;
import io.postrider.server.catalog.api.WorkspaceResource;
import io.postrider.server.catalog.definition.ComputationFigures;
import io.postrider.server.catalog.definition.ComputationRoutes;
import io.postrider.server.catalog.definition.ComputationRules;
import io.postrider.server.catalog.sql.SqlCatalogStore;
import io.postrider.server.catalog.sql.SqlComputationStore;
import io.postrider.server.catalog.sql.SqlDeclarationStore;
import io.postrider.server.catalog.sql.SqlDestinationStore;
import io.postrider.server.catalog.sql.SqlSourceStore;
import io.postrider.server.catalog.sql.SqlWorkspaceStore;
import io.postrider.server.catalog.workspace.EnvironmentVariables;
import io.postrider.server.catalog.workspace.WorkspaceApplier;
import io.postrider.server.catalog.workspace.WorkspaceFileWatcher;
import io.postrider.server.config.Config;
import io.postrider.server.config.StartException;
import io.postrider.server.database.Database;
import io.postrider.server.database.Databases;
import io.postrider.server.database.SecretSeal;
import io.postrider.server.http.admin.ApiRoutes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The catalog: its store, its snapshot in memory, the workspace file and the admin API. */
public final class CatalogFeature {

  private static final String FILE = "catalog.db";

  private final NodeContext node;
  private final AuditTrail trail;
  private final KeyGenerator keys = new KeyGenerator(new SecureRandom());
  private final SourceStore sources;
  private final LiveCatalog live;
  private final LogPositions positions;
  private final Optional<Source> firstSource;

  private CatalogFeature(NodeContext node, AuditTrail trail) {
    this.node = node;
    this.trail = trail;
    this.positions = new OwnLogPositions(node.log());
    Database database = node.databases().catalog();
    this.sources = new SqlSourceStore(database);
    this.firstSource =
        node.config().workspace().file().isPresent()
            ? Optional.empty()
            : FirstSource.createIfNew(sources, keys, node.time().instant());
    this.live = LiveCatalog.open(new SqlCatalogStore(database, node.seal()));
  }

  /** Loads the catalog, and starts following changes by other nodes. */
  public static CatalogFeature open(NodeContext node, AuditTrail trail) {
    CatalogFeature catalog = new CatalogFeature(node, trail);
    node.closing()
        .add(CatalogRefresher.start(catalog.live, CatalogRefresher.INTERVAL, node.time()));
    return catalog;
  }

  /** Reads an existing catalog, also while another process serves it. */
  public static CatalogStore.Snapshot read(Config config, Path dataFolder) {
    boolean missing = !Files.exists(dataFolder.resolve(FILE));
    if (config.database().url().reveal().isEmpty() && missing) {
      throw new StartException(
          "The folder %s has no catalog; set the data folder with --data."
              .formatted(dataFolder.toAbsolutePath()));
    }
    try (Database database = Databases.openCatalog(config, dataFolder)) {
      return new SqlCatalogStore(database, SecretSeal.of(config, dataFolder)).load();
    }
  }

  /** The snapshot in memory, and its listeners. */
  public LiveCatalog live() {
    return live;
  }

  /** Redacts the fields that the workspace names, for viewers. */
  public RedactionPolicy redaction() {
    return new ViewerRedaction(() -> live.current().workspace().redactedFields());
  }

  /** The source that the first start created. */
  public Optional<Source> firstSource() {
    return firstSource;
  }

  /** Applies the workspace file, if one is configured, and starts following it. */
  public void startWorkspaceFile() {
    node.config()
        .workspace()
        .file()
        .ifPresent(file -> node.closing().add(WorkspaceFileWatcher.open(file, applier())));
  }

  private WorkspaceApplier applier() {
    return new WorkspaceApplier(
        new SqlDeclarationStore(node.databases().catalog(), node.seal()),
        EnvironmentVariables.of(System.getenv()),
        node.config().admin().writeKeyGrace(),
        new WorkspaceApplier.Environment(live, positions, keys, rules(), node.time()));
  }

  /** Rules for definitions; windows are limited by the retention of events. */
  private ComputationRules rules() {
    return new ComputationRules(node.config().audience().history());
  }

  /** The sources as they are stored. */
  public SourceStore sources() {
    return sources;
  }

  /** The admin API for sources, destinations, definitions and workspace settings. */
  public List<ApiRoutes> routes(
      DestinationHealth health, SeenEvents seen, ComputationFigures figures) {
    Database database = node.databases().catalog();
    Config.Admin admin = node.config().admin();
    DestinationResource.Environment environment =
        new DestinationResource.Environment(live, positions, keys, node.time());
    List<ApiRoutes> routes = new ArrayList<>();
    routes.add(new SourceResource(sources, seen, admin.writeKeyGrace(), environment));
    routes.add(
        new DestinationResource(
            new SqlDestinationStore(database, node.seal()),
            health,
            admin.secretGrace(),
            environment));
    routes.add(
        new WorkspaceResource(new SqlWorkspaceStore(database, node.seal()), live, node.time()));
    routes.addAll(
        new ComputationRoutes(
                new SqlComputationStore(database), figures, rules(), trail, redaction())
            .parts(live, keys, node.time()));
    return routes;
  }
}
