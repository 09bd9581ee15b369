package io.postrider.server.commands.importer;

import io.postrider.message.Field;
import io.postrider.server.config.DidYouMean;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Says which headers of a CSV file are no fields of a call. Pure. */
final class UnknownHeaders {

  /** The most headers that are named. */
  private static final int MAX_NAMED = 20;

  private static final List<String> KNOWN =
      Arrays.stream(Field.values())
          .filter(field -> field != Field.BATCH)
          .map(Field::wireName)
          .toList();

  private UnknownHeaders() {}

  /**
   * A notice.
   *
   * @param fields the top-level fields of the header
   * @return null if all are known
   */
  static @Nullable String notice(List<String> fields) {
    List<String> unknown =
        fields.stream().distinct().filter(field -> !KNOWN.contains(field)).toList();
    if (unknown.isEmpty()) {
      return null;
    }
    String names =
        unknown.stream()
            .limit(MAX_NAMED)
            .map(field -> "'" + field + "'" + guess(field))
            .collect(Collectors.joining(", "));
    int more = unknown.size() - MAX_NAMED;
    return "The CSV header has names that are no fields of a call: "
        + names
        + (more > 0 ? " and %,d more".formatted(more) : "")
        + ". They are stored as they are, at the top level of each call. To make them properties or"
        + " traits, write properties.NAME or traits.NAME.";
  }

  private static String guess(String field) {
    Optional<String> spelled =
        KNOWN.stream().filter(known -> letters(known).equals(letters(field))).findFirst();
    return spelled
        .or(() -> DidYouMean.of(field, KNOWN))
        .map(known -> " (did you mean '" + known + "'?)")
        .orElse("");
  }

  /** A name without what spellings such as {@code user_id} and {@code User ID} differ in. */
  private static String letters(String name) {
    return name.replaceAll("[ _-]", "").toLowerCase(Locale.ROOT);
  }
}
