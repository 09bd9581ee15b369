package io.postrider.server.http.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads a tree of conditions within its limits. Belongs to one thread and reads one tree. */
public final class ConditionTreeForm<T> {

  private static final List<String> JOINING = List.of("all", "any", "not");

  private final ConditionShape<T> kind;
  private final List<String> known;
  private int met;

  private ConditionTreeForm(ConditionShape<T> kind) {
    this.kind = kind;
    this.known = Stream.concat(JOINING.stream(), kind.simple().stream()).toList();
  }

  /** The condition in a field; null if it is invalid. */
  public static <T> @Nullable T read(
      ConditionShape<T> kind, Fields outer, String field, JsonNode node) {
    ConditionTreeForm<T> form = new ConditionTreeForm<>(kind);
    T condition = form.one(outer, field, node, 1);
    if (form.met > kind.most()) {
      outer.wrong(field, "must have at most %d conditions in total".formatted(kind.most()));
    }
    return condition;
  }

  private @Nullable T one(Fields outer, String field, JsonNode node, int depth) {
    met++;
    if (met > kind.most()) {
      return null;
    }
    if (depth > kind.deepest()) {
      outer.wrong(field, "is nested too deep: at most %d levels".formatted(kind.deepest()));
      return null;
    }
    Fields fields = outer.object(field, node);
    if (fields == null) {
      return null;
    }
    List<String> found = known.stream().filter(fields::has).toList();
    if (found.size() != 1) {
      outer.wrong(field, "must have one of " + words());
      kind.beside().forEach(name -> note(fields, name));
      return null;
    }
    return switch (found.getFirst()) {
      case "all" -> kind.all(some(fields, "all", depth));
      case "any" -> kind.any(some(fields, "any", depth));
      case "not" -> {
        T inner = one(fields, "not", Objects.requireNonNull(fields.node("not")), depth + 1);
        yield inner == null ? null : kind.not(inner);
      }
      default -> kind.read(found.getFirst(), fields);
    };
  }

  /** Keeps a field from being reported as unknown while the kind of the object is unclear. */
  private static void note(Fields fields, String name) {
    boolean _ = fields.has(name);
  }

  private List<T> some(Fields fields, String field, int depth) {
    List<JsonNode> items = fields.items(field, 1, kind.most());
    List<T> conditions = new ArrayList<>();
    for (int i = 0; items != null && i < items.size(); i++) {
      T condition = one(fields, "%s[%d]".formatted(field, i), items.get(i), depth + 1);
      if (condition != null) {
        conditions.add(condition);
      }
    }
    return conditions;
  }

  private String words() {
    return String.join(", ", known.subList(0, known.size() - 1)) + " and " + known.getLast();
  }
}
