package io.postrider.server.privacy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.log.RecordLog;
import io.postrider.message.HashKey;
import io.postrider.route.Catalog;
import io.postrider.server.access.AuditTrail;
import io.postrider.server.database.Database;
import io.postrider.server.privacy.sql.SqlDeletionStore;
import io.postrider.server.privacy.sql.SqlRegulationStore;
import io.postrider.server.privacy.sql.SqlSuppressionStore;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/** Privacy for tests of the admin API: regulations are stored and deletions never run. */
public final class PrivacyFixture {

  private PrivacyFixture() {}

  public static Privacy open(
      Database database,
      RecordLog log,
      Supplier<Catalog> catalog,
      AuditTrail trail,
      HashKey key,
      InstantSource time) {
    RegulationStore regulations = new SqlRegulationStore(database);
    return of(database, log, catalog, RegulationAuditor.of(regulations, trail, time), key, time)
        .start(false, new SimpleMeterRegistry());
  }

  /** The same without its tasks. */
  static Privacy of(
      Database database,
      RecordLog log,
      Supplier<Catalog> catalog,
      RegulationAuditor auditor,
      HashKey key,
      InstantSource time) {
    RegulationStore regulations = new SqlRegulationStore(database);
    DeletionStore deletions = new SqlDeletionStore(database);
    LiveTombstones tombstones = LiveTombstones.open(regulations, log, catalog, key);
    DeletionRunner runner =
        new DeletionRunner(
            deletions,
            regulations,
            new DeleteLog(log, key, time),
            new AffectedSources(regulations, catalog, SeenSources.UNKNOWN, time),
            new DeleteOutcomes(catalog, (destination, range) -> Optional.empty()),
            (users, sources) -> {},
            tombstones,
            time);
    return new Privacy(
        LiveSuppression.open(new SqlSuppressionStore(database), key),
        tombstones,
        auditor,
        new DeletionScheduler(deletions, runner, 1, time));
  }
}
