package io.postrider.filter;

import io.postrider.message.Field;
import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A condition compiled for evaluation on records. Thread-safe. */
@FunctionalInterface
interface CompiledCondition {

  boolean holds(RecordFields fields);

  /** Compiles a condition and adds its paths to a lookup; null matches everything. */
  static CompiledCondition of(@Nullable FilterCondition condition, PathLookup lookup) {
    return switch (condition) {
      case null -> fields -> true;
      case FilterCondition.All(List<FilterCondition> matches) -> {
        List<CompiledCondition> conditions = of(matches, lookup);
        yield fields -> all(conditions, fields);
      }
      case FilterCondition.Any(List<FilterCondition> matches) -> {
        List<CompiledCondition> conditions = of(matches, lookup);
        yield fields -> any(conditions, fields);
      }
      case FilterCondition.Not(FilterCondition inner) -> {
        CompiledCondition negated = of(inner, lookup);
        yield fields -> !negated.holds(fields);
      }
      case FilterCondition.OfType(Set<MessageType> types) ->
          fields -> fields.record().type().filter(types::contains).isPresent();
      case FilterCondition.OfEvent(List<String> events) -> {
        Set<String> names = Set.copyOf(events);
        yield fields -> {
          RecordView record = fields.record();
          String event = record.is(MessageType.TRACK) ? record.text(Field.EVENT) : null;
          return event != null && names.contains(event);
        };
      }
      case FilterCondition.Compared compared -> {
        int number = lookup.add(compared.field());
        yield fields -> compared.comparison().holds(fields.value(number));
      }
    };
  }

  private static List<CompiledCondition> of(List<FilterCondition> matches, PathLookup lookup) {
    return matches.stream().map(condition -> of(condition, lookup)).toList();
  }

  private static boolean all(List<CompiledCondition> conditions, RecordFields fields) {
    for (CompiledCondition condition : conditions) {
      if (!condition.holds(fields)) {
        return false;
      }
    }
    return true;
  }

  private static boolean any(List<CompiledCondition> conditions, RecordFields fields) {
    for (CompiledCondition condition : conditions) {
      if (condition.holds(fields)) {
        return true;
      }
    }
    return false;
  }
}
