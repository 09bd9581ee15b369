package io.postrider.filter;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * An object of canonical JSON in which everything but objects is text, to compare trimmed bytes.
 */
final class RawTree {

  private final String json;
  private int at;

  private RawTree(String json) {
    this.json = json;
  }

  static Map<String, Object> parse(String json) {
    return new RawTree(json).object();
  }

  private Map<String, Object> object() {
    Map<String, Object> members = new LinkedHashMap<>();
    at++;
    while (json.charAt(at) != '}') {
      at += json.charAt(at) == ',' ? 1 : 0;
      int from = at;
      string();
      String key = json.substring(from + 1, at - 1);
      at++;
      members.put(key, json.charAt(at) == '{' ? object() : raw());
    }
    at++;
    return members;
  }

  private void string() {
    at++;
    while (json.charAt(at) != '"') {
      at += json.charAt(at) == '\\' ? 2 : 1;
    }
    at++;
  }

  private String raw() {
    int from = at;
    int depth = 0;
    while (depth > 0 || ",}]".indexOf(json.charAt(at)) < 0) {
      switch (json.charAt(at)) {
        case '"' -> string();
        case '[', '{' -> {
          depth++;
          at++;
        }
        case ']', '}' -> {
          depth--;
          at++;
        }
        default -> at++;
      }
    }
    return json.substring(from, at);
  }

  static String text(Map<String, Object> members) {
    StringJoiner text = new StringJoiner(",", "{", "}");
    members.forEach(
        (key, value) -> {
          @SuppressWarnings("unchecked")
          String spelled =
              value instanceof Map<?, ?> map ? text((Map<String, Object>) map) : (String) value;
          text.add('"' + key + "\":" + spelled);
        });
    return text.toString();
  }

  static void omit(Map<String, Object> members, List<String> path) {
    if (path.size() == 1) {
      members.remove(path.getFirst());
    } else {
      Map<String, Object> inner = map(members.get(path.getFirst()));
      if (inner != null) {
        omit(inner, path.subList(1, path.size()));
      }
    }
  }

  /** Whether a path exists. */
  static boolean has(Map<String, Object> members, List<String> path) {
    if (path.size() == 1) {
      return members.containsKey(path.getFirst());
    }
    Map<String, Object> inner = map(members.get(path.getFirst()));
    return inner != null && has(inner, path.subList(1, path.size()));
  }

  /** Keeps only some paths. */
  static Map<String, Object> kept(Map<String, Object> members, List<List<String>> paths) {
    Map<String, Object> kept = new LinkedHashMap<>();
    members.forEach(
        (key, value) -> {
          List<List<String>> below =
              paths.stream()
                  .filter(path -> path.getFirst().equals(key) && path.size() > 1)
                  .map(path -> path.subList(1, path.size()))
                  .toList();
          Map<String, Object> inner = map(value);
          if (paths.contains(List.of(key))) {
            kept.put(key, value);
          } else if (inner != null && below.stream().anyMatch(path -> has(inner, path))) {
            kept.put(key, kept(inner, below));
          }
        });
    return kept;
  }

  @SuppressWarnings("unchecked")
  static @Nullable Map<String, Object> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? (Map<String, Object>) map : null;
  }
}
