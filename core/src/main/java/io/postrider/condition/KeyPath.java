package io.postrider.condition;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A path of keys, joined by dots; a backslash escapes a dot or a backslash. Pure. */
public final class KeyPath {

  public static final int MAX_LENGTH = 500;

  private KeyPath() {}

  /** Parses a path of one to {@code most} non-empty keys; empty if it is not a path. */
  public static Optional<List<String>> parse(String text, int most) {
    List<String> keys = text.length() > MAX_LENGTH ? List.of() : keys(text);
    return keys.isEmpty() || keys.size() > most || keys.contains("")
        ? Optional.empty()
        : Optional.of(keys);
  }

  /** The parts between the dots; empty if a backslash precedes any other character. */
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

  public static String text(List<String> keys) {
    return keys.stream()
        .map(key -> key.replace("\\", "\\\\").replace(".", "\\."))
        .collect(Collectors.joining("."));
  }
}
