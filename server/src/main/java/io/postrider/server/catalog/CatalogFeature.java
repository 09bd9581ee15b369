package io.postrider.server.catalog;

import io.postrider.route.Source;
import io.postrider.server.access.AccessFeature;
import io.postrider.server.access.AdminToken;
import io.postrider.server.access.AdminTokenFile;
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
import io.postrider.server.catalog.workspace.DeclarationStore;
import io.postrider.server.catalog.workspace.EnvironmentVariables;
import io.postrider.server.catalog.workspace.WorkspaceApplier;
import io.postrider.server.config.Config;
import io.postrider.server.config.KeyFile;
import io.postrider.server.config.Secret;
import io.postrider.server.config.StartException;
import io.postrider.server.database.Database;
import io.postrider.server.database.Databases;
import io.postrider.server.database.SecretSeal;
import io.postrider.server.http.admin.ApiRoutes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The catalog: its store, its snapshot in memory, and its admin API. */
public final class CatalogFeature implements AutoCloseable {

  private static final String FILE = "catalog.db";
  private static final String SECRETS_KEY_FILE = "secrets-key";

  private final Config config;
  private final InstantSource time;
  private final Database database;
  private final SourceStore sources;
  private final DestinationStore destinations;
  private final DeclarationStore workspace;
  private final WorkspaceStore settings;
  private final LiveCatalog live;
  private final CatalogRefresher follower;
  private final AccessFeature access;
  private final KeyGenerator keys;
  private final Optional<Source> firstSource;

  private CatalogFeature(Config config, InstantSource time, Database database, SecretSeal seal) {
    this.config = config;
    this.time = time;
    this.database = database;
    this.keys = new KeyGenerator(new SecureRandom());
    this.sources = new SqlSourceStore(database);
    this.destinations = new SqlDestinationStore(database, seal);
    this.workspace = new SqlDeclarationStore(database, seal);
    this.settings = new SqlWorkspaceStore(database, seal);
    this.firstSource =
        config.workspace().file().isPresent()
            ? Optional.empty()
            : FirstSource.createIfNew(sources, keys, time.instant());
    this.live = LiveCatalog.open(new SqlCatalogStore(database, seal));
    this.follower = CatalogRefresher.start(live, CatalogRefresher.INTERVAL, time);
    this.access = new AccessFeature(database, seal);
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
      return new SqlCatalogStore(database, seal(config, dataFolder)).load();
    }
  }

  public static CatalogFeature open(
      Config config, InstantSource time, Path dataFolder, Databases databases) {
    return new CatalogFeature(config, time, databases.catalog(), seal(config, dataFolder));
  }

  private static SecretSeal seal(Config config, Path dataFolder) {
    return config
        .secrets()
        .bytes()
        .map(key -> new SecretSeal("the setting secrets.key", () -> true, () -> key))
        .orElseGet(
            () -> {
              Path file = dataFolder.resolve(SECRETS_KEY_FILE).toAbsolutePath();
              return new SecretSeal(
                  "the file " + file,
                  () -> Files.exists(file),
                  () -> KeyFile.open(file, SecretSeal.KEY_LENGTH, "shared secrets cannot be read"));
            });
  }

  /** The snapshot in memory, and its listeners. */
  public LiveCatalog live() {
    return live;
  }

  /** The audit trail. */
  public AuditTrail trail() {
    return access.trail();
  }

  /** Redacts the fields that the workspace names, for viewers. */
  public RedactionPolicy discretion() {
    return new ViewerRedaction(() -> live.current().workspace().redactedFields());
  }

  /** The source that the first start created. */
  public Optional<Source> firstSource() {
    return firstSource;
  }

  /** Rules for definitions; windows are limited by the retention of events. */
  private ComputationRules rules() {
    return new ComputationRules(config.audience().history());
  }

  /** Applies the workspace file. */
  public WorkspaceApplier workspace(LogPositions log) {
    return new WorkspaceApplier(
        workspace,
        EnvironmentVariables.of(System.getenv()),
        config.admin().writeKeyGrace(),
        new WorkspaceApplier.Environment(live, log, keys, rules(), time));
  }

  /** The sources as they are stored. */
  public SourceStore sources() {
    return sources;
  }

  /** The authentication of the admin API, and the routes that belong to it. */
  public AccessFeature.AdminAccess adminAccess(Path dataFolder) throws IOException {
    Secret configured = config.admin().token();
    Secret token =
        configured.reveal().isEmpty() ? AdminTokenFile.openOrCreate(dataFolder, keys) : configured;
    return access.adminAccess(
        config, AdminToken.of(token), live::tokens, live::refresh, keys, time);
  }

  /** The admin API for sources, destinations, definitions and workspace settings. */
  public List<ApiRoutes> routes(
      LogPositions log, DestinationHealth health, SeenEvents seen, ComputationFigures figures) {
    DestinationResource.Environment environment =
        new DestinationResource.Environment(live, log, keys, time);
    List<ApiRoutes> routes = new ArrayList<>();
    routes.add(new SourceResource(sources, seen, config.admin().writeKeyGrace(), environment));
    routes.add(
        new DestinationResource(destinations, health, config.admin().secretGrace(), environment));
    routes.add(new WorkspaceResource(settings, live, time));
    routes.addAll(
        new ComputationRoutes(
                new SqlComputationStore(database), figures, rules(), access.trail(), discretion())
            .parts(live, keys, time));
    return routes;
  }

  @Override
  public void close() {
    access.close();
    follower.close();
  }
}
