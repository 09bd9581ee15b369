package io.postrider.server.privacy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.log.RecordLog;
import io.postrider.message.HashKey;
import io.postrider.route.Catalog;
import io.postrider.server.access.AuditTrail;
import io.postrider.server.database.Database;
import io.postrider.server.privacy.sql.SqlRegulationStore;
import io.postrider.server.privacy.sql.SqlSuppressionStore;
import java.time.InstantSource;
import java.util.function.Supplier;

/** Regulations for tests of the admin API; deletions never run. */
public final class PrivacyFixture {

  private PrivacyFixture() {}

  public static ActiveRegulations open(
      Database database,
      RecordLog log,
      Supplier<Catalog> catalog,
      AuditTrail trail,
      HashKey key,
      InstantSource time) {
    RegulationStore regulations = new SqlRegulationStore(database);
    return of(database, log, catalog, RegulationAuditor.of(regulations, trail, time), key)
        .start(new SimpleMeterRegistry());
  }

  /** The same without its tasks. */
  static ActiveRegulations of(
      Database database,
      RecordLog log,
      Supplier<Catalog> catalog,
      RegulationAuditor auditor,
      HashKey key) {
    RegulationStore regulations = new SqlRegulationStore(database);
    return new ActiveRegulations(
        LiveSuppression.open(new SqlSuppressionStore(database), key),
        LiveTombstones.open(regulations, log, catalog, key, InstantSource.system()),
        auditor);
  }
}
