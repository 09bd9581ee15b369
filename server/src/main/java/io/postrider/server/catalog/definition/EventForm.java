package io.postrider.server.catalog.definition;

import static io.postrider.audience.ComputationDefinition.MAX_WINDOW;
import static io.postrider.audience.ComputationDefinition.MIN_WINDOW;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.audience.ComputationDefinition;
import io.postrider.audience.PropertyCondition;
import io.postrider.condition.Comparison;
import io.postrider.condition.KeyPath;
import io.postrider.server.catalog.DurationField;
import io.postrider.server.http.admin.ComparisonForm;
import io.postrider.server.http.admin.Fields;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads and validates {@code event}, {@code where} and {@code within}.
 *
 * @param event null if it is invalid
 * @param within null if it is absent or invalid
 */
record EventForm(@Nullable String event, List<PropertyCondition> where, @Nullable Duration within) {

  private static final String PATH =
      "a path such as total or address.city, with at most %d keys and %d characters"
          .formatted(PropertyCondition.MAX_KEYS, KeyPath.MAX_LENGTH);

  static EventForm read(Fields fields) {
    String event = name(fields.require("event"), "event", ComputationDefinition.MAX_EVENT_LENGTH);
    List<PropertyCondition> where = new ArrayList<>();
    List<Fields> entries = fields.objects("where", 0, PropertyCondition.MAX_PER_EVENT);
    for (Fields entry : entries == null ? List.<Fields>of() : entries) {
      List<String> path = path(entry);
      Comparison comparison = ComparisonForm.read(entry);
      if (path != null && comparison != null) {
        where.add(new PropertyCondition(path, comparison));
      }
    }
    Duration within =
        fields.choice(
            "within",
            text -> DurationField.parse(text, MIN_WINDOW, MAX_WINDOW),
            DurationField.expected(MIN_WINDOW, MAX_WINDOW));
    return new EventForm(event, where, within);
  }

  /** The required path in the field {@code property}; null if it is invalid. */
  static @Nullable List<String> path(Fields fields) {
    return fields
        .require("property")
        .choice("property", text -> KeyPath.parse(text, PropertyCondition.MAX_KEYS), PATH);
  }

  /** A text that may be blank, as names in messages may be. */
  static @Nullable String name(Fields fields, String field, int longest) {
    JsonNode node = fields.node(field);
    if (node == null) {
      return null;
    }
    String text = node.isTextual() ? node.textValue() : "";
    if (text.isEmpty() || text.codePointCount(0, text.length()) > longest) {
      fields.wrong(field, "must be a string of 1 to %,d characters".formatted(longest));
      return null;
    }
    return text;
  }
}
