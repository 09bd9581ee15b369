package io.postrider.server.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.postrider.server.access.AuditEvent.FieldChange;
import io.postrider.server.http.admin.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a resource at one moment, for comparison with another moment.
 *
 * <p>Belongs to one thread. Secrets are compared by value and shown as {@code ***}.
 */
public final class AuditFields {

  /**
   * The maximum number of changes in an entry; the last one then holds the number of the others.
   */
  static final int MAX_CHANGES = 100;

  /** The maximum length of a shown value or field name. */
  static final int MAX_VALUE_LENGTH = 1_000;

  private static final String HIDDEN = "***";

  private record Shown(Object value, JsonNode shown) {}

  private final SequencedMap<String, Shown> fields = new LinkedHashMap<>();

  /** The fields of a resource that does not exist. */
  public static AuditFields none() {
    return new AuditFields();
  }

  /** Adds a field, unless it is null. */
  public AuditFields with(String field, @Nullable Object value) {
    return value == null ? this : shown(field, value, value);
  }

  /** Adds a field with a hidden value. */
  public AuditFields secret(String field, @Nullable Object value) {
    return value == null ? this : shown(field, value, HIDDEN);
  }

  /** Adds a field that is shown as another value. */
  public AuditFields shown(String field, Object value, Object shown) {
    fields.put(field, new Shown(value, cut(Json.tree(shown))));
    return this;
  }

  /** The changes from these fields to others, in the order of the fields. */
  public List<FieldChange> changesTo(AuditFields after) {
    Set<String> names = new LinkedHashSet<>(fields.keySet());
    names.addAll(after.fields.keySet());
    List<FieldChange> changes = new ArrayList<>();
    for (String field : names) {
      Shown from = fields.get(field);
      Shown to = after.fields.get(field);
      if (!Objects.equals(value(from), value(to))) {
        changes.add(new FieldChange(cut(field), shown(from), shown(to)));
      }
    }
    return bounded(changes);
  }

  private static @Nullable Object value(@Nullable Shown field) {
    return field == null ? null : field.value();
  }

  private static @Nullable JsonNode shown(@Nullable Shown field) {
    return field == null ? null : field.shown();
  }

  private static List<FieldChange> bounded(List<FieldChange> changes) {
    if (changes.size() <= MAX_CHANGES) {
      return changes;
    }
    int more = changes.size() - MAX_CHANGES + 1;
    List<FieldChange> some = new ArrayList<>(changes.subList(0, MAX_CHANGES - 1));
    some.add(new FieldChange("…", null, TextNode.valueOf("%,d more".formatted(more))));
    return some;
  }

  private static JsonNode cut(JsonNode value) {
    String text = value.isTextual() ? value.textValue() : value.toString();
    return text.length() <= MAX_VALUE_LENGTH ? value : TextNode.valueOf(cut(text));
  }

  private static String cut(String text) {
    return text.length() <= MAX_VALUE_LENGTH ? text : text.substring(0, MAX_VALUE_LENGTH) + "…";
  }
}
