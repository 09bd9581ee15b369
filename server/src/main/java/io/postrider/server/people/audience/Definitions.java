package io.postrider.server.people.audience;

import io.postrider.audience.Audience;
import io.postrider.audience.AudienceGraph;
import io.postrider.audience.Computation;
import io.postrider.audience.ComputedTrait;
import io.postrider.audience.TimeWindow;
import io.postrider.server.people.compiler.ColumnNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * All computations in evaluation order: computed traits first, then audiences, each after those it
 * depends on. Immutable.
 */
public final class Definitions implements ColumnNames {

  public static final Definitions NONE = of(List.of(), List.of(), name -> 0);

  private final List<Entry> inOrder;
  private final Map<Long, Entry> byId = new HashMap<>();
  private final Map<String, ComputedTrait> traits = new HashMap<>();
  private final Map<String, Audience> audiences = new HashMap<>();
  private final Map<String, Integer> dependents = new HashMap<>();
  private final ToLongFunction<String> eventHash;

  /**
   * A computation and its triggers.
   *
   * @param windows the time windows that its definition uses
   */
  public record Entry(Computation computation, Set<String> triggers, Set<EventWindow> windows) {

    public long id() {
      return computation.id().bits();
    }
  }

  /** A time window over the events of one name. */
  public record EventWindow(long name, long withinMillis) {

    /** The trigger of an event that leaves the window. */
    public String trigger() {
      return Trigger.window(name, withinMillis);
    }
  }

  private Definitions(Definitions all, Set<Long> excluded) {
    this.inOrder = all.inOrder.stream().filter(entry -> !excluded.contains(entry.id())).toList();
    this.eventHash = all.eventHash;
    traits.putAll(all.traits);
    audiences.putAll(all.audiences);
    index();
  }

  private Definitions(
      Collection<Audience> audiences,
      Collection<ComputedTrait> traits,
      ToLongFunction<String> eventHash) {
    this.eventHash = eventHash;
    traits.forEach(trait -> this.traits.put(trait.key(), trait));
    audiences.forEach(audience -> this.audiences.put(audience.key(), audience));
    List<Entry> order = new ArrayList<>();
    traits.forEach(trait -> order.add(entry(trait)));
    inLevels(AudienceGraph.order(audiences)).forEach(audience -> order.add(entry(audience)));
    this.inOrder = List.copyOf(order);
    index();
  }

  /**
   * Sorts audiences by depth: first those that depend on no other. Audiences of one depth can be
   * evaluated together.
   */
  private static List<Audience> inLevels(List<Audience> order) {
    Map<String, Integer> levels = new HashMap<>();
    for (Audience audience : order) {
      int level = 0;
      for (String key : audience.dependencies().audiences()) {
        level = Math.max(level, 1 + levels.getOrDefault(key, -1));
      }
      levels.put(audience.key(), level);
    }
    return order.stream()
        .sorted(
            (one, other) ->
                Integer.compare(
                    levels.getOrDefault(one.key(), 0), levels.getOrDefault(other.key(), 0)))
        .toList();
  }

  private void index() {
    for (Entry entry : inOrder) {
      byId.put(entry.id(), entry);
      entry.triggers().forEach(trigger -> dependents.merge(trigger, 1, Integer::sum));
    }
  }

  /**
   * Indexes the definitions of a catalog.
   *
   * @param eventHash hashes event names
   */
  public static Definitions of(
      Collection<Audience> audiences,
      Collection<ComputedTrait> traits,
      ToLongFunction<String> eventHash) {
    return new Definitions(audiences, traits, eventHash);
  }

  /** The same without some computations; others may still depend on them. */
  public Definitions without(Set<Long> excluded) {
    return excluded.isEmpty() ? this : new Definitions(this, excluded);
  }

  private Entry entry(Computation computation) {
    Set<EventWindow> windows = new LinkedHashSet<>();
    for (TimeWindow window : TimeWindow.of(computation.definition())) {
      windows.add(new EventWindow(event(window.event()), window.within().toMillis()));
    }
    Set<String> triggers = new HashSet<>();
    windows.forEach(window -> triggers.add(window.trigger()));
    computation.dependencies().events().forEach(name -> triggers.add(Trigger.event(event(name))));
    for (String name : computation.dependencies().traits()) {
      ComputedTrait computed = traits.get(name);
      triggers.add(
          computed == null ? Trigger.trait(name) : Trigger.computation(computed.id().bits()));
    }
    for (String key : computation.dependencies().audiences()) {
      Audience audience = audiences.get(key);
      if (audience != null) {
        triggers.add(Trigger.computation(audience.id().bits()));
      }
    }
    return new Entry(computation, Set.copyOf(triggers), Set.copyOf(windows));
  }

  /** All computations, each after those it depends on. */
  public List<Entry> inOrder() {
    return inOrder;
  }

  /** About how many computations a profile with these triggers must be evaluated for. */
  public int evaluations(Set<String> triggers) {
    if (triggers.contains(Trigger.ANY)) {
      return inOrder.size();
    }
    int count = 0;
    for (String trigger : triggers) {
      count += dependents.getOrDefault(trigger, 0);
    }
    return Math.min(count, inOrder.size());
  }

  public Optional<Entry> find(long id) {
    return Optional.ofNullable(byId.get(id));
  }

  @Override
  public long event(String name) {
    return eventHash.applyAsLong(name);
  }

  @Override
  public @Nullable String computedTrait(String name) {
    ComputedTrait trait = traits.get(name);
    return trait == null ? null : trait.id().toString();
  }

  @Override
  public @Nullable Long audience(String key) {
    Audience audience = audiences.get(key);
    return audience == null ? null : (Long) audience.id().bits();
  }
}
