package io.postrider.server;

import io.postrider.route.Catalog;
import io.postrider.route.Source;
import io.postrider.server.config.Config;
import io.postrider.server.config.Secret;
import io.postrider.server.control.AdminApi;
import io.postrider.server.control.AdminToken;
import io.postrider.server.control.AdminTokenFile;
import io.postrider.server.control.CatalogFollower;
import io.postrider.server.control.FirstSource;
import io.postrider.server.control.KeyMaker;
import io.postrider.server.control.LiveCatalog;
import io.postrider.server.control.SourceStore;
import io.postrider.server.control.Sources;
import io.postrider.server.http.Resources;
import io.postrider.server.store.Database;
import io.postrider.server.store.DatabaseUrl;
import io.postrider.server.store.Schema;
import io.postrider.server.store.SqlSourceStore;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Optional;

/** The catalog: its database, its snapshot in memory, and the admin API over both. */
final class CatalogPart implements AutoCloseable {

  private static final String FILE = "catalog.db";

  private final Config config;
  private final InstantSource time;
  private final Database database;
  private final SourceStore store;
  private final LiveCatalog live;
  private final CatalogFollower follower;
  private final KeyMaker keys;
  private final Optional<Source> firstSource;

  private CatalogPart(Config config, InstantSource time, Database database) {
    this.config = config;
    this.time = time;
    this.database = database;
    this.keys = new KeyMaker(new SecureRandom());
    this.store = new SqlSourceStore(database);
    this.firstSource = FirstSource.createIfNew(store, keys, time.instant());
    this.live = LiveCatalog.open(store);
    this.follower = CatalogFollower.start(live, CatalogFollower.INTERVAL, time);
  }

  static CatalogPart open(Config config, InstantSource time, Path dataFolder) {
    String url = config.database().url().reveal();
    DatabaseUrl address =
        url.isEmpty() ? DatabaseUrl.sqlite(dataFolder.resolve(FILE)) : DatabaseUrl.parse(url);
    return new CatalogPart(config, time, Database.open(address, Schema.CATALOG));
  }

  /** The sources as they are now. */
  Catalog current() {
    return live.current();
  }

  /** The source that was made because there had never been one. */
  Optional<Source> firstSource() {
    return firstSource;
  }

  AdminApi adminApi(Vertx vertx, Path dataFolder) throws IOException {
    Secret configured = config.admin().token();
    Secret token =
        configured.reveal().isEmpty() ? AdminTokenFile.openOrCreate(dataFolder, keys) : configured;
    Sources sources = new Sources(store, live, keys, config.admin().writeKeyGrace(), time);
    return new AdminApi(vertx, AdminToken.of(token), Resources.Limits.DEFAULT, sources);
  }

  @Override
  public void close() {
    follower.close();
    database.close();
  }
}
