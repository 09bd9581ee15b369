package io.postrider.audience;

import io.postrider.condition.Comparison;
import io.postrider.condition.Decimal;
import io.postrider.condition.Operator;
import io.postrider.condition.Value;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A condition on a person. Immutable. */
public sealed interface AudienceCondition extends ComputationDefinition {

  int MAX_DEPTH = 10;

  int MAX_CONDITIONS = 100; // as counted by size()

  int MAX_TRAIT_LENGTH = 500;

  @Override
  default Dependencies dependencies() {
    return Dependencies.of(this);
  }

  /** The number of conditions in it, including property conditions. */
  default int size() {
    return stream()
        .mapToInt(one -> one instanceof EventCount counted ? 1 + counted.where().size() : 1)
        .sum();
  }

  /** This condition and all conditions inside it, in depth-first order. */
  default Stream<AudienceCondition> stream() {
    List<AudienceCondition> found = new ArrayList<>();
    Deque<AudienceCondition> rest = new ArrayDeque<>(List.of(this));
    while (!rest.isEmpty()) {
      AudienceCondition next = rest.pop();
      found.add(next);
      next.inner().reversed().forEach(rest::push);
    }
    return found.stream();
  }

  /**
   * Whether people can match who never had some events. True also if only the other conditions
   * exclude them.
   */
  default boolean canHoldWithout(Set<String> events) {
    return switch (this) {
      case All(List<AudienceCondition> all) ->
          all.stream().allMatch(one -> one.canHoldWithout(events));
      case Any(List<AudienceCondition> any) ->
          any.isEmpty() || any.stream().anyMatch(one -> one.canHoldWithout(events));
      case EventCount counted ->
          !events.contains(counted.event()) || counted.count().holds(Value.of(Decimal.of("0")));
      case Not _, TraitIs _, InAudience _ -> true;
    };
  }

  private List<AudienceCondition> inner() {
    return switch (this) {
      case All(List<AudienceCondition> all) -> all;
      case Any(List<AudienceCondition> any) -> any;
      case Not(AudienceCondition negated) -> List.of(negated);
      case EventCount _, TraitIs _, InAudience _ -> List.of();
    };
  }

  /** People who match all of these. */
  record All(List<AudienceCondition> conditions) implements AudienceCondition {

    public All {
      conditions = List.copyOf(conditions);
    }
  }

  /** People who match at least one of these. */
  record Any(List<AudienceCondition> conditions) implements AudienceCondition {

    public Any {
      conditions = List.copyOf(conditions);
    }
  }

  /** People who do not match this. */
  record Not(AudienceCondition condition) implements AudienceCondition {}

  /** People with a matching trait; a computed trait takes precedence over a received one. */
  record TraitIs(String name, Comparison comparison) implements AudienceCondition {}

  /**
   * People with a matching number of events.
   *
   * @param where conditions on the events to count; empty for all events with the name
   * @param within the maximum age of the events; null for all stored events
   * @param count the comparison of the number of events, which may be 0
   */
  record EventCount(
      String event, List<PropertyCondition> where, @Nullable Duration within, Comparison count)
      implements AudienceCondition {

    public static final Set<Operator> OPERATORS =
        Set.copyOf(
            EnumSet.of(
                Operator.EQUALS,
                Operator.NOT_EQUALS,
                Operator.LESS_THAN,
                Operator.AT_MOST,
                Operator.GREATER_THAN,
                Operator.AT_LEAST));

    public static final int MAX_COUNT = 1_000_000_000;

    public EventCount {
      where = List.copyOf(where);
    }
  }

  /** Members of the audience with a key. */
  record InAudience(String key) implements AudienceCondition {}
}
