package io.postrider.server.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.condition.Comparison;
import io.postrider.filter.FieldPath;
import io.postrider.filter.FilterCondition;
import io.postrider.message.MessageType;
import io.postrider.server.http.admin.ComparisonForm;
import io.postrider.server.http.admin.ConditionShape;
import io.postrider.server.http.admin.ConditionTreeForm;
import io.postrider.server.http.admin.Fields;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads and validates the condition of a filter. */
final class MatchForm implements ConditionShape<FilterCondition> {

  private static final int MAX_EVENT_LENGTH = 1_000;
  private static final String PATH =
      "a path such as properties.total that starts with properties, traits or context; or userId,"
          + " anonymousId, messageId, event, groupId, previousId, name, category or timestamp";
  private static final MatchForm FORM = new MatchForm();

  private MatchForm() {}

  /** The condition in {@code when}; null if it is absent or invalid. */
  static @Nullable FilterCondition read(Fields filter) {
    JsonNode when = filter.node("when");
    return when == null || when.isNull()
        ? null
        : ConditionTreeForm.read(FORM, filter, "when", when);
  }

  @Override
  public List<String> simple() {
    return List.of("type", "event", "field");
  }

  @Override
  public List<String> beside() {
    return ComparisonForm.FIELDS;
  }

  @Override
  public int deepest() {
    return FilterCondition.MAX_DEPTH;
  }

  @Override
  public int most() {
    return FilterCondition.MAX_CONDITIONS;
  }

  @Override
  public FilterCondition all(List<FilterCondition> conditions) {
    return new FilterCondition.All(conditions);
  }

  @Override
  public FilterCondition any(List<FilterCondition> conditions) {
    return new FilterCondition.Any(conditions);
  }

  @Override
  public FilterCondition not(FilterCondition condition) {
    return new FilterCondition.Not(condition);
  }

  @Override
  public @Nullable FilterCondition read(String kind, Fields fields) {
    return switch (kind) {
      case "type" -> new FilterCondition.OfType(types(fields));
      case "event" -> new FilterCondition.OfEvent(events(fields));
      default -> compared(fields);
    };
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
    List<JsonNode> items = fields.items("event", 1, FilterCondition.MAX_EVENTS);
    for (int i = 0; items != null && i < items.size(); i++) {
      String event = items.get(i).isTextual() ? items.get(i).textValue() : "";
      if (event.isEmpty() || event.codePointCount(0, event.length()) > MAX_EVENT_LENGTH) {
        fields.wrong(
            "event[%d]".formatted(i),
            "must be a string of 1 to %,d characters".formatted(MAX_EVENT_LENGTH));
      } else {
        events.add(event);
      }
    }
    return events;
  }

  private static @Nullable FilterCondition compared(Fields fields) {
    FieldPath path = fields.choice("field", FieldPath::parse, PATH);
    Comparison comparison = ComparisonForm.read(fields);
    return path == null || comparison == null
        ? null
        : new FilterCondition.Compared(path, comparison);
  }
}
