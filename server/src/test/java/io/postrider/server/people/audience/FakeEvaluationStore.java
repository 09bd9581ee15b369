package io.postrider.server.people.audience;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;

/** A store that records calls and has the work that a test sets. */
final class FakeEvaluationStore implements EvaluationStore {

  final List<String> asked = new ArrayList<>();
  List<StoredComputation> computations = List.of();
  List<Definitions.EventWindow> windows = List.of();
  int pending;
  int lastMost;
  int swept;
  int running;
  int introduced;
  int deleted;
  long broken;
  boolean rebuilding;
  Duration took = Duration.ofMillis(20);
  IntUnaryOperator changes = looked -> 0;

  private Progress piece(String kind, int left) {
    asked.add(kind);
    if (rebuilding) {
      return Progress.POSTPONED;
    }
    return new Progress(left > 0 ? 1 : 0, changes.applyAsInt(left), left > 0).took(took);
  }

  private static boolean holds(Definitions definitions, long id) {
    return definitions.find(id).isPresent();
  }

  @Override
  public void apply(Definitions definitions, Instant now) {
    asked.add("adopt");
  }

  @Override
  public boolean resend(List<DestinationReach> reach, Instant now) {
    return false;
  }

  @Override
  public List<StoredComputation> computations() {
    return computations;
  }

  @Override
  public void requestRun(long computation, Instant now) {
    asked.add("request " + computation);
  }

  @Override
  public void startDueRuns(Definitions definitions, Instant now) {
    asked.add("due");
  }

  @Override
  public Progress evaluatePending(Definitions definitions, int most, Instant now) {
    if (broken != 0 && holds(definitions, broken)) {
      throw new BrokenDefinitionException(broken, new IllegalStateException("no such thing"));
    }
    lastMost = most;
    return piece("look", pending--);
  }

  @Override
  public Progress advanceRuns(
      Definitions definitions, Set<Long> computations, long turn, int most, Instant now) {
    return piece(
        "run "
            + computations.stream().sorted().map(String::valueOf).collect(Collectors.joining(",")),
        running--);
  }

  @Override
  public List<Definitions.EventWindow> windows() {
    return windows;
  }

  @Override
  public Progress sweep(
      Definitions definitions, Definitions.EventWindow window, int most, Instant now) {
    return piece("sweep " + window.name(), swept--);
  }

  @Override
  public Progress backfill(int most, Instant now) {
    return piece("introduce", introduced--);
  }

  @Override
  public Progress purgeDeleted(int most) {
    return piece("purge", deleted--);
  }

  @Override
  public void recordSizes(Instant now) {
    asked.add("measure");
  }

  @Override
  public long pruneTransitions(long after, int most, Instant now) {
    asked.add("tidy " + after);
    return after == 0 ? 5 : 0;
  }
}
