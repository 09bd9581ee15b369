package io.postrider.filter;

import io.postrider.condition.KeyPath;
import io.postrider.message.Field;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The path of a value in a message: a field of the call, or keys below its properties, traits or
 * context. Written with dots, as in {@code properties.address.city}; a backslash escapes a dot or a
 * backslash in a key. Paths go through objects, not into arrays.
 *
 * @param keys the keys below it, outermost first; empty for the field itself
 */
public record FieldPath(Field root, List<String> keys) {

  public static final int MAX_LENGTH = KeyPath.MAX_LENGTH;
  public static final int MAX_KEYS = 10;

  /** Fields that have keys below. */
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

  /** Parses a path; empty if the text is not one. */
  public static Optional<FieldPath> parse(String text) {
    return KeyPath.parse(text, MAX_KEYS + 1).flatMap(FieldPath::of);
  }

  private static Optional<FieldPath> of(List<String> parts) {
    List<String> keys = parts.subList(1, parts.size());
    return Stream.concat(OBJECTS.stream(), keys.isEmpty() ? TEXTS.stream() : Stream.empty())
        .filter(field -> field.wireName().equals(parts.getFirst()))
        .map(field -> new FieldPath(field, keys))
        .findFirst();
  }

  @Override
  public String toString() {
    return KeyPath.text(Stream.concat(Stream.of(root.wireName()), keys.stream()).toList());
  }
}
