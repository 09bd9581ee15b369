package io.postrider.server.store;

import io.postrider.server.audience.Adoption;
import io.postrider.server.audience.BrokenDefinitionException;
import io.postrider.server.audience.Definitions;
import io.postrider.server.audience.EvaluationStore;
import io.postrider.server.audience.Kept;
import io.postrider.server.follow.StoreAwayException;
import io.postrider.server.store.SweepRows.Place;
import io.postrider.server.store.compile.Dialect;
import io.postrider.server.store.compile.Scope;
import io.postrider.server.store.compile.SqlText;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What was computed, in the tables beside the profiles. Belongs to one thread.
 *
 * <p>Of several nodes one evaluates at a time: each transaction holds the row of {@link
 * ChangeNumbers}. Within it the rows of profiles are held before anything about them is read, in
 * their order, as those do who change profiles.
 */
public final class SqlEvaluationStore implements EvaluationStore {

  private final Access access;
  private final Dialect dialect;
  private @Nullable Compiled compiled;
  private long lastLooked;
  private long evaluating;

  /** Definitions as they were compiled. */
  private record Compiled(Definitions definitions, Differences differences) {}

  /** Keeps what is computed in a database that was opened with {@link Schema#PROFILES}. */
  public SqlEvaluationStore(Database database) {
    this.access = new Access(database, StoreAwayException::new);
    this.dialect = database.dialect();
  }

  @Override
  public void adopt(Definitions definitions, Instant now) {
    write(
        now,
        rows -> {
          AdoptionRows.adopt(rows.handle(), definitions, now);
          return true;
        });
  }

  @Override
  public List<Kept> computations() {
    return access.read(handle -> List.copyOf(KeptRows.all(handle).values()));
  }

  @Override
  public void request(long computation, Instant now) {
    write(
        now,
        rows -> {
          Kept kept = KeptRows.all(rows.handle()).get(computation);
          if (kept != null && !kept.deleted()) {
            KeptRows.keep(rows.handle(), kept.requested(now));
          }
          return true;
        });
  }

  @Override
  public void startDue(Definitions definitions, Instant now) {
    write(
        now,
        rows -> {
          for (Kept kept : KeptRows.all(rows.handle()).values()) {
            Duration every =
                definitions
                    .find(kept.id())
                    .map(entry -> entry.computation().sync().every())
                    .orElse(null);
            Kept due = every == null ? kept : Adoption.due(kept, every, now);
            if (!due.equals(kept)) {
              KeptRows.keep(rows.handle(), due);
            }
          }
          return true;
        });
  }

  @Override
  public Progress look(Definitions definitions, int most, Instant now) {
    return evaluate(
        now,
        rows -> {
          List<Long> some = PendingRows.some(rows.handle(), lastLooked, most);
          if (some.isEmpty()) {
            some = PendingRows.some(rows.handle(), 0, most);
          }
          if (some.isEmpty()) {
            return Progress.NONE;
          }
          lastLooked = some.getLast();
          hold(rows, Scope.of(some));
          Map<Long, Set<String>> touched = PendingRows.take(rows, some);
          int told = pass(rows, definitions).touched(touched);
          return new Progress(some.size(), told, true);
        });
  }

  @Override
  public Progress advance(Definitions definitions, long computation, int most, Instant now) {
    Definitions.Entry entry = definitions.find(computation).orElse(null);
    if (entry == null) {
      return Progress.NONE;
    }
    return evaluate(
        now,
        rows -> {
          Kept kept = KeptRows.all(rows.handle()).get(computation);
          Kept.Run run = kept == null ? null : kept.run();
          if (kept == null || run == null || !kept.isRunning()) {
            return Progress.NONE;
          }
          long after = run.after();
          long upTo = upTo(rows, after, most);
          if (upTo == 0) {
            KeptRows.keep(rows.handle(), kept.finished(now));
            return new Progress(0, 0, true);
          }
          Scope scope = Scope.between(after, upTo);
          hold(rows, scope);
          int told = pass(rows, definitions).through(entry, scope);
          KeptRows.keep(rows.handle(), kept.advanced(upTo));
          return new Progress(most, told, true);
        });
  }

  /** The last of the next profiles; 0 if there is none. */
  private static long upTo(Rows rows, long after, int most) {
    SqlText sql =
        new SqlText()
            .add("select max(x.id) from (select id from profile where id > ")
            .bind(after)
            .add(" order by id limit ")
            .bind(most)
            .add(") x");
    return rows.list(sql, row -> row.getLong(1)).getFirst();
  }

  @Override
  public List<Definitions.EventWindow> windows() {
    return access.read(SweepRows::windows);
  }

  @Override
  public Progress sweep(
      Definitions definitions, Definitions.EventWindow window, int most, Instant now) {
    return evaluate(
        now,
        rows -> {
          List<Place> gone = SweepRows.next(rows, window, most);
          Map<Long, Set<String>> touched = new HashMap<>();
          gone.forEach(place -> touched.put(place.profile(), Set.of(window.trigger())));
          int told = 0;
          if (!touched.isEmpty()) {
            hold(rows, Scope.of(touched.keySet()));
            told = pass(rows, definitions).touched(touched);
          }
          boolean more = gone.size() == most;
          Place end = new Place(now.toEpochMilli() - window.withinMillis(), Long.MAX_VALUE);
          SweepRows.move(rows.handle(), window, more ? gone.getLast() : end);
          return new Progress(gone.size(), told, more);
        });
  }

  @Override
  public Progress introduce(int most, Instant now) {
    return evaluate(
        now,
        rows -> {
          int told = IntroductionRows.advance(rows, most);
          return told < 0 ? Progress.NONE : new Progress(told, told, true);
        });
  }

  @Override
  public Progress purge(int most) {
    return write(
        Instant.EPOCH,
        rows -> {
          for (Kept kept : KeptRows.all(rows.handle()).values()) {
            if (kept.deleted()) {
              return new Progress(PurgeRows.computation(rows, kept, most), 0, true);
            }
          }
          return Progress.NONE;
        });
  }

  @Override
  public void measure(Instant now) {
    write(
        now,
        rows -> {
          rows.handle()
              .execute(
                  "insert into computation_size (computation, at, size)"
                      + " select id, cast(? as bigint), size from computation where not deleted"
                      + " on conflict (computation, at) do update set size = excluded.size",
                  now.truncatedTo(ChronoUnit.HOURS).toEpochMilli());
          return rows.handle()
              .execute(
                  "delete from computation_size where at < ?",
                  now.minus(PurgeRows.MEMORY).toEpochMilli());
        });
  }

  @Override
  public long tidy(long after, int most, Instant now) {
    return write(now, rows -> PurgeRows.transitions(rows, after, most));
  }

  /** Has whoever wants to change these profiles wait, and waits for those who do. */
  private static void hold(Rows rows, Scope scope) {
    if (!rows.dialect().locking().isEmpty()) {
      rows.each(
          new SqlText()
              .add("select p.id from profile p where ")
              .add(scope.of("p.id", rows.dialect()))
              .add(" order by p.id")
              .add(rows.dialect().locking()),
          row -> {});
    }
  }

  private EvaluationPass pass(Rows rows, Definitions definitions) {
    Compiled known = compiled;
    if (known == null || known.definitions() != definitions) {
      known = new Compiled(definitions, DefinitionNames.differences(dialect, definitions));
      compiled = known;
    }
    return new EvaluationPass(
        rows, definitions, known.differences(), KeptRows.all(rows.handle()), id -> evaluating = id);
  }

  private Progress evaluate(Instant now, Function<Rows, Progress> work) {
    return write(
        now,
        rows -> {
          // what others hold the database for does not count
          long from = System.nanoTime();
          Progress progress = isRebuilding(rows) ? Progress.NONE : work.apply(rows);
          return progress.took(Duration.ofNanos(System.nanoTime() - from));
        });
  }

  private static boolean isRebuilding(Rows rows) {
    return rows.handle()
        .select("select 1 from profile_rebuild limit 1")
        .mapTo(Integer.class)
        .findFirst()
        .isPresent();
  }

  private <T> T write(Instant now, Function<Rows, T> work) {
    evaluating = 0;
    try {
      return access.write(
          handle -> {
            ChangeNumbers.hold(handle, dialect);
            return work.apply(new Rows(handle, dialect, now));
          });
    } catch (DatabaseException refused) {
      if (evaluating == 0) {
        throw refused;
      }
      throw new BrokenDefinitionException(evaluating, refused);
    }
  }
}
