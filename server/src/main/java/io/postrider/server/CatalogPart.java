package io.postrider.server;

import io.postrider.route.Source;
import io.postrider.server.config.Config;
import io.postrider.server.config.Secret;
import io.postrider.server.control.AdminApi;
import io.postrider.server.control.AdminToken;
import io.postrider.server.control.AdminTokenFile;
import io.postrider.server.control.ApiPart;
import io.postrider.server.control.CatalogFollower;
import io.postrider.server.control.CatalogStore;
import io.postrider.server.control.DestinationStore;
import io.postrider.server.control.Destinations;
import io.postrider.server.control.FirstSource;
import io.postrider.server.control.KeyMaker;
import io.postrider.server.control.LiveCatalog;
import io.postrider.server.control.LogPositions;
import io.postrider.server.control.SeenEvents;
import io.postrider.server.control.SourceSchema;
import io.postrider.server.control.SourceStore;
import io.postrider.server.control.Sources;
import io.postrider.server.control.audience.AudienceParts;
import io.postrider.server.control.audience.ComputationRules;
import io.postrider.server.control.audience.Computations;
import io.postrider.server.control.audit.AuditTrail;
import io.postrider.server.control.declared.DeclarationStore;
import io.postrider.server.control.declared.DeclaredWorkspace;
import io.postrider.server.control.declared.Variables;
import io.postrider.server.control.deliveries.DeliveryPorts;
import io.postrider.server.control.deliveries.Discretion;
import io.postrider.server.http.Resources;
import io.postrider.server.store.Database;
import io.postrider.server.store.DatabaseUrl;
import io.postrider.server.store.Schema;
import io.postrider.server.store.SecretSeal;
import io.postrider.server.store.SqlCatalogStore;
import io.postrider.server.store.SqlComputationStore;
import io.postrider.server.store.SqlDeclarationStore;
import io.postrider.server.store.SqlDestinationStore;
import io.postrider.server.store.SqlSourceStore;
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
final class CatalogPart implements AutoCloseable {

  private static final String FILE = "catalog.db";
  private static final String SECRETS_KEY_FILE = "secrets-key";

  private final Config config;
  private final InstantSource time;
  private final Database database;
  private final SourceStore sources;
  private final DestinationStore destinations;
  private final DeclarationStore workspace;
  private final LiveCatalog live;
  private final CatalogFollower follower;
  private final AccessPart access;
  private final KeyMaker keys;
  private final Optional<Source> firstSource;

  private CatalogPart(Config config, InstantSource time, Database database, SecretSeal seal) {
    this.config = config;
    this.time = time;
    this.database = database;
    this.keys = new KeyMaker(new SecureRandom());
    this.sources = new SqlSourceStore(database);
    this.destinations = new SqlDestinationStore(database, seal);
    this.workspace = new SqlDeclarationStore(database, seal);
    this.firstSource =
        config.workspace().file().isPresent()
            ? Optional.empty()
            : FirstSource.createIfNew(sources, keys, time.instant());
    this.live = LiveCatalog.open(new SqlCatalogStore(database, seal));
    this.follower = CatalogFollower.start(live, CatalogFollower.INTERVAL, time);
    this.access = new AccessPart(database, seal);
  }

  private static Database openDatabase(Config config, Path dataFolder) {
    String url = config.database().url().reveal();
    return Database.open(
        url.isEmpty() ? DatabaseUrl.sqlite(dataFolder.resolve(FILE)) : DatabaseUrl.parse(url),
        Schema.CATALOG);
  }

  /** What a catalog that is there already holds, read beside a program that may be running. */
  static CatalogStore.Snapshot read(Config config, Path dataFolder) {
    boolean missing = !Files.exists(dataFolder.resolve(FILE));
    if (config.database().url().reveal().isEmpty() && missing) {
      throw new StartException(
          "There is no catalog in the folder %s; name the one with --data."
              .formatted(dataFolder.toAbsolutePath()));
    }
    try (Database database = openDatabase(config, dataFolder)) {
      return new SqlCatalogStore(database, seal(config, dataFolder)).load();
    }
  }

  static CatalogPart open(Config config, InstantSource time, Path dataFolder) {
    Database database = openDatabase(config, dataFolder);
    try {
      return new CatalogPart(config, time, database, seal(config, dataFolder));
    } catch (RuntimeException failure) {
      database.close();
      throw failure;
    }
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
  LiveCatalog live() {
    return live;
  }

  /** Who changed what. */
  AuditTrail trail() {
    return access.trail();
  }

  /** Viewers do not see the fields that the workspace names; everybody else sees all. */
  Discretion discretion() {
    return new ViewersDiscretion(() -> live.current().workspace().redactedFields());
  }

  /** The source that was made because there had never been one. */
  Optional<Source> firstSource() {
    return firstSource;
  }

  /** What a definition may ask about: no more than is kept. */
  private ComputationRules rules() {
    return new ComputationRules(config.audience().history());
  }

  /** What a workspace file declares is brought into force here. */
  DeclaredWorkspace workspace(LogPositions log) {
    return new DeclaredWorkspace(
        workspace,
        Variables.of(System.getenv()),
        config.admin().writeKeyGrace(),
        new DeclaredWorkspace.Environment(live, log, keys, rules(), time));
  }

  /** The admin API over the catalog, this node's log, whoever delivers, and whatever else is. */
  AdminApi adminApi(
      Vertx vertx,
      Path dataFolder,
      LogPositions log,
      DeliveryPorts delivery,
      SeenEvents seen,
      Computations computations,
      List<ApiPart> more)
      throws IOException {
    Secret configured = config.admin().token();
    Secret token =
        configured.reveal().isEmpty() ? AdminTokenFile.openOrCreate(dataFolder, keys) : configured;
    AccessPart.Door door = access.door(config, AdminToken.of(token), live, keys, time);
    List<ApiPart> parts = new ArrayList<>(door.parts());
    Destinations.Environment environment = new Destinations.Environment(live, log, keys, time);
    parts.add(new Sources(sources, seen, config.admin().writeKeyGrace(), environment));
    parts.add(new SourceSchema(sources, live, seen, time));
    parts.add(
        new Destinations(
            destinations, delivery.health(), config.admin().secretGrace(), environment));
    parts.addAll(delivery.parts(live, access.trail(), time, discretion()));
    parts.addAll(
        new AudienceParts(
                new SqlComputationStore(database),
                computations,
                rules(),
                access.trail(),
                discretion())
            .parts(live, keys, time));
    parts.addAll(more);
    return new AdminApi(vertx, door.gatekeeper(), Resources.Limits.DEFAULT, parts);
  }

  @Override
  public void close() {
    access.close();
    follower.close();
    database.close();
  }
}
