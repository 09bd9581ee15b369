package io.postrider.audience;

import io.postrider.condition.Comparison;
import io.postrider.condition.Operator;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A condition on a person. Immutable. */
public sealed interface AudienceCondition extends ComputationDefinition {

  /** How deep conditions may lie in each other. */
  int DEEPEST = 10;

  /** How many there may be in one definition, all counted, those on properties too. */
  int MOST = 100;

  /** The most characters of a trait's name. */
  int LONGEST_TRAIT = 500;

  @Override
  default Dependencies dependencies() {
    return Dependencies.of(this);
  }

  /** How many conditions there are in it, all counted, those on properties too. */
  default int size() {
    return switch (this) {
      case All(List<AudienceCondition> inner) ->
          1 + inner.stream().mapToInt(AudienceCondition::size).sum();
      case Any(List<AudienceCondition> inner) ->
          1 + inner.stream().mapToInt(AudienceCondition::size).sum();
      case Not(AudienceCondition inner) -> 1 + inner.size();
      case EventCount counted -> 1 + counted.where().size();
      case TraitIs _, InAudience _ -> 1;
    };
  }

  /** People of whom all of these are true. */
  record All(List<AudienceCondition> conditions) implements AudienceCondition {

    public All {
      conditions = List.copyOf(conditions);
    }
  }

  /** People of whom one of these is true. */
  record Any(List<AudienceCondition> conditions) implements AudienceCondition {

    public Any {
      conditions = List.copyOf(conditions);
    }
  }

  /** People of whom this is not true. */
  record Not(AudienceCondition condition) implements AudienceCondition {}

  /**
   * People who have a trait that compares so. A computed trait whose key is the name stands before
   * a trait that was sent under it.
   */
  record TraitIs(String name, Comparison comparison) implements AudienceCondition {}

  /**
   * People who did something so often.
   *
   * @param where what an event must have to count; nothing for every one of the name
   * @param within how long ago it may have been; null for as long as history is kept
   * @param count compares the number of events that count, none included
   */
  record EventCount(
      String event, List<PropertyCondition> where, @Nullable Duration within, Comparison count)
      implements AudienceCondition {

    /** What a number of events may be compared by. */
    public static final Set<Operator> OPERATORS =
        Set.copyOf(
            EnumSet.of(
                Operator.EQUALS,
                Operator.NOT_EQUALS,
                Operator.LESS_THAN,
                Operator.AT_MOST,
                Operator.GREATER_THAN,
                Operator.AT_LEAST));

    /** The highest number of events to compare with. */
    public static final int HIGHEST = 1_000_000_000;

    public EventCount {
      where = List.copyOf(where);
    }
  }

  /** People who are in the audience of a key. */
  record InAudience(String key) implements AudienceCondition {}
}
