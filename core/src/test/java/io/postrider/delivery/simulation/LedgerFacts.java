package io.postrider.delivery.simulation;

import io.postrider.delivery.FinalStatus;
import io.postrider.delivery.Outcome;
import io.postrider.ledger.LedgerEntry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answers and ends that the ledger must tell. Everything that happened before the cursors were
 * taken has its durable entry when they are saved, or is in a gap that is saved with them. No entry
 * tells what did not happen, or tells it twice. What happened after the last save may be told or
 * not: it happens again after a crash.
 */
final class LedgerFacts {

  private record Fact(PartitionModel model, long offset, boolean replay, String what) {}

  private final SimulatedWorld world;

  /** What the ledger does not tell yet: when it happened, in steps of the model. */
  private final Map<Fact, Deque<Long>> untold = new LinkedHashMap<>();

  LedgerFacts(SimulatedWorld world) {
    this.world = world;
  }

  /** An attempt ended. */
  void answered(PartitionModel model, long offset, boolean replay, String url, Outcome outcome) {
    happened(new Fact(model, offset, replay, answer(url, status(outcome), reason(outcome))));
  }

  /** A delivery ended. */
  void ended(PartitionModel model, long offset, boolean replay, FinalStatus status) {
    happened(new Fact(model, offset, replay, end(status)));
  }

  private void happened(Fact fact) {
    untold.computeIfAbsent(fact, _ -> new ArrayDeque<>(1)).add(world.recorder().stamp());
  }

  private static String answer(String url, int status, @Nullable Object reason) {
    return url + " " + status + " " + (reason == null ? "" : reason);
  }

  private static String end(FinalStatus status) {
    return "is " + status;
  }

  static int status(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Delivered delivered -> delivered.status();
      case Outcome.Deferred deferred -> deferred.status();
      case Outcome.Refused refused -> refused.status();
      case Outcome.TimedOut _, Outcome.Unreachable _, Outcome.Untrusted _ -> 0;
    };
  }

  private static @Nullable Object reason(Outcome outcome) {
    return outcome instanceof Outcome.Failure failure ? failure.reason() : null;
  }

  /** An entry is durable. */
  void recorded(PartitionModel model, LedgerEntry entry) {
    LedgerEntry.SentAttempt attempt = entry.attempt();
    FinalStatus end = entry.end();
    boolean delivered = attempt != null && entry.failure() == null;
    if (end == FinalStatus.DELIVERED && !delivered) {
      throw new InvariantViolation(
          "LedgerFacts",
          model + ": " + entry.offset() + " is delivered without the attempt that delivered it");
    }
    if (attempt != null) {
      Object reason = entry.failure() == null ? null : entry.failure().reason();
      tell(model, entry, answer(entry.target().url(), attempt.status(), reason));
    }
    if (end != null) {
      tell(model, entry, end(end));
    }
  }

  private void tell(PartitionModel model, LedgerEntry entry, String what) {
    Fact fact = new Fact(model, entry.offset(), entry.replay(), what);
    Deque<Long> stamps = untold.get(fact);
    if (stamps == null) {
      throw new InvariantViolation(
          "LedgerFacts", "the ledger tells what did not happen, or tells it twice: " + fact);
    }
    stamps.poll();
    if (stamps.isEmpty()) {
      untold.remove(fact);
    }
  }

  /** Cursors that were taken at a step are saved, with gaps. */
  void saved(long stamp, SimulatedGaps gaps) {
    Map<PartitionModel, Integer> missing = new HashMap<>();
    untold.forEach(
        (fact, stamps) -> {
          while (!stamps.isEmpty() && stamps.peek() <= stamp) {
            stamps.poll();
            int count = missing.merge(fact.model, 1, Integer::sum);
            SimulatedGaps.Gap gap = gaps.of(fact.model);
            // one entry may tell an answer and the end that it brought
            if (gap == null
                || fact.offset < gap.fromOffset()
                || fact.offset > gap.toOffset()
                || count > 2 * gap.count()) {
              throw new InvariantViolation(
                  "LedgerFacts",
                  "saved cursors know what neither the ledger nor a gap tells: " + fact);
            }
          }
        });
    untold.values().removeIf(Deque::isEmpty);
  }

  /** The process died: what no cursor knows happens again. */
  void died() {
    untold.clear();
  }
}
