package io.postrider.server;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.log.RecordLog;
import io.postrider.message.HashKey;
import io.postrider.route.Catalog;
import io.postrider.server.bridge.DeletionFates;
import io.postrider.server.bridge.SampleErasure;
import io.postrider.server.config.Config;
import io.postrider.server.control.ApiPart;
import io.postrider.server.control.LiveCatalog;
import io.postrider.server.deliver.DeliveryService;
import io.postrider.server.privacy.DeleteFates;
import io.postrider.server.privacy.Erasure;
import io.postrider.server.privacy.LiveTombstones;
import io.postrider.server.privacy.Privacy;
import io.postrider.server.privacy.SeenSources;
import io.postrider.server.store.Database;
import io.postrider.server.store.DatabaseUrl;
import io.postrider.server.store.Schema;
import io.postrider.server.store.SqlDeletionStore;
import io.postrider.server.store.SqlRegulationStore;
import io.postrider.server.store.SqlSuppressionStore;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Deletion requests and suppressed users: their database, and what is done about them. */
final class PrivacyPart implements AutoCloseable {

  private static final String FILE = "privacy.db";

  private final Config config;
  private final InstantSource time;
  private final Database database;

  private PrivacyPart(Config config, InstantSource time, Database database) {
    this.config = config;
    this.time = time;
    this.database = database;
  }

  /** Opens the database. */
  static PrivacyPart open(Config config, InstantSource time, Path folder) {
    String url = config.database().url().reveal();
    DatabaseUrl address =
        url.isEmpty() ? DatabaseUrl.sqlite(folder.resolve(FILE)) : DatabaseUrl.parse(url);
    return new PrivacyPart(config, time, Database.open(address, Schema.PRIVACY));
  }

  /** Whose records count as gone; to be known before anything is delivered. */
  LiveTombstones tombstones(RecordLog log, HashKey hashKey, LiveCatalog catalog) {
    return LiveTombstones.open(new SqlRegulationStore(database), log, catalog::current, hashKey);
  }

  /** What it runs in. */
  record World(
      RecordLog log,
      HashKey hashKey,
      LiveCatalog catalog,
      LiveTombstones tombstones,
      MeterRegistry metrics) {}

  /**
   * Brings suppressions into force, and carries deletions out if this node delivers.
   *
   * @param delivery null if it does not
   * @param running gets what has to be closed before the log is
   */
  Privacy start(World world, @Nullable DeliveryService delivery, ClosingStack running) {
    Supplier<Catalog> catalog = world.catalog()::current;
    Privacy.Stores stores =
        new Privacy.Stores(
            new SqlRegulationStore(database),
            new SqlSuppressionStore(database),
            new SqlDeletionStore(database));
    Privacy privacy =
        running.add(
            Privacy.open(
                stores,
                world.hashKey(),
                new Privacy.World(
                    world.log(),
                    catalog,
                    world.tombstones(),
                    fates(delivery),
                    SeenSources.UNKNOWN,
                    erasure(delivery, catalog, world.hashKey()),
                    time),
                world.metrics()));
    if (delivery != null) {
      privacy.process();
    }
    return privacy;
  }

  private static DeleteFates fates(@Nullable DeliveryService delivery) {
    return delivery == null
        ? (destination, stretch) -> Optional.empty()
        : new DeletionFates(delivery.inspection());
  }

  private static Erasure erasure(
      @Nullable DeliveryService delivery, Supplier<Catalog> catalog, HashKey hashKey) {
    return delivery == null
        ? (users, sources) -> {}
        : new SampleErasure(delivery.inspection(), catalog, hashKey);
  }

  /** Its part of the admin API. */
  ApiPart api(Privacy privacy) {
    SecureRandom random = new SecureRandom();
    return () -> privacy.resources(random::nextLong, config.log().retention());
  }

  @Override
  public void close() {
    database.close();
  }
}
