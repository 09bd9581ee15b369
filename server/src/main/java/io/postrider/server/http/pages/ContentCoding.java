package io.postrider.server.http.pages;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A form in which a file may lie packed beside itself, the smallest first.
 *
 * @param name as {@code Content-Encoding} has it
 * @param suffix what the packed file's name ends with
 */
record ContentCoding(String name, String suffix) {

  static final List<ContentCoding> ALL =
      List.of(new ContentCoding("br", ".br"), new ContentCoding("gzip", ".gz"));

  /** Whether a browser that sent this {@code Accept-Encoding} can unpack it. */
  boolean isAccepted(@Nullable String accepted) {
    if (accepted == null) {
      return false;
    }
    return Arrays.stream(accepted.toLowerCase(Locale.ROOT).split(","))
        .map(String::strip)
        .anyMatch(item -> item.equals(name) || (item.startsWith(name + ";") && !refuses(item)));
  }

  /** Whether an item such as {@code br;q=0.0} says no. */
  private static boolean refuses(String item) {
    return item.replace(" ", "").matches(".*;q=0(\\.0*)?");
  }
}
