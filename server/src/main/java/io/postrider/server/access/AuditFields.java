package io.postrider.server.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
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
 * What can be said of a thing at one moment, field by field, for comparing it with another.
 *
 * <p>Belongs to one thread. Secrets are compared as they are and shown as {@code ***}, so that
 * their change is seen and they are not.
 */
public final class AuditFields {

  /** How many changes an entry lists at most; the last one then says how many more there were. */
  static final int MOST_CHANGES = 100;

  /** How many characters of a value, or of a field's name, are shown. */
  static final int LONGEST_VALUE = 1_000;

  private static final String HIDDEN = "***";

  private record Fact(Object value, JsonNode shown) {}

  private final SequencedMap<String, Fact> facts = new LinkedHashMap<>();

  /** Of a thing that is not there. */
  public static AuditFields none() {
    return new AuditFields();
  }

  /** Adds what a field is; nothing if it is null. */
  public AuditFields with(String field, @Nullable Object value) {
    return value == null ? this : shown(field, value, value);
  }

  /** Adds what a field is, without showing it. */
  public AuditFields secret(String field, @Nullable Object value) {
    return value == null ? this : shown(field, value, HIDDEN);
  }

  /** Adds what a field is, showing something else for it. */
  public AuditFields shown(String field, Object value, Object shown) {
    facts.put(field, new Fact(value, cut(Json.tree(shown))));
    return this;
  }

  /** What turns these facts into others, in the order of their fields. */
  public List<FieldChange> changesTo(AuditFields after) {
    Set<String> fields = new LinkedHashSet<>(facts.keySet());
    fields.addAll(after.facts.keySet());
    List<FieldChange> changes = new ArrayList<>();
    for (String field : fields) {
      Fact from = facts.get(field);
      Fact to = after.facts.get(field);
      if (!Objects.equals(value(from), value(to))) {
        changes.add(new FieldChange(cut(field), shown(from), shown(to)));
      }
    }
    return bounded(changes);
  }

  private static @Nullable Object value(@Nullable Fact fact) {
    return fact == null ? null : fact.value();
  }

  private static @Nullable JsonNode shown(@Nullable Fact fact) {
    return fact == null ? null : fact.shown();
  }

  private static List<FieldChange> bounded(List<FieldChange> changes) {
    if (changes.size() <= MOST_CHANGES) {
      return changes;
    }
    int more = changes.size() - MOST_CHANGES + 1;
    List<FieldChange> some = new ArrayList<>(changes.subList(0, MOST_CHANGES - 1));
    some.add(new FieldChange("…", null, TextNode.valueOf("%,d more".formatted(more))));
    return some;
  }

  private static JsonNode cut(JsonNode value) {
    String text = value.isTextual() ? value.textValue() : value.toString();
    return text.length() <= LONGEST_VALUE ? value : TextNode.valueOf(cut(text));
  }

  private static String cut(String text) {
    return text.length() <= LONGEST_VALUE ? text : text.substring(0, LONGEST_VALUE) + "…";
  }
}
