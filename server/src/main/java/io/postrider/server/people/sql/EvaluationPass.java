package io.postrider.server.people.sql;

import io.postrider.audience.Audience;
import io.postrider.server.database.CompiledStatements;
import io.postrider.server.people.audience.Definitions;
import io.postrider.server.people.audience.StoredComputation;
import io.postrider.server.people.audience.Trigger;
import io.postrider.server.people.compiler.ProfileScope;
import io.postrider.server.people.sql.ChangeRows.Finding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * One evaluation of some people: every computation that can have changed for them, once, each
 * behind those it is made of, so that what one changes the next one sees. Belongs to one
 * transaction.
 *
 * <p>Audiences that were touched by the same wait for each other and are evaluated together, until
 * one comes that is made of one of them.
 */
final class EvaluationPass {

  private final CompiledStatements rows;
  private final Definitions definitions;
  private final MembershipDifferences differences;
  private final Map<Long, StoredComputation> stored;
  private final Manner manner;
  private final Map<String, Set<Long>> touchedBy = new HashMap<>();
  private final Map<Set<String>, List<Audience>> waiting = new LinkedHashMap<>();
  private final Set<String> open = new HashSet<>();
  private int told;

  /**
   * How it is evaluated.
   *
   * @param apart whether each audience is evaluated by itself
   * @param evaluating hears the numbers of the computations that are evaluated next
   */
  record Manner(boolean apart, Consumer<List<Long>> evaluating) {}

  /**
   * An evaluation.
   *
   * @param stored how everything is stored
   */
  EvaluationPass(
      CompiledStatements rows,
      Definitions definitions,
      MembershipDifferences differences,
      Map<Long, StoredComputation> stored,
      Manner manner) {
    this.rows = rows;
    this.definitions = definitions;
    this.differences = differences;
    this.stored = stored;
    this.manner = manner;
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
      StoredComputation state = stored.get(entry.id());
      if (state != null && state.isLive() && isCurrent(entry, state)) {
        touched(entry, state);
      }
    }
    evaluateWaiting();
    return told;
  }

  private void touched(Definitions.Entry entry, StoredComputation state) {
    if (entry.triggers().stream().anyMatch(open::contains)) {
      evaluateWaiting();
    }
    Set<String> met = new HashSet<>(entry.triggers());
    met.add(Trigger.ANY);
    met.retainAll(touchedBy.keySet());
    if (met.isEmpty()) {
      return;
    }
    if (entry.computation() instanceof Audience audience && !manner.apart()) {
      waiting.computeIfAbsent(met, any -> new ArrayList<>()).add(audience);
      open.add(Trigger.computation(entry.id()));
    } else {
      evaluate(entry, state, ProfileScope.of(touchedBy(met)));
    }
  }

  /** Evaluates one computation for all in a scope, and what is made of it; as above. */
  int through(Definitions.Entry computation, ProfileScope scope) {
    StoredComputation state = stored.get(computation.id());
    if (state != null && isCurrent(computation, state)) {
      evaluate(computation, state, scope);
    }
    return touched(Map.of());
  }

  /** A definition that was changed and is not adopted yet is left alone. */
  private static boolean isCurrent(Definitions.Entry entry, StoredComputation state) {
    return state.version() == entry.computation().version();
  }

  private void note(String trigger, long profile) {
    touchedBy.computeIfAbsent(trigger, any -> new HashSet<>()).add(profile);
  }

  private Set<Long> touchedBy(Set<String> triggers) {
    Set<Long> profiles = new TreeSet<>();
    for (String trigger : triggers) {
      profiles.addAll(touchedBy.getOrDefault(trigger, Set.of()));
    }
    return profiles;
  }

  private void evaluate(Definitions.Entry entry, StoredComputation state, ProfileScope scope) {
    manner.evaluating().accept(List.of(entry.id()));
    List<Finding> found = new ArrayList<>();
    for (MembershipDifference difference : differences.of(rows, entry.computation(), scope)) {
      found.add(new Finding(state, entry.computation().id(), difference));
    }
    keep(found);
  }

  private void evaluateWaiting() {
    BatchedDifferences joint = new BatchedDifferences(differences, rows);
    waiting.forEach(
        (met, audiences) -> {
          Set<Long> profiles = touchedBy(met);
          for (List<Audience> some : joint.statements(audiences)) {
            evaluate(joint, some, profiles);
          }
        });
    waiting.clear();
    open.clear();
  }

  private void evaluate(BatchedDifferences joint, List<Audience> audiences, Set<Long> profiles) {
    manner.evaluating().accept(audiences.stream().map(one -> one.id().bits()).toList());
    List<List<MembershipDifference>> differing = joint.of(audiences, profiles);
    List<Finding> found = new ArrayList<>();
    for (int i = 0; i < audiences.size(); i++) {
      Audience audience = audiences.get(i);
      StoredComputation state = stored.get(audience.id().bits());
      for (MembershipDifference difference : differing.get(i)) {
        if (state != null) {
          found.add(new Finding(state, audience.id(), difference));
        }
      }
    }
    keep(found);
  }

  private void keep(List<Finding> found) {
    told += new ChangeRows(rows).write(found);
    for (Finding finding : found) {
      note(Trigger.computation(finding.stored().id()), finding.difference().profile());
    }
  }
}
