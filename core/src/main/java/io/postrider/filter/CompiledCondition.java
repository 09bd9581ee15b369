package io.postrider.filter;

import io.postrider.message.Field;
import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A match that is ready to be asked of records. Safe to share. */
@FunctionalInterface
interface CompiledCondition {

  boolean holds(RecordFields sight);

  /** The condition of a match, whose paths are added to a lookup; null matches everything. */
  static CompiledCondition of(@Nullable FilterCondition match, PathLookup lookup) {
    return switch (match) {
      case null -> sight -> true;
      case FilterCondition.All(List<FilterCondition> matches) -> {
        List<CompiledCondition> conditions = of(matches, lookup);
        yield sight -> all(conditions, sight);
      }
      case FilterCondition.Any(List<FilterCondition> matches) -> {
        List<CompiledCondition> conditions = of(matches, lookup);
        yield sight -> any(conditions, sight);
      }
      case FilterCondition.Not(FilterCondition inner) -> {
        CompiledCondition condition = of(inner, lookup);
        yield sight -> !condition.holds(sight);
      }
      case FilterCondition.OfType(Set<MessageType> types) ->
          sight -> sight.record().type().filter(types::contains).isPresent();
      case FilterCondition.OfEvent(List<String> events) -> {
        Set<String> names = Set.copyOf(events);
        yield sight -> {
          RecordView record = sight.record();
          String event = record.is(MessageType.TRACK) ? record.text(Field.EVENT) : null;
          return event != null && names.contains(event);
        };
      }
      case FilterCondition.Compared compared -> {
        int number = lookup.add(compared.field());
        yield sight -> compared.comparison().holds(sight.value(number));
      }
    };
  }

  private static List<CompiledCondition> of(List<FilterCondition> matches, PathLookup lookup) {
    return matches.stream().map(match -> of(match, lookup)).toList();
  }

  private static boolean all(List<CompiledCondition> conditions, RecordFields sight) {
    for (CompiledCondition condition : conditions) {
      if (!condition.holds(sight)) {
        return false;
      }
    }
    return true;
  }

  private static boolean any(List<CompiledCondition> conditions, RecordFields sight) {
    for (CompiledCondition condition : conditions) {
      if (condition.holds(sight)) {
        return true;
      }
    }
    return false;
  }
}
