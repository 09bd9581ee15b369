package io.postrider.server;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.log.RecordLog;
import io.postrider.privacy.Hidden;
import io.postrider.route.SourceId;
import io.postrider.server.bridge.CountedEvents;
import io.postrider.server.config.Config;
import io.postrider.server.control.ApiPart;
import io.postrider.server.control.LiveCatalog;
import io.postrider.server.control.SeenEvents;
import io.postrider.server.control.deliveries.Discretion;
import io.postrider.server.control.usage.UsageResource;
import io.postrider.server.control.watch.EventsResource;
import io.postrider.server.debug.Debugger;
import io.postrider.server.debug.RecentCalls;
import io.postrider.server.follow.Courtesy;
import io.postrider.server.follow.FollowLimits;
import io.postrider.server.follow.Follower;
import io.postrider.server.store.Database;
import io.postrider.server.store.DatabaseUrl;
import io.postrider.server.store.Schema;
import io.postrider.server.store.SqlUsageReports;
import io.postrider.server.store.SqlUsageStore;
import io.postrider.server.usage.Usage;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counting what was taken in: its database, who counts, and who shows it. */
final class UsagePart implements AutoCloseable {

  private static final String FILE = "usage.db";
  private static final String NAME = "usage";

  private final InstantSource time;
  private final Database database;

  private UsagePart(InstantSource time, Database database) {
    this.time = time;
    this.database = database;
  }

  /** Opens the database. */
  static UsagePart open(Config config, InstantSource time, Path folder) {
    return new UsagePart(time, openDatabase(config, folder));
  }

  /** Opens the database of what was counted. */
  static Database openDatabase(Config config, Path folder) {
    String url = config.database().url().reveal();
    return Database.open(
        url.isEmpty() ? DatabaseUrl.sqlite(folder.resolve(FILE)) : DatabaseUrl.parse(url),
        Schema.USAGE);
  }

  /** Starts to count. */
  Follower start(RecordLog log, LiveCatalog catalog, Courtesy courtesy, MeterRegistry metrics) {
    Usage usage = new Usage(new SqlUsageStore(database), catalog::current, time);
    return Follower.start(NAME, log, usage, FollowLimits.DEFAULT, courtesy, metrics);
  }

  /** Every source of which calls were counted. */
  List<SourceId> countedSources() {
    return new SqlUsageReports(database).sources();
  }

  /**
   * The events that were counted.
   *
   * @param follower who counts; null if another node does
   */
  SeenEvents seenEvents(@Nullable Follower follower) {
    return new CountedEvents(new SqlUsageReports(database)::events, follower);
  }

  /** The parts of the admin API that show what was counted, and what happens now. */
  List<ApiPart> apiParts(
      LiveCatalog catalog, RecordLog log, Debugger debugger, Hidden hidden, Discretion discretion) {
    return List.of(
        new UsageResource(
            new SqlUsageReports(database),
            () -> catalog.current().workspace().filteredServerCallsCount(),
            time),
        new EventsResource(catalog, debugger, new RecentCalls(log, hidden), discretion, time));
  }

  @Override
  public void close() {
    database.close();
  }
}
