package io.postrider.server.people.sql;

import io.postrider.server.database.CompiledStatements;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseException;
import io.postrider.server.database.Dialect;
import io.postrider.server.database.Handle;
import io.postrider.server.database.Schema;
import io.postrider.server.people.audience.BrokenDefinitionException;
import io.postrider.server.people.audience.Definitions;
import io.postrider.server.people.audience.DestinationReach;
import io.postrider.server.people.audience.EvaluationStore;
import io.postrider.server.people.audience.RecomputePolicy;
import io.postrider.server.people.audience.RunGroup;
import io.postrider.server.people.audience.StoredComputation;
import io.postrider.server.people.compiler.ProfileScope;
import io.postrider.server.people.sql.EvaluationQueue.Portion;
import io.postrider.server.people.sql.SweepRows.Place;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The stored results of computations, in the tables beside the profiles. Belongs to one thread.
 *
 * <p>Of several nodes one evaluates at a time: each transaction locks the row of change numbers.
 * Then it locks the rows of profiles before it reads anything about them, in the order in which
 * writers of profiles lock them.
 */
public final class SqlEvaluationStore implements EvaluationStore {
  private final Database database;
  private final Dialect dialect;
  private @Nullable Compiled compiled;
  private @Nullable Definitions oneByOne;
  private long lastPending;
  private List<Long> evaluating = List.of();

  private record Compiled(Definitions definitions, MembershipDifferences differences) {}

  /** Stores results in a database that was opened with {@link Schema#PROFILES}. */
  public SqlEvaluationStore(Database database) {
    this.database = database;
    this.dialect = database.dialect();
  }

  @Override
  public void apply(Definitions definitions, Instant now) {
    change(now, handle -> StoredComputationRows.apply(handle, definitions, now));
  }

  @Override
  public boolean resend(List<DestinationReach> reach, Instant now) {
    Set<Long> changed = database.read(handle -> DestinationReachRows.changed(handle, reach));
    return !changed.isEmpty()
        && write(now, statements -> DestinationReachRows.update(statements, reach, changed));
  }

  @Override
  public List<StoredComputation> computations() {
    return database.read(handle -> List.copyOf(StoredComputationRows.all(handle).values()));
  }

  @Override
  public void requestRun(long computation, Instant now) {
    change(now, handle -> requestRun(handle, computation, now));
  }

  /** Requests a run within the caller's transaction, unless the computation is deleted. */
  static void requestRun(Handle handle, long computation, Instant now) {
    StoredComputation stored = StoredComputationRows.all(handle).get(computation);
    if (stored != null && !stored.deleted()) {
      StoredComputationRows.write(handle, stored.requested(now));
    }
  }

  @Override
  public void startDueRuns(Definitions definitions, Instant now) {
    change(
        now,
        handle -> {
          for (StoredComputation stored : StoredComputationRows.all(handle).values()) {
            Duration every =
                definitions
                    .find(stored.id())
                    .map(entry -> entry.computation().sync().every())
                    .orElse(null);
            StoredComputation due =
                every == null ? stored : RecomputePolicy.due(stored, every, now);
            if (!due.equals(stored)) {
              StoredComputationRows.write(handle, due);
            }
          }
        });
  }

  @Override
  public Progress evaluatePending(Definitions definitions, int most, Instant now) {
    return evaluate(
        now,
        statements -> {
          Portion some = portion(statements, definitions, lastPending, most);
          if (some.profiles().isEmpty()) {
            some = portion(statements, definitions, 0, most);
          }
          if (some.profiles().isEmpty()) {
            return Progress.NONE;
          }
          lastPending = some.profiles().getLast();
          ProfileRows.lock(statements, ProfileScope.of(some.profiles()));
          int sent =
              pass(statements, definitions)
                  .evaluate(EvaluationQueue.take(statements, some.profiles()));
          return new Progress(some.evaluations(), sent, true);
        });
  }

  private static Portion portion(
      CompiledStatements statements, Definitions definitions, long after, int most) {
    return EvaluationQueue.portion(statements.handle(), after, most, definitions::evaluations);
  }

  @Override
  public Progress advanceRuns(
      Definitions definitions, Set<Long> running, long turn, int most, Instant now) {
    return evaluate(
        now,
        statements -> {
          Map<Long, StoredComputation> stored = StoredComputationRows.all(statements.handle());
          List<StoredComputation> known =
              stored.values().stream()
                  .filter(one -> running.contains(one.id()))
                  .filter(one -> definitions.find(one.id()).isPresent())
                  .toList();
          return RunGroup.next(known, turn)
              .map(group -> advance(statements, definitions, group, stored, most))
              .orElse(Progress.NONE);
        });
  }

  private Progress advance(
      CompiledStatements statements,
      Definitions definitions,
      RunGroup group,
      Map<Long, StoredComputation> stored,
      int most) {
    int together = group.computations().size();
    int limit = Math.clamp(most / together, 1, RunGroup.MAX_PROFILES);
    ProfileRows.Stretch next = ProfileRows.next(statements, group.after(), group.upTo(), limit);
    if (next.profiles() == 0 && group.upTo() == RunGroup.NO_END) {
      for (long computation : group.computations()) {
        StoredComputation one = Objects.requireNonNull(stored.get(computation));
        StoredComputationRows.write(statements.handle(), one.finished(statements.now()));
      }
      return new Progress(0, 0, true);
    }
    int sent = 0;
    if (next.profiles() > 0) {
      ProfileScope scope = ProfileScope.between(group.after(), next.upTo());
      ProfileRows.lock(statements, scope);
      List<Definitions.Entry> entries =
          group.computations().stream().flatMap(id -> definitions.find(id).stream()).toList();
      sent = pass(statements, definitions, stored).run(entries, scope);
    }
    long position = group.position(next.profiles() < limit, next.upTo());
    StoredComputationRows.advance(statements, group.computations(), position);
    return new Progress(next.profiles() * together, sent, true);
  }

  @Override
  public List<Definitions.EventWindow> windows() {
    return database.read(SweepRows::windows);
  }

  @Override
  public Progress sweep(
      Definitions definitions, Definitions.EventWindow window, int most, Instant now) {
    return evaluate(
        now,
        statements -> {
          int each = Math.max(1, definitions.evaluations(Set.of(window.trigger())));
          int profiles = Math.max(1, most / each);
          List<Place> expired = SweepRows.next(statements, window, profiles);
          Map<Long, Set<String>> touched = new HashMap<>();
          expired.forEach(place -> touched.put(place.profile(), Set.of(window.trigger())));
          int sent = 0;
          if (!touched.isEmpty()) {
            ProfileRows.lock(statements, ProfileScope.of(touched.keySet()));
            sent = pass(statements, definitions).evaluate(touched);
          }
          boolean more = expired.size() == profiles;
          Place end = new Place(now.toEpochMilli() - window.withinMillis(), Long.MAX_VALUE);
          SweepRows.move(statements.handle(), window, more ? expired.getLast() : end);
          return new Progress(more ? most : expired.size() * each, sent, more);
        });
  }

  @Override
  public Progress backfill(int most, Instant now) {
    return evaluate(now, statements -> BackfillRows.advance(statements, most));
  }

  @Override
  public Progress purgeDeleted(int most) {
    return write(
        Instant.EPOCH,
        statements -> {
          for (StoredComputation stored : StoredComputationRows.all(statements.handle()).values()) {
            if (stored.deleted()) {
              return new Progress(PurgeRows.computation(statements, stored, most), 0, true);
            }
          }
          return Progress.NONE;
        });
  }

  @Override
  public void recordSizes(Instant now) {
    change(now, handle -> StoredComputationRows.recordSizes(handle, now));
  }

  @Override
  public long pruneTransitions(long after, int most, Instant now) {
    return write(now, statements -> PurgeRows.transitions(statements, after, most));
  }

  private EvaluationPass pass(CompiledStatements statements, Definitions definitions) {
    return pass(statements, definitions, StoredComputationRows.all(statements.handle()));
  }

  private EvaluationPass pass(
      CompiledStatements statements, Definitions definitions, Map<Long, StoredComputation> stored) {
    Compiled known = compiled;
    if (known == null || known.definitions() != definitions) {
      known = new Compiled(definitions, new MembershipDifferences(dialect, definitions));
      compiled = known;
    }
    return new EvaluationPass(
        statements,
        definitions,
        known.differences(),
        stored,
        oneByOne == definitions,
        ids -> evaluating = ids);
  }

  private Progress evaluate(Instant now, Function<CompiledStatements, Progress> work) {
    try {
      return evaluateOnce(now, work);
    } catch (BrokenDefinitionException failure) {
      if (evaluating.size() == 1 || compiled == null) {
        throw failure;
      }
      // evaluates one by one, to find out which computation fails
      oneByOne = compiled.definitions();
      return evaluateOnce(now, work);
    }
  }

  private Progress evaluateOnce(Instant now, Function<CompiledStatements, Progress> work) {
    return write(
        now,
        statements -> {
          // measured inside the transaction: waiting for other writers does not count
          long from = System.nanoTime();
          Progress progress =
              ProfileStateRow.isRebuilding(statements.handle())
                  ? Progress.POSTPONED
                  : work.apply(statements);
          return progress.took(Duration.ofNanos(System.nanoTime() - from));
        });
  }

  private void change(Instant now, Consumer<Handle> work) {
    boolean _ =
        write(
            now,
            statements -> {
              work.accept(statements.handle());
              return true;
            });
  }

  private <T> T write(Instant now, Function<CompiledStatements, T> work) {
    evaluating = List.of();
    try {
      return database.write(
          handle -> {
            ChangeRows.lock(handle, dialect);
            return work.apply(new CompiledStatements(handle, dialect, now));
          });
    } catch (DatabaseException failure) {
      if (evaluating.isEmpty()) {
        throw failure;
      }
      throw new BrokenDefinitionException(evaluating.getFirst(), failure);
    }
  }
}
