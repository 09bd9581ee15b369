package io.postrider.server.people.audience;

import io.postrider.server.people.audience.EvaluationStore.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Schedules all evaluation work in cycles. In a cycle every kind of work gets one short
 * transaction, so that no kind of work delays another for long.
 *
 * <p>Belongs to one thread; it is told the time. Everything that must survive a crash is in the
 * store.
 */
final class EvaluationScheduler {

  private static final Logger LOG = LoggerFactory.getLogger(EvaluationScheduler.class);

  /** While more changes wait for the log, sweeps, runs and backfills pause. */
  static final long MAX_UNPUBLISHED = 20_000;

  static final Duration BETWEEN_SWEEPS = Duration.ofMinutes(1);
  static final Duration RETRY_BROKEN_AFTER = Duration.ofMinutes(10);
  static final Duration BETWEEN_PRUNINGS = Duration.ofDays(1);

  private static final Set<String> IN_EVALUATIONS = Set.of("pending", "sweep", "run");

  private final EvaluationStore store;
  private final Supplier<List<DestinationReach>> reach;
  private final LongSupplier unpublished;
  private final IntConsumer onChanges;
  private final Map<String, AdaptiveBatch> batches = new HashMap<>();
  private final Map<Long, String> broken = new HashMap<>();
  private final Deque<Definitions.EventWindow> sweeping = new ArrayDeque<>();
  private Definitions definitions = Definitions.NONE;
  private Definitions all = Definitions.NONE;
  private List<StoredComputation> computations = List.of();
  private boolean backfilling = true;
  private boolean purging = true;
  private long turn;
  private long pruned;
  private Instant sweepAt = Instant.MIN;
  private @Nullable Instant retryBrokenAt;
  private Instant pruneAt = Instant.MIN;

  /**
   * @param reach the present reach of all destinations
   * @param unpublished the number of changes that wait for the log
   * @param changed receives the number of new changes
   */
  EvaluationScheduler(
      EvaluationStore store,
      Supplier<List<DestinationReach>> reach,
      LongSupplier unpublished,
      IntConsumer changed) {
    this.store = store;
    this.reach = reach;
    this.unpublished = unpublished;
    this.onChanges = changed;
  }

  void apply(Definitions changed, Instant now) {
    checkDestinations(now);
    store.apply(changed, now);
    all = changed;
    retryBroken(now);
    backfilling = true;
    purging = true;
    refresh();
  }

  /** Orders backfills for destinations that missed messages. */
  void checkDestinations(Instant now) {
    backfilling |= store.resend(reach.get(), now);
  }

  /** Reads the stored computations, which other nodes may have changed. */
  void refresh() {
    computations = store.computations();
  }

  /** The errors of broken computations, by number. */
  Map<Long, String> broken() {
    return Map.copyOf(broken);
  }

  /** Runs one transaction of each kind of work; returns whether there may be more to do. */
  boolean cycle(Instant now) {
    tick(now);
    boolean more =
        work("pending", now, most -> store.evaluatePending(definitions, most, now)).more();
    if (unpublished.getAsLong() < MAX_UNPUBLISHED) {
      more |= sweep(now);
      more |= run(now);
      more |= backfill(now);
    }
    more |= purge(now);
    more |= prune(now);
    return more;
  }

  private void tick(Instant now) {
    if (isDue(sweepAt, BETWEEN_SWEEPS, now)) {
      sweepAt = now.plus(BETWEEN_SWEEPS);
      checkDestinations(now);
      store.startDueRuns(definitions, now);
      store.recordSizes(now);
      sweeping.clear();
      sweeping.addAll(store.windows());
      refresh();
    }
    if (retryBrokenAt != null && isDue(retryBrokenAt, RETRY_BROKEN_AFTER, now)) {
      retryBroken(now);
      refresh();
    }
    if (isDue(pruneAt, BETWEEN_PRUNINGS, now)) {
      pruneAt = now.plus(BETWEEN_PRUNINGS);
      pruned = 0;
    }
  }

  /** Whether a time has come, or is too far away because the clock was set back. */
  private static boolean isDue(Instant at, Duration most, Instant now) {
    return !now.isBefore(at) || at.isAfter(now.plus(most));
  }

  /** A broken computation has missed changes, so it runs through all profiles. */
  private void retryBroken(Instant now) {
    List<Long> failed = new ArrayList<>(broken.keySet());
    retryBrokenAt = null;
    broken.clear();
    definitions = all;
    failed.forEach(computation -> store.requestRun(computation, now));
  }

  private boolean sweep(Instant now) {
    Definitions.EventWindow window = sweeping.peek();
    if (window == null) {
      return false;
    }
    Progress progress = work("sweep", now, most -> store.sweep(definitions, window, most, now));
    if (!progress.more()) {
      sweeping.remove();
    }
    return true;
  }

  private boolean run(Instant now) {
    Set<Long> running =
        computations.stream()
            .filter(stored -> stored.isRunning() && !broken.containsKey(stored.id()))
            .filter(stored -> !waits(stored))
            .map(StoredComputation::id)
            .collect(Collectors.toSet());
    if (running.isEmpty()) {
      return false;
    }
    turn++;
    Progress progress =
        work("run", now, most -> store.advanceRuns(definitions, running, turn, most, now));
    if (progress.done() == 0) {
      store.recordSizes(now);
      refresh();
    }
    return progress.more();
  }

  private boolean waits(StoredComputation stored) {
    return definitions
        .find(stored.id())
        .filter(entry -> RunOrder.waits(entry, definitions, computations))
        .isPresent();
  }

  private boolean backfill(Instant now) {
    if (!backfilling) {
      return false;
    }
    Progress progress = work("backfill", now, most -> store.backfill(most, now));
    backfilling = progress.more() || progress.postponed();
    return progress.more();
  }

  private boolean purge(Instant now) {
    purging = purging && work("purge", now, store::purgeDeleted).more();
    return purging;
  }

  private boolean prune(Instant now) {
    if (pruned < 0) {
      return false;
    }
    pruned = store.pruneTransitions(pruned, batch("prune").size(), now);
    if (pruned == 0) {
      pruned = -1;
    }
    return pruned > 0;
  }

  private AdaptiveBatch batch(String kind) {
    return batches.computeIfAbsent(
        kind,
        any ->
            IN_EVALUATIONS.contains(kind)
                ? AdaptiveBatch.ofEvaluations()
                : AdaptiveBatch.ofProfiles());
  }

  /** Runs one transaction of a kind of work; excludes a broken computation for a while. */
  private Progress work(String kind, Instant now, IntFunction<Progress> transaction) {
    AdaptiveBatch batch = batch(kind);
    try {
      Progress progress = transaction.apply(batch.size());
      batch.took(progress.done(), progress.took());
      if (progress.changes() > 0) {
        onChanges.accept(progress.changes());
      }
      return progress;
    } catch (BrokenDefinitionException failure) {
      if (broken.put(failure.computation(), String.valueOf(failure.getMessage())) == null) {
        LOG.error(
            "Cannot evaluate an audience or computed trait; retrying in {}: {}",
            RETRY_BROKEN_AFTER,
            all.find(failure.computation())
                .map(entry -> entry.computation().id().toString())
                .orElse("?"),
            failure);
      }
      retryBrokenAt = retryBrokenAt == null ? now.plus(RETRY_BROKEN_AFTER) : retryBrokenAt;
      definitions = all.without(broken.keySet());
      return new Progress(0, 0, true);
    }
  }
}
