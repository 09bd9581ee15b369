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
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The order in which everything is computed: scheduler, in each of which every kind of work gets
 * one short piece. So whoever was touched waits for no run, no run waits for those who are touched,
 * and a million events that run out of a window at midnight hold nothing up.
 *
 * <p>Belongs to one thread; it is told the time. All that has to survive a crash is in the store.
 */
final class EvaluationScheduler {

  private static final Logger LOG = LoggerFactory.getLogger(EvaluationScheduler.class);

  /** While more changes than these wait for the log, only those who were touched are looked at. */
  static final long CROWDED = 20_000;

  static final Duration BETWEEN_SWEEPS = Duration.ofMinutes(1);
  static final Duration BETWEEN_TRIALS = Duration.ofMinutes(10);
  static final Duration BETWEEN_TIDYINGS = Duration.ofDays(1);

  private final EvaluationStore store;
  private final LongSupplier unpublished;
  private final IntConsumer changed;
  private final Map<String, AdaptiveBatch> chunks = new HashMap<>();
  private final Map<Long, String> broken = new HashMap<>();
  private final Deque<Definitions.EventWindow> sweeping = new ArrayDeque<>();
  private Definitions definitions = Definitions.NONE;
  private Definitions whole = Definitions.NONE;
  private List<StoredComputation> computations = List.of();
  private boolean introducing = true;
  private boolean purging = true;
  private int turn;
  private long tidied;
  private Instant sweepAt = Instant.MIN;
  private @Nullable Instant tryAgainAt;
  private Instant tidyAt = Instant.MIN;

  /**
   * Rounds over a store.
   *
   * @param unpublished how many changes wait for the log
   * @param changed hears how many there are more
   */
  EvaluationScheduler(EvaluationStore store, LongSupplier unpublished, IntConsumer changed) {
    this.store = store;
    this.unpublished = unpublished;
    this.changed = changed;
  }

  /** Brings definitions into force. */
  void apply(Definitions those, Instant now) {
    store.apply(those, now);
    whole = those;
    tryAgain(now);
    introducing = true;
    purging = true;
    refresh();
  }

  /** Looks what is under way, which others may have changed. */
  void refresh() {
    computations = store.computations();
  }

  /** What is wrong with some computations, by their numbers. */
  Map<Long, String> broken() {
    return Map.copyOf(broken);
  }

  /** A piece of each kind of work; whether there may be more to do at once. */
  boolean round(Instant now) {
    tick(now);
    boolean more = done(work("look", now, most -> store.evaluatePending(definitions, most, now)));
    if (unpublished.getAsLong() < CROWDED) {
      more |= sweep(now);
      more |= run(now);
      more |= introduce(now);
    }
    more |= purge(now);
    more |= tidy(now);
    return more;
  }

  private void tick(Instant now) {
    if (!now.isBefore(sweepAt)) {
      sweepAt = now.plus(BETWEEN_SWEEPS);
      store.startDueRuns(definitions, now);
      store.recordSizes(now);
      sweeping.clear();
      sweeping.addAll(store.windows());
      refresh();
    }
    if (tryAgainAt != null && !now.isBefore(tryAgainAt)) {
      tryAgain(now);
      refresh();
    }
    if (!now.isBefore(tidyAt)) {
      tidyAt = now.plus(BETWEEN_TIDYINGS);
      tidied = 0;
    }
  }

  /** What was left out has missed something: it goes through all profiles. */
  private void tryAgain(Instant now) {
    List<Long> left = new ArrayList<>(broken.keySet());
    tryAgainAt = null;
    broken.clear();
    definitions = whole;
    left.forEach(computation -> store.requestRun(computation, now));
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
    List<StoredComputation> running =
        computations.stream()
            .filter(stored -> stored.isRunning() && !broken.containsKey(stored.id()))
            .toList();
    if (running.isEmpty()) {
      return false;
    }
    turn = (turn + 1) % running.size();
    long computation = running.get(turn).id();
    Progress progress =
        work("run", now, most -> store.advanceRun(definitions, computation, most, now));
    if (progress.done() == 0) {
      store.recordSizes(now);
      refresh();
    }
    return progress.more();
  }

  private boolean introduce(Instant now) {
    if (!introducing) {
      return false;
    }
    Progress progress = work("introduce", now, most -> store.backfill(most, now));
    introducing = progress.more() || progress.postponed();
    return progress.more();
  }

  private boolean purge(Instant now) {
    purging = purging && done(work("purge", now, store::purgeDeleted));
    return purging;
  }

  private boolean tidy(Instant now) {
    if (tidied < 0) {
      return false;
    }
    tidied = store.pruneTransitions(tidied, chunk("tidy").size(), now);
    if (tidied == 0) {
      tidied = -1;
    }
    return tidied > 0;
  }

  private static boolean done(Progress progress) {
    return progress.more();
  }

  private AdaptiveBatch chunk(String kind) {
    boolean counted = kind.equals("look") || kind.equals("sweep");
    return chunks.computeIfAbsent(
        kind, any -> counted ? AdaptiveBatch.ofEvaluations() : AdaptiveBatch.ofProfiles());
  }

  /** A piece of work; what is broken is left out from then on, for a while. */
  private Progress work(String kind, Instant now, IntFunction<Progress> piece) {
    AdaptiveBatch chunk = chunk(kind);
    try {
      Progress progress = piece.apply(chunk.size());
      chunk.took(progress.done(), progress.took());
      if (progress.changes() > 0) {
        changed.accept(progress.changes());
      }
      return progress;
    } catch (BrokenDefinitionException failure) {
      if (broken.put(failure.computation(), String.valueOf(failure.getMessage())) == null) {
        LOG.error(
            "An audience or computed trait cannot be computed and is left out for {}: {}",
            BETWEEN_TRIALS,
            whole
                .find(failure.computation())
                .map(entry -> entry.computation().id().toString())
                .orElse("?"),
            failure);
      }
      tryAgainAt = tryAgainAt == null ? now.plus(BETWEEN_TRIALS) : tryAgainAt;
      definitions = whole.without(broken.keySet());
      return new Progress(0, 0, true);
    }
  }
}
