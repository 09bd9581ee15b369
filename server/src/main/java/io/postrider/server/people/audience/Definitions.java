package io.postrider.server.people.audience;

import io.postrider.audience.Audience;
import io.postrider.audience.AudienceGraph;
import io.postrider.audience.Computation;
import io.postrider.audience.ComputedTrait;
import io.postrider.audience.TimeWindow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
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
 * All computations of one moment in the order they are evaluated in: computed traits first, then
 * audiences, each behind those it is made of. Immutable.
 */
public final class Definitions {

  /** None at all. */
  public static final Definitions NONE = of(List.of(), List.of(), name -> 0);

  private final List<Entry> inOrder;
  private final Map<Long, Entry> byId = new HashMap<>();
  private final Map<String, ComputedTrait> traits = new HashMap<>();
  private final Map<String, Audience> audiences = new HashMap<>();
  private final Map<String, Integer> lookers = new HashMap<>();
  private final ToLongFunction<String> eventNumbers;

  /**
   * A computation and what makes it change.
   *
   * @param windows by the numbers of the events' names
   */
  public record Entry(Computation computation, Set<String> triggers, Set<EventWindow> windows) {

    /** The number of the computation. */
    public long id() {
      return computation.id().bits();
    }
  }

  /** A window of events whose name has a number. */
  public record EventWindow(long name, long withinMillis) {

    /** What an event that leaves the window is for whoever looks at it. */
    public String trigger() {
      return Trigger.window(name, withinMillis);
    }
  }

  private Definitions(Definitions all, Set<Long> left) {
    this.inOrder = all.inOrder.stream().filter(entry -> !left.contains(entry.id())).toList();
    this.eventNumbers = all.eventNumbers;
    traits.putAll(all.traits);
    audiences.putAll(all.audiences);
    index();
  }

  private Definitions(
      Collection<Audience> audiences,
      Collection<ComputedTrait> traits,
      ToLongFunction<String> eventNumbers) {
    this.eventNumbers = eventNumbers;
    traits.forEach(trait -> this.traits.put(trait.key(), trait));
    audiences.forEach(audience -> this.audiences.put(audience.key(), audience));
    List<Entry> order = new ArrayList<>();
    traits.forEach(trait -> order.add(entry(trait)));
    inLevels(AudienceGraph.order(audiences)).forEach(audience -> order.add(entry(audience)));
    this.inOrder = List.copyOf(order);
    index();
  }

  /**
   * First those made of no other, then those made of the first, and so on: many of one level can be
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
        .sorted(Comparator.comparing(audience -> levels.getOrDefault(audience.key(), 0)))
        .toList();
  }

  private void index() {
    for (Entry entry : inOrder) {
      byId.put(entry.id(), entry);
      entry.triggers().forEach(trigger -> lookers.merge(trigger, 1, Integer::sum));
    }
  }

  /**
   * These computations.
   *
   * @param eventNumbers what names of events are known by
   */
  public static Definitions of(
      Collection<Audience> audiences,
      Collection<ComputedTrait> traits,
      ToLongFunction<String> eventNumbers) {
    return new Definitions(audiences, traits, eventNumbers);
  }

  /** The same without some that are not evaluated; others may still be made of them. */
  public Definitions without(Set<Long> left) {
    return left.isEmpty() ? this : new Definitions(this, left);
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

  /** All of them, each behind what it is made of. */
  public List<Entry> inOrder() {
    return inOrder;
  }

  /** About how many of them have to be evaluated for somebody who was touched by these. */
  public int evaluations(Set<String> triggers) {
    if (triggers.contains(Trigger.ANY)) {
      return inOrder.size();
    }
    int many = 0;
    for (String trigger : triggers) {
      many += lookers.getOrDefault(trigger, 0);
    }
    return Math.min(many, inOrder.size());
  }

  /** The one of a number. */
  public Optional<Entry> find(long id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** The number of an event's name. */
  public long event(String name) {
    return eventNumbers.applyAsLong(name);
  }

  /** The computed trait of a key; null if there is none. */
  public @Nullable ComputedTrait computedTrait(String key) {
    return traits.get(key);
  }

  /** The audience of a key; null if there is none. */
  public @Nullable Audience audience(String key) {
    return audiences.get(key);
  }
}
