package io.postrider.server.people.sql;

import io.postrider.audience.Computation;
import io.postrider.audience.ComputationDefinition;
import io.postrider.audience.ComputationId;
import io.postrider.id.Wtf8;
import io.postrider.profile.SearchTerms;
import io.postrider.server.catalog.definition.ComputationResults;
import io.postrider.server.database.Database;
import io.postrider.server.database.Schema;
import io.postrider.server.http.admin.Page;
import io.postrider.server.people.audience.AudienceEngine;
import io.postrider.server.people.audience.RecomputePolicy;
import io.postrider.server.people.audience.StoredComputation;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the results of computations for the admin API. May be called from any thread. */
public final class SqlComputationResults implements ComputationResults {

  private static final int RADIX = 36;

  private final Database database;
  private final AudienceEngine engine;
  private final InstantSource time;
  private final Previews previews;

  /** Reads a database that was opened with {@link Schema#PROFILES}. */
  public SqlComputationResults(Database database, AudienceEngine engine, InstantSource time) {
    this.database = database;
    this.engine = engine;
    this.time = time;
    this.previews = new Previews(database, engine::definitions, time, System::nanoTime);
  }

  @Override
  public Map<ComputationId, Report> reports(Collection<? extends Computation> computations) {
    Map<Long, String> broken = engine.broken();
    return database.read(
        handle -> {
          Map<Long, StoredComputation> stored = StoredComputationRows.all(handle);
          long last =
              handle.select("select max(id) from profile").mapTo(Long.class).findOne().orElse(0L);
          Map<ComputationId, Report> reports = new HashMap<>();
          for (Computation one : computations) {
            String error = broken.get(one.id().bits());
            reports.put(one.id(), report(one, stored.get(one.id().bits()), error, last));
          }
          return reports;
        });
  }

  static Report report(
      Computation computation,
      @Nullable StoredComputation stored,
      @Nullable String error,
      long last) {
    if (stored == null || (computation.enabled() && RecomputePolicy.begins(stored, computation))) {
      Report set = Report.bySettings(computation);
      return stored == null
          ? new Report(set.status(), 0L, null, null, null, null)
          : new Report(set.status(), stored.size(), null, stored.lastSyncAt(), null, null);
    }
    StoredComputation.Run run = stored.isRunning() && computation.enabled() ? stored.run() : null;
    Status status =
        !computation.enabled()
            ? Status.PAUSED
            : error != null ? Status.FAILED : run != null ? Status.COMPUTING : Status.LIVE;
    return new Report(
        status,
        stored.size(),
        run == null || status != Status.COMPUTING ? null : progress(run.after(), last),
        stored.lastSyncAt(),
        computation.enabled() ? stored.nextSyncAt() : null,
        error);
  }

  private static double progress(long after, long last) {
    return last == 0 ? 1 : Math.min(1, Math.round(1000.0 * after / last) / 1000.0);
  }

  @Override
  public void sync(Computation computation) {
    database.change(
        handle -> {
          ChangeRows.lock(handle, database.dialect());
          SqlEvaluationStore.requestRun(handle, computation.id().bits(), time.instant());
        });
    engine.wake();
  }

  @Override
  public Preview preview(ComputationDefinition definition, int sample) {
    return previews.of(definition, sample);
  }

  @Override
  public Optional<Page<Member>> members(
      Computation computation, @Nullable String cursor, int limit) {
    Long after = cursor == null ? Long.valueOf(0) : position(cursor);
    if (after == null) {
      return Optional.empty();
    }
    record Found(long profile, Member member) {}
    List<Found> found =
        database.list(
            row -> new Found(row.getLong(1), member(row)),
            "select m.profile, p.user_id, m.value, m.since from membership m"
                + " join profile p on p.id = m.profile where m.computation = ?"
                + " and m.profile > ? order by m.profile limit ?",
            computation.id().bits(),
            after,
            limit + 1);
    boolean more = found.size() > limit;
    List<Found> page = more ? found.subList(0, limit) : found;
    return Optional.of(
        new Page<>(
            page.stream().map(Found::member).toList(),
            more ? Long.toString(page.getLast().profile(), RADIX) : null));
  }

  @Override
  public List<Member> find(Computation computation, String userIdPrefix, int limit) {
    byte[] prefix = TraitValueRows.bytes(SearchTerms.Term.ofUser(userIdPrefix));
    return database
        .list(
            row -> member(row),
            "select m.profile, p.user_id, m.value, m.since from trait_value v"
                // SQLite keeps the order of a cross join: the index first
                + " cross join membership m cross join profile p"
                + " where m.computation = ? and m.profile = v.profile and p.id = v.profile"
                + " and v.name = ? and v.value >= ? and v.value < ?"
                + " order by v.value, v.profile limit ?",
            computation.id().bits(),
            SearchTerms.USER,
            prefix,
            SqlProfileSearch.next(prefix),
            limit)
        .stream()
        .filter(member -> SearchTerms.matchUser(member.userId(), userIdPrefix, true))
        .toList();
  }

  private static @Nullable Long position(String cursor) {
    return cursor.matches("[0-9a-z]{1,12}") ? (Long) Long.parseLong(cursor, RADIX) : null;
  }

  private static Member member(ResultSet row) throws SQLException {
    return new Member(
        Wtf8.decode(row.getBytes(2)), row.getString(3), Instant.ofEpochMilli(row.getLong(4)));
  }

  @Override
  public List<Size> sizes(Computation computation, Instant from, Instant to) {
    long bits = computation.id().bits();
    long hour = time.instant().truncatedTo(ChronoUnit.HOURS).toEpochMilli();
    // the size of this hour is the current size
    return database.list(
        Size.class,
        "select at, size from (select at, size from computation_size"
            + " where computation = ? and at <> ? union all"
            + " select cast(? as bigint) as at, size from computation"
            + " where id = ? and not deleted) sizes"
            + " where at >= ? and at < ? order by at",
        bits,
        hour,
        hour,
        bits,
        from.toEpochMilli(),
        to.toEpochMilli());
  }
}
