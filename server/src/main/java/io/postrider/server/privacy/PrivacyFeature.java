package io.postrider.server.privacy;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.log.RecordLog;
import io.postrider.message.HashKey;
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
import io.postrider.server.privacy.api.PrivacyRoutes;
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
import org.jspecify.annotations.Nullable;

/**
 * Privacy: the databases of regulations and seen users, the tasks that run deletions, and the admin
 * API.
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

  /** The hidden records; must be loaded before delivery starts. */
  public LiveTombstones tombstones(RecordLog log, HashKey hashKey, LiveCatalog catalog) {
    return LiveTombstones.open(new SqlRegulationStore(database), log, catalog::current, hashKey);
  }

  /**
   * Applies suppressions, and runs deletions if this node delivers.
   *
   * @param erasures further stores with data of users, beside the log
   * @param delivery null if this node does not deliver
   * @param follower feeds {@link #seenUsers}; null if this node does not deliver
   * @param running receives what must be closed before the log
   */
  public Privacy start(
      RecordLog log,
      HashKey hashKey,
      LiveCatalog catalog,
      AuditTrail trail,
      LiveTombstones tombstones,
      List<UserErasure> erasures,
      @Nullable DeliveryService delivery,
      @Nullable LogFollower follower,
      MeterRegistry metrics,
      ClosingStack running) {
    List<UserErasure> all = new ArrayList<>(erasures);
    DeleteOutcomes outcomes = (destination, range) -> Optional.empty();
    SeenSources seenSources =
        follower == null
            ? SeenSources.UNKNOWN
            : new StoredSeenSources(new SqlSeenStore(seen), hashKey, follower::whenLevel);
    if (delivery != null) {
      all.add(new AttemptErasure(delivery.inspection(), catalog::current, hashKey));
      outcomes = new DeliveryDeleteOutcomes(delivery.inspection());
    }
    RegulationStore regulations = new SqlRegulationStore(database);
    DeletionStore deletions = new SqlDeletionStore(database);
    DeletionRunner runner =
        new DeletionRunner(
            deletions,
            regulations,
            log,
            hashKey,
            catalog::current,
            outcomes,
            seenSources,
            UserErasure.all(all),
            tombstones,
            time);
    Privacy privacy =
        new Privacy(
            LiveSuppression.open(new SqlSuppressionStore(database), hashKey),
            tombstones,
            new RegulationAuditor(regulations, new RegulationAuditTrail(trail)::add, time),
            new RegulationProcessor(deletions, runner, node(), time));
    return running.add(privacy.start(delivery != null, metrics));
  }

  /** Derives from the log which users were seen in which sources, into the statistics database. */
  public Projection seenUsers(RecordLog log, HashKey hashKey) {
    return new SeenUsers(new SqlSeenStore(seen), hashKey, log.partitions(), time);
  }

  /** With SQLite there is only one node, which keeps its number after a restart. */
  private long node() {
    return config.database().url().reveal().isEmpty() ? 1 : random.nextLong();
  }

  /**
   * The admin API.
   *
   * @param logRetention how long the log retains messages that are no longer needed
   */
  public ApiRoutes api(
      Privacy privacy, LiveCatalog catalog, Duration logRetention, RedactionPolicy redaction) {
    return new PrivacyRoutes(
        new SqlRegulationStore(database),
        privacy,
        catalog::current,
        random::nextLong,
        logRetention,
        redaction::of,
        time);
  }
}
