package io.postrider.server;

import io.postrider.route.Source;
import io.postrider.server.config.Config;
import io.postrider.server.config.Secret;
import io.postrider.server.control.AdminApi;
import io.postrider.server.control.AdminToken;
import io.postrider.server.control.AdminTokenFile;
import io.postrider.server.control.ApiPart;
import io.postrider.server.control.CatalogFollower;
import io.postrider.server.control.DestinationStore;
import io.postrider.server.control.Destinations;
import io.postrider.server.control.FirstSource;
import io.postrider.server.control.KeyMaker;
import io.postrider.server.control.LiveCatalog;
import io.postrider.server.control.LogPositions;
import io.postrider.server.control.SourceSchema;
import io.postrider.server.control.SourceStore;
import io.postrider.server.control.Sources;
import io.postrider.server.control.deliveries.DeliveryPorts;
import io.postrider.server.http.Resources;
import io.postrider.server.store.Database;
import io.postrider.server.store.DatabaseUrl;
import io.postrider.server.store.Schema;
import io.postrider.server.store.SecretSeal;
import io.postrider.server.store.SqlCatalogStore;
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
  private final LiveCatalog live;
  private final CatalogFollower follower;
  private final KeyMaker keys;
  private final Optional<Source> firstSource;

  private CatalogPart(Config config, InstantSource time, Database database, SecretSeal seal) {
    this.config = config;
    this.time = time;
    this.database = database;
    this.keys = new KeyMaker(new SecureRandom());
    this.sources = new SqlSourceStore(database);
    this.destinations = new SqlDestinationStore(database, seal);
    this.firstSource = FirstSource.createIfNew(sources, keys, time.instant());
    this.live = LiveCatalog.open(new SqlCatalogStore(database, seal));
    this.follower = CatalogFollower.start(live, CatalogFollower.INTERVAL, time);
  }

  static CatalogPart open(Config config, InstantSource time, Path dataFolder) {
    String url = config.database().url().reveal();
    DatabaseUrl address =
        url.isEmpty() ? DatabaseUrl.sqlite(dataFolder.resolve(FILE)) : DatabaseUrl.parse(url);
    Database database = Database.open(address, Schema.CATALOG);
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

  /** The source that was made because there had never been one. */
  Optional<Source> firstSource() {
    return firstSource;
  }

  /**
   * The admin API over the catalog, this node's log, and whoever delivers.
   *
   * @param others parts that are about something else
   */
  AdminApi adminApi(
      Vertx vertx, Path dataFolder, LogPositions log, DeliveryPorts delivery, List<ApiPart> others)
      throws IOException {
    Secret configured = config.admin().token();
    Secret token =
        configured.reveal().isEmpty() ? AdminTokenFile.openOrCreate(dataFolder, keys) : configured;
    List<ApiPart> parts = new ArrayList<>();
    parts.add(new Sources(sources, live, log, keys, config.admin().writeKeyGrace(), time));
    parts.add(new SourceSchema(sources, live));
    parts.add(
        new Destinations(
            destinations,
            delivery.health(),
            config.admin().secretGrace(),
            new Destinations.Environment(live, log, keys, time)));
    parts.addAll(delivery.parts(live, time));
    parts.addAll(others);
    return new AdminApi(vertx, AdminToken.of(token), Resources.Limits.DEFAULT, parts);
  }

  @Override
  public void close() {
    follower.close();
    database.close();
  }
}
