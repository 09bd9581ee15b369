package io.postrider.condition;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How keys that lead into an object are written as one text: with points between, as in {@code
 * address.city}; a point or a backslash in a key has a backslash before it. Pure.
 */
public final class KeyPath {

  /** The most characters of a path. */
  public static final int LONGEST = 500;

  private KeyPath() {}

  /**
   * The keys of a text, one to {@code most} and none of them empty; or nothing if it is no path.
   */
  public static Optional<List<String>> parse(String text, int most) {
    List<String> keys = text.length() > LONGEST ? List.of() : keys(text);
    return keys.isEmpty() || keys.size() > most || keys.contains("")
        ? Optional.empty()
        : Optional.of(keys);
  }

  /** What stands between the points; nothing if a backslash stands before any other character. */
  private static List<String> keys(String text) {
    List<String> keys = new ArrayList<>();
    StringBuilder key = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '.') {
        keys.add(key.toString());
        key.setLength(0);
        continue;
      }
      if (c == '\\') {
        i++;
        if (i == text.length() || (text.charAt(i) != '.' && text.charAt(i) != '\\')) {
          return List.of();
        }
      }
      key.append(text.charAt(i));
    }
    keys.add(key.toString());
    return keys;
  }

  /** The text of some keys. */
  public static String text(List<String> keys) {
    return keys.stream()
        .map(key -> key.replace("\\", "\\\\").replace(".", "\\."))
        .collect(Collectors.joining("."));
  }
}
