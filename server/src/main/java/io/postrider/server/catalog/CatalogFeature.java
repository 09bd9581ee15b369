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
import io.postrider.server.catalog.definition.ComputationFigures;
import io.postrider.server.catalog.definition.ComputationRoutes;
import io.postrider.server.catalog.definition.ComputationRules;
import io.postrider.server.catalog.sql.SqlCatalogStore;
import io.postrider.server.catalog.sql.SqlComputationStore;
import io.postrider.server.catalog.sql.SqlDeclarationStore;
import io.postrider.server.catalog.sql.SqlDestinationStore;
import io.postrider.server.catalog.sql.SqlSourceStore;
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
import io.postrider.server.delivery.api.DeliveryApi;
import io.postrider.server.http.admin.AdminApi;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.ResourceRouter;
import io.postrider.server.usage.api.SchemaResource;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The catalog: its database, its snapshot in memory, and the admin API over both. */
public final class CatalogFeature implements AutoCloseable {

  private static final String FILE = "catalog.db";
  private static final String SECRETS_KEY_FILE = "secrets-key";

  private final Config config;
  private final InstantSource time;
  private final Database database;
  private final SourceStore sources;
  private final DestinationStore destinations;
  private final DeclarationStore workspace;
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
    this.firstSource =
        config.workspace().file().isPresent()
            ? Optional.empty()
            : FirstSource.createIfNew(sources, keys, time.instant());
    this.live = LiveCatalog.open(new SqlCatalogStore(database, seal));
    this.follower = CatalogRefresher.start(live, CatalogRefresher.INTERVAL, time);
    this.access = new AccessFeature(database, seal);
  }

  /** What a catalog that is there already holds, read beside a program that may be running. */
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

  /** Sources and destinations as they are now, and who has to hear of changes. */
  public LiveCatalog live() {
    return live;
  }

  /** Who changed what. */
  public AuditTrail trail() {
    return access.trail();
  }

  /** Viewers do not see the fields that the workspace names; everybody else sees all. */
  public RedactionPolicy discretion() {
    return new ViewerRedaction(() -> live.current().workspace().redactedFields());
  }

  /** The source that was made because there had never been one. */
  public Optional<Source> firstSource() {
    return firstSource;
  }

  /** What a definition may ask about: no more than is kept. */
  private ComputationRules rules() {
    return new ComputationRules(config.audience().history());
  }

  /** What a workspace file declares is brought into force here. */
  public WorkspaceApplier workspace(LogPositions log) {
    return new WorkspaceApplier(
        workspace,
        EnvironmentVariables.of(System.getenv()),
        config.admin().writeKeyGrace(),
        new WorkspaceApplier.Environment(live, log, keys, rules(), time));
  }

  /** The admin API over the catalog, this node's log, whoever delivers, and whatever else is. */
  public AdminApi adminApi(
      Vertx vertx,
      Path dataFolder,
      LogPositions log,
      DeliveryApi delivery,
      SeenEvents seen,
      ComputationFigures computations,
      List<ApiRoutes> more)
      throws IOException {
    Secret configured = config.admin().token();
    Secret token =
        configured.reveal().isEmpty() ? AdminTokenFile.openOrCreate(dataFolder, keys) : configured;
    AccessFeature.Door door = access.door(config, AdminToken.of(token), live, keys, time);
    List<ApiRoutes> parts = new ArrayList<>(door.parts());
    DestinationResource.Environment environment =
        new DestinationResource.Environment(live, log, keys, time);
    parts.add(new SourceResource(sources, seen, config.admin().writeKeyGrace(), environment));
    parts.add(new SchemaResource(sources, live, seen, time));
    parts.add(
        new DestinationResource(
            destinations, delivery.health(), config.admin().secretGrace(), environment));
    parts.addAll(delivery.routes(live, access.trail(), time, discretion()));
    parts.addAll(
        new ComputationRoutes(
                new SqlComputationStore(database),
                computations,
                rules(),
                access.trail(),
                discretion())
            .parts(live, keys, time));
    parts.addAll(more);
    return new AdminApi(vertx, door.gatekeeper(), ResourceRouter.Limits.DEFAULT, parts);
  }

  @Override
  public void close() {
    access.close();
    follower.close();
  }
}
