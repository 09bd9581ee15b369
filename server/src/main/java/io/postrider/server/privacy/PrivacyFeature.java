package io.postrider.server.privacy;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.log.RecordLog;
import io.postrider.message.HashKey;
import io.postrider.route.Catalog;
import io.postrider.server.access.AuditTrail;
import io.postrider.server.access.RedactionPolicy;
import io.postrider.server.background.ClosingStack;
import io.postrider.server.background.LogFollower;
import io.postrider.server.background.Projection;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.config.Config;
import io.postrider.server.database.Database;
import io.postrider.server.database.Databases;
import io.postrider.server.delivery.DeliveryService;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.privacy.sql.SqlDeletionStore;
import io.postrider.server.privacy.sql.SqlRegulationStore;
import io.postrider.server.privacy.sql.SqlSeenStore;
import io.postrider.server.privacy.sql.SqlSuppressionStore;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Deletion requests and suppressed users: their databases, where users were seen, and what is done
 * about them.
 */
public final class PrivacyFeature {

  private final Config config;
  private final InstantSource time;
  private final SecureRandom random = new SecureRandom();
  private final Database database;
  private final Database seen;

  /** Opens the databases of regulations and of seen users. */
  public PrivacyFeature(Config config, InstantSource time, Databases databases) {
    this.config = config;
    this.time = time;
    this.database = databases.catalog();
    this.seen = databases.statistics();
  }

  /** Whose records count as gone; to be known before anything is delivered. */
  public LiveTombstones tombstones(RecordLog log, HashKey hashKey, LiveCatalog catalog) {
    return LiveTombstones.open(new SqlRegulationStore(database), log, catalog::current, hashKey);
  }

  /**
   * What it runs in.
   *
   * @param erasures who else keeps something about users, beside the log
   */
  public record World(
      RecordLog log,
      HashKey hashKey,
      LiveCatalog catalog,
      AuditTrail trail,
      LiveTombstones tombstones,
      List<UserErasure> erasures,
      MeterRegistry metrics) {

    public World {
      erasures = List.copyOf(erasures);
    }
  }

  /**
   * Brings suppressions into force, and carries deletions out if this node delivers.
   *
   * @param delivery null if it does not
   * @param follower feeds {@link #seenUsers}; null if this node does not deliver
   * @param running gets what has to be closed before the log is
   */
  public Privacy start(
      World world,
      @Nullable DeliveryService delivery,
      @Nullable LogFollower follower,
      ClosingStack running) {
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
                    seenSources(world, follower),
                    erasure(delivery, world),
                    new RegulationTrail(world.trail()),
                    node(),
                    time),
                world.metrics()));
    if (delivery != null) {
      privacy.process();
    }
    return privacy;
  }

  /** Derives from the log which users were seen in which sources, into the statistics database. */
  public Projection seenUsers(RecordLog log, HashKey hashKey) {
    return new SeenUsers(new SqlSeenStore(seen), hashKey, log.partitions(), time);
  }

  private SeenSources seenSources(World world, @Nullable LogFollower follower) {
    return follower == null
        ? SeenSources.UNKNOWN
        : new StoredSeenSources(new SqlSeenStore(seen), world.hashKey(), follower::whenLevel);
  }

  /** Over a file there is one node, which is the same after a restart. */
  private long node() {
    return config.database().url().reveal().isEmpty() ? 1 : random.nextLong();
  }

  private static DeleteFates fates(@Nullable DeliveryService delivery) {
    return delivery == null
        ? (destination, stretch) -> Optional.empty()
        : new DeletionFates(delivery.inspection());
  }

  private static UserErasure erasure(@Nullable DeliveryService delivery, World world) {
    List<UserErasure> all = new ArrayList<>(world.erasures());
    if (delivery != null) {
      all.add(new SampleErasure(delivery.inspection(), world.catalog()::current, world.hashKey()));
    }
    return UserErasure.all(all);
  }

  /**
   * Its part of the admin API.
   *
   * @param logKeeps how long the log keeps messages that nobody needs
   */
  public ApiRoutes api(Privacy privacy, Duration logKeeps, RedactionPolicy discretion) {
    return () -> privacy.resources(random::nextLong, logKeeps, discretion::of);
  }
}
