package io.postrider.server.store;

import io.postrider.server.audience.Definitions;
import io.postrider.server.audience.Kept;
import io.postrider.server.audience.Trigger;
import io.postrider.server.store.compile.Scope;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;

/**
 * One evaluation of some people: every computation that can have changed for them, once, each
 * behind those it is made of, so that what one changes the next one sees. Belongs to one
 * transaction.
 */
final class EvaluationPass {

  private final Rows rows;
  private final Definitions definitions;
  private final Differences differences;
  private final Map<Long, Kept> kept;
  private final LongConsumer evaluating;
  private final Map<String, Set<Long>> touchedBy = new HashMap<>();
  private int told;

  /**
   * An evaluation.
   *
   * @param kept how everything is kept
   * @param evaluating hears which computation is evaluated next
   */
  EvaluationPass(
      Rows rows,
      Definitions definitions,
      Differences differences,
      Map<Long, Kept> kept,
      LongConsumer evaluating) {
    this.rows = rows;
    this.definitions = definitions;
    this.differences = differences;
    this.kept = kept;
    this.evaluating = evaluating;
  }

  /**
   * Evaluates what some people were touched by.
   *
   * @param touched triggers by profile
   * @return how many changes are to be told
   */
  int touched(Map<Long, Set<String>> touched) {
    touched.forEach((profile, triggers) -> triggers.forEach(trigger -> note(trigger, profile)));
    for (Definitions.Entry entry : definitions.inOrder()) {
      Kept state = kept.get(entry.id());
      if (state != null && state.isLive() && isCurrent(entry, state)) {
        Set<Long> profiles = touchedBy(entry.triggers());
        if (!profiles.isEmpty()) {
          evaluate(entry, state, Scope.of(profiles));
        }
      }
    }
    return told;
  }

  /** Evaluates one computation for all in a scope, and what is made of it; as above. */
  int through(Definitions.Entry computation, Scope scope) {
    Kept state = kept.get(computation.id());
    if (state != null && isCurrent(computation, state)) {
      evaluate(computation, state, scope);
    }
    return touched(Map.of());
  }

  /** A definition that was changed and is not adopted yet is left alone. */
  private static boolean isCurrent(Definitions.Entry entry, Kept state) {
    return state.version() == entry.computation().version();
  }

  private void note(String trigger, long profile) {
    touchedBy.computeIfAbsent(trigger, any -> new HashSet<>()).add(profile);
  }

  private Set<Long> touchedBy(Set<String> triggers) {
    Set<Long> profiles = new TreeSet<>(touchedBy.getOrDefault(Trigger.ANY, Set.of()));
    for (String trigger : triggers) {
      profiles.addAll(touchedBy.getOrDefault(trigger, Set.of()));
    }
    return profiles;
  }

  private void evaluate(Definitions.Entry entry, Kept state, Scope scope) {
    evaluating.accept(entry.id());
    List<Difference> found = differences.of(rows, entry.computation(), scope);
    told += new ChangeRows(rows).keep(state, entry.computation().id().toString(), found);
    String changed = Trigger.computation(entry.id());
    found.forEach(difference -> note(changed, difference.profile()));
  }
}
