package io.postrider.filter;

import io.postrider.message.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where a value lies in a message: a field of the call, or keys below its properties, traits or
 * context. Written with points between, as in {@code properties.address.city}; a point or a
 * backslash in a key has a backslash before it. Paths lead through objects, not into lists.
 *
 * @param root the field
 * @param keys what follows, from the outside in; none for the field itself
 */
public record FieldPath(Field root, List<String> keys) {

  /** The most characters of a path. */
  public static final int LONGEST = 500;

  /** The most keys below the field. */
  public static final int MOST_KEYS = 10;

  /** Fields that paths lead into. */
  public static final Set<Field> OBJECTS = Set.of(Field.PROPERTIES, Field.TRAITS, Field.CONTEXT);

  private static final Set<Field> TEXTS =
      Set.of(
          Field.USER_ID,
          Field.ANONYMOUS_ID,
          Field.MESSAGE_ID,
          Field.EVENT,
          Field.GROUP_ID,
          Field.PREVIOUS_ID,
          Field.NAME,
          Field.CATEGORY,
          Field.TIMESTAMP);

  public FieldPath {
    keys = List.copyOf(keys);
  }

  /** The path of a text, or nothing if it is not one. */
  public static Optional<FieldPath> parse(String text) {
    List<String> parts = text.length() > LONGEST ? List.of() : parts(text);
    if (parts.isEmpty() || parts.size() > MOST_KEYS + 1 || parts.contains("")) {
      return Optional.empty();
    }
    List<String> keys = parts.subList(1, parts.size());
    return Stream.concat(OBJECTS.stream(), keys.isEmpty() ? TEXTS.stream() : Stream.empty())
        .filter(field -> field.wireName().equals(parts.getFirst()))
        .map(field -> new FieldPath(field, keys))
        .findFirst();
  }

  /** What stands between the points; nothing if a backslash stands before any other character. */
  private static List<String> parts(String text) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '.') {
        parts.add(part.toString());
        part.setLength(0);
        continue;
      }
      if (c == '\\') {
        i++;
        if (i == text.length() || (text.charAt(i) != '.' && text.charAt(i) != '\\')) {
          return List.of();
        }
      }
      part.append(text.charAt(i));
    }
    parts.add(part.toString());
    return parts;
  }

  @Override
  public String toString() {
    return Stream.concat(Stream.of(root.wireName()), keys.stream())
        .map(key -> key.replace("\\", "\\\\").replace(".", "\\."))
        .collect(Collectors.joining("."));
  }
}
