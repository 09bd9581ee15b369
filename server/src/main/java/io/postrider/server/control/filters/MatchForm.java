package io.postrider.server.control.filters;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.condition.Comparison;
import io.postrider.condition.Operator;
import io.postrider.condition.Value;
import io.postrider.filter.FieldPath;
import io.postrider.filter.Match;
import io.postrider.message.MessageType;
import io.postrider.server.http.Fields;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads which messages a filter is about. Belongs to one thread, and to one filter. */
final class MatchForm {

  private static final int LONGEST_EVENT = 1_000;
  private static final List<String> KINDS = List.of("all", "any", "not", "type", "event", "field");
  private static final String PATH =
      "the path of a field, such as properties.total: one that starts with properties, traits or"
          + " context, or userId, anonymousId, messageId, event, groupId, previousId, name,"
          + " category or timestamp";
  private static final String OPERATORS =
      "one of "
          + Arrays.stream(Operator.values())
              .map(Operator::wireName)
              .collect(Collectors.joining(", "));

  private int met;

  private MatchForm() {}

  /** The match of a filter's {@code when}; null if there is none, or if it is wrong. */
  static @Nullable Match read(Fields filter) {
    JsonNode when = filter.node("when");
    if (when == null || when.isNull()) {
      return null;
    }
    MatchForm form = new MatchForm();
    Match match = form.match(filter, "when", when, 1);
    if (form.met > Match.MOST) {
      filter.wrong("when", "must have %d parts at most, all counted".formatted(Match.MOST));
    }
    return match;
  }

  private @Nullable Match match(Fields outer, String field, JsonNode node, int depth) {
    met++;
    if (met > Match.MOST) {
      return null;
    }
    if (depth > Match.DEEPEST) {
      outer.wrong(field, "lies too deep: %d levels at most".formatted(Match.DEEPEST));
      return null;
    }
    Fields fields = outer.object(field, node);
    if (fields == null) {
      return null;
    }
    List<String> kinds = KINDS.stream().filter(fields::has).toList();
    if (kinds.size() != 1) {
      outer.wrong(field, "must have one of all, any, not, type, event and field");
      boolean _ = fields.has("op");
      boolean _ = fields.has("value");
      return null;
    }
    return switch (kinds.getFirst()) {
      case "all" -> new Match.All(matches(fields, "all", depth));
      case "any" -> new Match.Any(matches(fields, "any", depth));
      case "not" -> {
        Match inner = match(fields, "not", Objects.requireNonNull(fields.node("not")), depth + 1);
        yield inner == null ? null : new Match.Not(inner);
      }
      case "type" -> new Match.OfType(types(fields));
      case "event" -> new Match.OfEvent(events(fields));
      default -> comparison(fields);
    };
  }

  private List<Match> matches(Fields fields, String kind, int depth) {
    List<JsonNode> items = fields.items(kind, 1, Match.MOST);
    List<Match> matches = new ArrayList<>();
    for (int i = 0; items != null && i < items.size(); i++) {
      Match match = match(fields, "%s[%d]".formatted(kind, i), items.get(i), depth + 1);
      if (match != null) {
        matches.add(match);
      }
    }
    return matches;
  }

  private static Set<MessageType> types(Fields fields) {
    Set<MessageType> types = EnumSet.noneOf(MessageType.class);
    List<JsonNode> items = fields.items("type", 1, MessageType.values().length - 1);
    for (int i = 0; items != null && i < items.size(); i++) {
      String name = items.get(i).isTextual() ? items.get(i).textValue() : "";
      MessageType type =
          Arrays.stream(MessageType.values())
              .filter(one -> one != MessageType.DELETE && one.wireName().equals(name))
              .findFirst()
              .orElse(null);
      if (type == null) {
        fields.wrong(
            "type[%d]".formatted(i), "must be identify, track, page, screen, group or alias");
      } else {
        types.add(type);
      }
    }
    return types;
  }

  private static List<String> events(Fields fields) {
    List<String> events = new ArrayList<>();
    List<JsonNode> items = fields.items("event", 1, Match.MOST_EVENTS);
    for (int i = 0; items != null && i < items.size(); i++) {
      String event = items.get(i).isTextual() ? items.get(i).textValue() : "";
      if (event.isEmpty() || event.codePointCount(0, event.length()) > LONGEST_EVENT) {
        fields.wrong(
            "event[%d]".formatted(i),
            "must be a string of 1 to %,d characters".formatted(LONGEST_EVENT));
      } else {
        events.add(event);
      }
    }
    return events;
  }

  private static @Nullable Match comparison(Fields fields) {
    FieldPath path = fields.choice("field", FieldPath::parse, PATH);
    Operator operator = fields.require("op").choice("op", Operator::parse, OPERATORS);
    List<Value> operands =
        operator == null ? none(fields) : OperandForm.read(fields, operator.operand());
    return path == null || operator == null || operands == null
        ? null
        : new Match.Compared(path, new Comparison(operator, operands));
  }

  private static @Nullable List<Value> none(Fields fields) {
    boolean _ = fields.has("value");
    return null;
  }
}
