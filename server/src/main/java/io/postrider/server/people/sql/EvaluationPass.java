package io.postrider.server.people.sql;

import io.postrider.audience.Audience;
import io.postrider.audience.Computation;
import io.postrider.server.database.CompiledStatements;
import io.postrider.server.people.audience.Definitions;
import io.postrider.server.people.audience.RunOrder;
import io.postrider.server.people.audience.StoredComputation;
import io.postrider.server.people.audience.Trigger;
import io.postrider.server.people.compiler.ProfileScope;
import io.postrider.server.people.sql.ChangeRows.Finding;
import io.postrider.server.people.sql.MembershipDifferences.Difference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * One evaluation of some profiles: every computation that can have changed for them, once, each
 * after those it depends on. Belongs to one transaction.
 *
 * <p>Audiences with the same triggers are collected and evaluated together, until an audience
 * depends on one of them.
 */
final class EvaluationPass {
  private final CompiledStatements statements;
  private final Definitions definitions;
  private final MembershipDifferences differences;
  private final Map<Long, StoredComputation> stored;
  private final boolean oneByOne;
  private final Consumer<List<Long>> onEvaluate;
  private final Map<String, Set<Long>> touchedBy = new HashMap<>();
  private final Map<Set<String>, List<Audience>> collected = new LinkedHashMap<>();
  private final Set<String> collectedTriggers = new HashSet<>();
  private int sent;

  /**
   * @param stored all stored computations, by number
   * @param oneByOne whether each audience is evaluated by a statement of its own
   * @param onEvaluate receives the numbers of the computations that are evaluated next
   */
  EvaluationPass(
      CompiledStatements statements,
      Definitions definitions,
      MembershipDifferences differences,
      Map<Long, StoredComputation> stored,
      boolean oneByOne,
      Consumer<List<Long>> onEvaluate) {
    this.statements = statements;
    this.definitions = definitions;
    this.differences = differences;
    this.stored = stored;
    this.oneByOne = oneByOne;
    this.onEvaluate = onEvaluate;
  }

  /**
   * Evaluates profiles by their triggers.
   *
   * @param touched triggers by profile
   * @return how many changes go to destinations
   */
  int evaluate(Map<Long, Set<String>> touched) {
    touched.forEach((profile, triggers) -> triggers.forEach(trigger -> touch(trigger, profile)));
    for (Definitions.Entry entry : definitions.inOrder()) {
      StoredComputation state = stored.get(entry.id());
      if (state != null && state.isLive() && isCurrent(entry, state) && !waits(entry, state)) {
        evaluate(entry, state);
      }
    }
    evaluateCollected();
    return sent;
  }

  private void evaluate(Definitions.Entry entry, StoredComputation state) {
    if (entry.triggers().stream().anyMatch(collectedTriggers::contains)) {
      evaluateCollected();
    }
    Set<String> met = new HashSet<>(entry.triggers());
    met.add(Trigger.ANY);
    met.retainAll(touchedBy.keySet());
    if (met.isEmpty()) {
      return;
    }
    if (entry.computation() instanceof Audience audience && !oneByOne) {
      collected.computeIfAbsent(met, any -> new ArrayList<>()).add(audience);
      collectedTriggers.add(Trigger.computation(entry.id()));
    } else {
      evaluate(entry.computation(), state, ProfileScope.of(touchedBy(met)));
    }
  }

  /**
   * Evaluates computations for all profiles in a scope, and the computations that depend on them.
   *
   * @param computations none of which depends on another
   * @return how many changes go to destinations
   */
  int run(List<Definitions.Entry> computations, ProfileScope scope) {
    List<Audience> audiences = new ArrayList<>();
    for (Definitions.Entry entry : computations) {
      StoredComputation state = stored.get(entry.id());
      if (state == null || !isCurrent(entry, state)) {
        continue;
      }
      if (entry.computation() instanceof Audience audience) {
        audiences.add(audience);
      } else {
        evaluate(entry.computation(), state, scope);
      }
    }
    List<Audience> relevant = differences.relevant(statements, audiences, scope);
    if (relevant.size() > 1 && !oneByOne) {
      differences.batches(relevant).forEach(batch -> evaluate(batch, scope));
    } else {
      for (Audience audience : relevant) {
        evaluate(audience, stored(audience), scope);
      }
    }
    return evaluate(Map.of());
  }

  private StoredComputation stored(Computation computation) {
    return Objects.requireNonNull(stored.get(computation.id().bits()));
  }

  /** Its own run evaluates the profile later, after the runs of those that it depends on. */
  private boolean waits(Definitions.Entry entry, StoredComputation state) {
    return RunOrder.isToBegin(state) && RunOrder.waits(entry, definitions, stored.values());
  }

  /** A changed definition that is not stored yet is skipped. */
  private static boolean isCurrent(Definitions.Entry entry, StoredComputation state) {
    return state.version() == entry.computation().version();
  }

  private void touch(String trigger, long profile) {
    touchedBy.computeIfAbsent(trigger, any -> new HashSet<>()).add(profile);
  }

  private Set<Long> touchedBy(Set<String> triggers) {
    Set<Long> profiles = new TreeSet<>();
    for (String trigger : triggers) {
      profiles.addAll(touchedBy.getOrDefault(trigger, Set.of()));
    }
    return profiles;
  }

  private void evaluate(Computation computation, StoredComputation state, ProfileScope scope) {
    onEvaluate.accept(List.of(computation.id().bits()));
    List<Finding> found = new ArrayList<>();
    for (Difference difference : differences.of(statements, computation, scope)) {
      found.add(new Finding(state, computation.id(), difference));
    }
    write(found);
  }

  private void evaluateCollected() {
    collected.forEach(
        (met, audiences) -> {
          ProfileScope profiles = ProfileScope.of(touchedBy(met));
          differences.batches(audiences).forEach(batch -> evaluate(batch, profiles));
        });
    collected.clear();
    collectedTriggers.clear();
  }

  private void evaluate(List<Audience> audiences, ProfileScope profiles) {
    onEvaluate.accept(audiences.stream().map(audience -> audience.id().bits()).toList());
    List<List<Difference>> found = differences.of(statements, audiences, profiles);
    List<Finding> findings = new ArrayList<>();
    for (int i = 0; i < audiences.size(); i++) {
      Audience audience = audiences.get(i);
      StoredComputation state = stored.get(audience.id().bits());
      for (Difference difference : found.get(i)) {
        if (state != null) {
          findings.add(new Finding(state, audience.id(), difference));
        }
      }
    }
    write(findings);
  }

  private void write(List<Finding> findings) {
    sent += new ChangeRows(statements).write(findings);
    for (Finding finding : findings) {
      touch(Trigger.computation(finding.stored().id()), finding.difference().profile());
    }
  }
}
