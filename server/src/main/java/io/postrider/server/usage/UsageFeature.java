package io.postrider.server.usage;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.id.SourceId;
import io.postrider.log.RecordLog;
import io.postrider.privacy.HiddenRecords;
import io.postrider.server.background.CombinedProjection;
import io.postrider.server.background.FollowerLimits;
import io.postrider.server.background.FollowerThrottle;
import io.postrider.server.background.LogFollower;
import io.postrider.server.background.Projection;
import io.postrider.server.catalog.CatalogFeature;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.catalog.SeenEvents;
import io.postrider.server.database.Database;
import io.postrider.server.database.Databases;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.usage.api.DebuggerResource;
import io.postrider.server.usage.api.SchemaResource;
import io.postrider.server.usage.api.UsageResource;
import io.postrider.server.usage.debugger.Debugger;
import io.postrider.server.usage.debugger.RecentMessages;
import io.postrider.server.usage.sql.SqlIntakeStore;
import io.postrider.server.usage.sql.SqlUsageReports;
import io.postrider.server.usage.sql.SqlUsageStore;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Counting what was taken in: its database, who counts, and who shows it. */
public final class UsageFeature {

  private static final String NAME = "usage";

  private final InstantSource time;
  private final Database database;

  /** Opens the database of usage. */
  public UsageFeature(InstantSource time, Databases databases) {
    this.time = time;
    this.database = databases.statistics();
  }

  /**
   * Starts to count.
   *
   * @param other a projection into the same database that the same follower feeds
   */
  public LogFollower start(
      RecordLog log,
      LiveCatalog catalog,
      Projection other,
      FollowerThrottle courtesy,
      MeterRegistry metrics) {
    Usage usage = new Usage(new SqlUsageStore(database), catalog::current, time);
    Projection both =
        new CombinedProjection(NAME, log, List.of(usage, other), database::inTransaction);
    return LogFollower.start(NAME, log, both, FollowerLimits.DEFAULT, courtesy, metrics);
  }

  /**
   * Starts to record how many messages are accepted and rejected.
   *
   * @param accepted all messages accepted since the start
   * @param rejected all rejections since the start
   */
  public IntakeRecorder startIntake(LongSupplier accepted, LongSupplier rejected) {
    return new IntakeRecorder(new SqlIntakeStore(database), accepted, rejected, time).start();
  }

  /** Every source of which calls were counted. */
  public List<SourceId> countedSources() {
    return new SqlUsageReports(database).sources();
  }

  /**
   * The events that were counted.
   *
   * @param follower who counts; null if another node does
   */
  public SeenEvents seenEvents(@Nullable LogFollower follower) {
    return new CountedEvents(new SqlUsageReports(database)::events, follower);
  }

  /** The admin API for usage, event schemas and the debugger. */
  public List<ApiRoutes> routes(
      CatalogFeature catalog,
      SeenEvents seen,
      RecordLog log,
      Debugger debugger,
      HiddenRecords hidden) {
    LiveCatalog live = catalog.live();
    return List.of(
        new UsageResource(
            new SqlUsageReports(database),
            () -> live.current().workspace().filteredServerCallsCount(),
            time),
        new SchemaResource(catalog.sources(), live, seen, time),
        new DebuggerResource(
            live, debugger, new RecentMessages(log, hidden), catalog.discretion(), time));
  }
}
