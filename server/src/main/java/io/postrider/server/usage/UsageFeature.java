package io.postrider.server.usage;

import io.postrider.id.SourceId;
import io.postrider.privacy.HiddenRecords;
import io.postrider.server.NodeContext;
import io.postrider.server.access.RedactionPolicy;
import io.postrider.server.background.CombinedProjection;
import io.postrider.server.background.FollowerLimits;
import io.postrider.server.background.LogFollower;
import io.postrider.server.background.Projection;
import io.postrider.server.background.RepeatedRecords;
import io.postrider.server.background.SharedLog;
import io.postrider.server.catalog.CatalogFeature;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.catalog.SeenEvents;
import io.postrider.server.config.Role;
import io.postrider.server.database.Database;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.usage.api.DebuggerResource;
import io.postrider.server.usage.api.UsageResource;
import io.postrider.server.usage.debugger.Debugger;
import io.postrider.server.usage.debugger.RecentMessages;
import io.postrider.server.usage.sql.SqlIngestCountStore;
import io.postrider.server.usage.sql.SqlUsageReports;
import io.postrider.server.usage.sql.SqlUsageStore;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Usage: counts messages from the log, serves the debugger, and publishes the admin API. */
public final class UsageFeature {

  private static final String NAME = "usage";

  /** How many rows are read at once. */
  private static final int ROWS = 1_000;

  private final NodeContext node;
  private final CatalogFeature catalog;
  private final HiddenRecords hidden;
  private final @Nullable LogFollower follower;
  private final Debugger debugger;

  private UsageFeature(
      NodeContext node,
      CatalogFeature catalog,
      HiddenRecords hidden,
      @Nullable LogFollower follower) {
    this.node = node;
    this.catalog = catalog;
    this.hidden = hidden;
    this.follower = follower;
    this.debugger = node.closing().add(new Debugger(node.log(), hidden));
  }

  /**
   * Starts counting if this node delivers.
   *
   * @param other a projection into the same database that the same follower feeds
   * @param delivers whether this node delivers a partition: of several nodes, that one counts it
   * @param repeats the records that are not counted; null if no other node shares the log
   */
  public static UsageFeature open(
      NodeContext node,
      CatalogFeature catalog,
      Projection other,
      HiddenRecords hidden,
      IntPredicate delivers,
      @Nullable RepeatedRecords repeats) {
    LogFollower follower = null;
    if (node.has(Role.DELIVER)) {
      Database database = node.databases().statistics();
      SqlUsageStore store = new SqlUsageStore(database);
      store.beginReceived();
      store.decideFiltered(catalog.live().current().workspace().filteredServerCallsCount());
      Usage usage = new Usage(store, catalog.live()::current, node.time());
      Projection both =
          new CombinedProjection(NAME, node.log(), List.of(usage, other), database::inTransaction);
      follower =
          node.closing()
              .add(
                  LogFollower.open(
                      NAME,
                      node.log(),
                      both,
                      FollowerLimits.DEFAULT,
                      node.throttle(),
                      node.metrics(),
                      repeats == null ? null : new SharedLog(delivers, repeats)));
      node.delayed().add(follower::start);
    }
    return new UsageFeature(node, catalog, hidden, follower);
  }

  /**
   * Starts to record how many messages are accepted and rejected.
   *
   * @param accepted all messages accepted since the start
   * @param rejected all rejections since the start
   */
  public IngestCountRecorder recordIngestCounts(LongSupplier accepted, LongSupplier rejected) {
    SqlIngestCountStore store = new SqlIngestCountStore(node.databases().statistics());
    return node.closing()
        .add(new IngestCountRecorder(store, accepted, rejected, node.time()).start());
  }

  /** The follower that counts; empty if another node counts. */
  public Optional<LogFollower> follower() {
    return Optional.ofNullable(follower);
  }

  public Debugger debugger() {
    return debugger;
  }

  /** Every source of which messages were counted. */
  public List<SourceId> countedSources() {
    return reports().sources();
  }

  /** The counted calls of each source on the days (UTC) of a time range. */
  public Map<SourceId, Long> callsBySource(Instant from, Instant to) {
    DailyCalls.Range range =
        new DailyCalls.Range(
            LocalDate.ofInstant(from, ZoneOffset.UTC),
            LocalDate.ofInstant(to, ZoneOffset.UTC),
            null);
    Map<SourceId, Long> calls = new HashMap<>();
    List<DailyCalls.Row> rows = reports().rows(range, null, ROWS);
    while (!rows.isEmpty()) {
      rows.forEach(row -> calls.merge(row.place().source(), row.calls(), Long::sum));
      rows = reports().rows(range, rows.getLast().place(), ROWS);
    }
    return calls;
  }

  /**
   * How many messages were received.
   *
   * @param counters what ingest has counted
   */
  public ReceivedCounts received(IngestCountRecorder counters) {
    LogFollower counting = follower;
    // without a follower here, another node counts from the log
    LongSupplier lag = counting == null ? () -> 1 : counting::lag;
    return new ReceivedCounts(reports().received(), lag, counters, node.time());
  }

  /** The events that were counted. */
  public SeenEvents seenEvents() {
    return new CountedEvents(reports()::events, follower);
  }

  private SqlUsageReports reports() {
    return new SqlUsageReports(node.databases().statistics());
  }

  /** The admin API for usage and the debugger. */
  public List<ApiRoutes> routes(RedactionPolicy redaction) {
    LiveCatalog live = catalog.live();
    RecentMessages recent = new RecentMessages(node.log(), hidden);
    return List.of(
        new UsageResource(reports(), node.time()),
        new DebuggerResource(live, debugger, recent, redaction, node.steadyTime()));
  }
}
