package io.postrider.server.people.sql;

import io.postrider.server.database.CompiledStatements;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseException;
import io.postrider.server.database.Dialect;
import io.postrider.server.database.Schema;
import io.postrider.server.people.audience.BrokenDefinitionException;
import io.postrider.server.people.audience.Definitions;
import io.postrider.server.people.audience.EvaluationStore;
import io.postrider.server.people.audience.RecomputePolicy;
import io.postrider.server.people.audience.StoredComputation;
import io.postrider.server.people.compiler.ProfileScope;
import io.postrider.server.people.sql.PendingRows.Portion;
import io.postrider.server.people.sql.SweepRows.Place;
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

  private final Database access;
  private final Dialect dialect;
  private @Nullable Compiled compiled;
  private @Nullable Definitions apart;
  private long lastLooked;
  private List<Long> evaluating = List.of();

  /** Definitions as they were compiled. */
  private record Compiled(Definitions definitions, MembershipDifferences differences) {}

  /** Keeps what is computed in a database that was opened with {@link Schema#PROFILES}. */
  public SqlEvaluationStore(Database database) {
    this.access = database;
    this.dialect = database.dialect();
  }

  @Override
  public void apply(Definitions definitions, Instant now) {
    write(
        now,
        rows -> {
          RecomputeRows.apply(rows.handle(), definitions, now);
          return true;
        });
  }

  @Override
  public List<StoredComputation> computations() {
    return access.read(handle -> List.copyOf(StoredComputationRows.all(handle).values()));
  }

  @Override
  public void requestRun(long computation, Instant now) {
    write(
        now,
        rows -> {
          StoredComputation stored = StoredComputationRows.all(rows.handle()).get(computation);
          if (stored != null && !stored.deleted()) {
            StoredComputationRows.write(rows.handle(), stored.requested(now));
          }
          return true;
        });
  }

  @Override
  public void startDueRuns(Definitions definitions, Instant now) {
    write(
        now,
        rows -> {
          for (StoredComputation stored : StoredComputationRows.all(rows.handle()).values()) {
            Duration every =
                definitions
                    .find(stored.id())
                    .map(entry -> entry.computation().sync().every())
                    .orElse(null);
            StoredComputation due =
                every == null ? stored : RecomputePolicy.due(stored, every, now);
            if (!due.equals(stored)) {
              StoredComputationRows.write(rows.handle(), due);
            }
          }
          return true;
        });
  }

  @Override
  public Progress evaluatePending(Definitions definitions, int most, Instant now) {
    return evaluate(
        now,
        rows -> {
          Portion some = portion(rows, definitions, lastLooked, most);
          if (some.profiles().isEmpty()) {
            some = portion(rows, definitions, 0, most);
          }
          if (some.profiles().isEmpty()) {
            return Progress.NONE;
          }
          lastLooked = some.profiles().getLast();
          LockedProfiles.hold(rows, ProfileScope.of(some.profiles()));
          int told = pass(rows, definitions).touched(PendingRows.take(rows, some.profiles()));
          return new Progress(some.evaluations(), told, true);
        });
  }

  private static Portion portion(
      CompiledStatements rows, Definitions definitions, long after, int most) {
    return PendingRows.portion(rows.handle(), after, most, definitions::evaluations);
  }

  @Override
  public Progress advanceRun(Definitions definitions, long computation, int most, Instant now) {
    Definitions.Entry entry = definitions.find(computation).orElse(null);
    if (entry == null) {
      return Progress.NONE;
    }
    return evaluate(
        now,
        rows -> {
          StoredComputation stored = StoredComputationRows.all(rows.handle()).get(computation);
          StoredComputation.Run run = stored == null ? null : stored.run();
          if (stored == null || run == null || !stored.isRunning()) {
            return Progress.NONE;
          }
          long after = run.after();
          LockedProfiles.Stretch next = LockedProfiles.next(rows, after, most);
          if (next.profiles() == 0) {
            StoredComputationRows.write(rows.handle(), stored.finished(now));
            return new Progress(0, 0, true);
          }
          ProfileScope scope = ProfileScope.between(after, next.upTo());
          LockedProfiles.hold(rows, scope);
          int told = pass(rows, definitions).through(entry, scope);
          StoredComputationRows.write(rows.handle(), stored.advanced(next.upTo()));
          return new Progress(next.profiles(), told, true);
        });
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
          int each = Math.max(1, definitions.evaluations(Set.of(window.trigger())));
          int people = Math.max(1, most / each);
          List<Place> gone = SweepRows.next(rows, window, people);
          Map<Long, Set<String>> touched = new HashMap<>();
          gone.forEach(place -> touched.put(place.profile(), Set.of(window.trigger())));
          int told = 0;
          if (!touched.isEmpty()) {
            LockedProfiles.hold(rows, ProfileScope.of(touched.keySet()));
            told = pass(rows, definitions).touched(touched);
          }
          boolean more = gone.size() == people;
          Place end = new Place(now.toEpochMilli() - window.withinMillis(), Long.MAX_VALUE);
          SweepRows.move(rows.handle(), window, more ? gone.getLast() : end);
          return new Progress(more ? most : gone.size() * each, told, more);
        });
  }

  @Override
  public Progress backfill(int most, Instant now) {
    return evaluate(
        now,
        rows -> {
          int told = BackfillRows.advance(rows, most);
          return told < 0 ? Progress.NONE : new Progress(told, told, true);
        });
  }

  @Override
  public Progress purgeDeleted(int most) {
    return write(
        Instant.EPOCH,
        rows -> {
          for (StoredComputation stored : StoredComputationRows.all(rows.handle()).values()) {
            if (stored.deleted()) {
              return new Progress(PurgeRows.computation(rows, stored, most), 0, true);
            }
          }
          return Progress.NONE;
        });
  }

  @Override
  public void recordSizes(Instant now) {
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
  public long pruneTransitions(long after, int most, Instant now) {
    return write(now, rows -> PurgeRows.transitions(rows, after, most));
  }

  private EvaluationPass pass(CompiledStatements rows, Definitions definitions) {
    Compiled known = compiled;
    if (known == null || known.definitions() != definitions) {
      known = new Compiled(definitions, DefinitionNames.differences(dialect, definitions));
      compiled = known;
    }
    return new EvaluationPass(
        rows,
        definitions,
        known.differences(),
        StoredComputationRows.all(rows.handle()),
        new EvaluationPass.Manner(apart == definitions, ids -> evaluating = ids));
  }

  private Progress evaluate(Instant now, Function<CompiledStatements, Progress> work) {
    try {
      return evaluated(now, work);
    } catch (BrokenDefinitionException refused) {
      if (evaluating.size() == 1 || compiled == null) {
        throw refused;
      }
      // which of them it is shows when each is evaluated by itself
      apart = compiled.definitions();
      return evaluated(now, work);
    }
  }

  private Progress evaluated(Instant now, Function<CompiledStatements, Progress> work) {
    return write(
        now,
        rows -> {
          // what others hold the database for does not count
          long from = System.nanoTime();
          Progress progress =
              ProfileStateRow.isRebuilding(rows.handle()) ? Progress.POSTPONED : work.apply(rows);
          return progress.took(Duration.ofNanos(System.nanoTime() - from));
        });
  }

  private <T> T write(Instant now, Function<CompiledStatements, T> work) {
    evaluating = List.of();
    try {
      return access.write(
          handle -> {
            ChangeNumbers.hold(handle, dialect);
            return work.apply(new CompiledStatements(handle, dialect, now));
          });
    } catch (DatabaseException refused) {
      if (evaluating.isEmpty()) {
        throw refused;
      }
      throw new BrokenDefinitionException(evaluating.getFirst(), refused);
    }
  }
}
