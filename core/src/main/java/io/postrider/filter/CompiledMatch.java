package io.postrider.filter;

import io.postrider.message.Field;
import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A match that is ready to be asked of records. Safe to share. */
@FunctionalInterface
interface CompiledMatch {

  boolean holds(RecordFields sight);

  /** The condition of a match, whose paths are added to a lookup; null matches everything. */
  static CompiledMatch of(@Nullable Match match, PathLookup lookup) {
    return switch (match) {
      case null -> sight -> true;
      case Match.All(List<Match> matches) -> {
        List<CompiledMatch> conditions = of(matches, lookup);
        yield sight -> all(conditions, sight);
      }
      case Match.Any(List<Match> matches) -> {
        List<CompiledMatch> conditions = of(matches, lookup);
        yield sight -> any(conditions, sight);
      }
      case Match.Not(Match inner) -> {
        CompiledMatch condition = of(inner, lookup);
        yield sight -> !condition.holds(sight);
      }
      case Match.OfType(Set<MessageType> types) ->
          sight -> sight.record().type().filter(types::contains).isPresent();
      case Match.OfEvent(List<String> events) -> {
        Set<String> names = Set.copyOf(events);
        yield sight -> {
          RecordView record = sight.record();
          String event = record.is(MessageType.TRACK) ? record.text(Field.EVENT) : null;
          return event != null && names.contains(event);
        };
      }
      case Match.Compared compared -> {
        int number = lookup.add(compared.field());
        yield sight -> compared.comparison().holds(sight.value(number));
      }
    };
  }

  private static List<CompiledMatch> of(List<Match> matches, PathLookup lookup) {
    return matches.stream().map(match -> of(match, lookup)).toList();
  }

  private static boolean all(List<CompiledMatch> conditions, RecordFields sight) {
    for (CompiledMatch condition : conditions) {
      if (!condition.holds(sight)) {
        return false;
      }
    }
    return true;
  }

  private static boolean any(List<CompiledMatch> conditions, RecordFields sight) {
    for (CompiledMatch condition : conditions) {
      if (condition.holds(sight)) {
        return true;
      }
    }
    return false;
  }
}
