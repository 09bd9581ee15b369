package io.postrider.server.http.admin;

import io.netty.handler.codec.http.QueryStringDecoder;
import io.postrider.server.http.DotSegment;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The values of the variable parts of a path, read from the path as it was sent. Pure.
 *
 * <p>Percent-encoding is undone exactly once, so every ID is what its client encoded. {@link
 * DotSegment} says how the IDs {@code .} and {@code ..} are sent.
 */
final class PathValue {

  private PathValue() {}

  /**
   * The values by name.
   *
   * @param route a route such as {@code /sources/:id}, which the end of the path matches
   * @param path the path in its usual spelling, with well-formed escapes
   */
  static Map<String, String> all(String route, String path) {
    String[] names = route.split("/", -1);
    String[] parts = path.split("/", -1);
    int last = parts.length - 1;
    int length = parts[last].isEmpty() ? last : parts.length;
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < names.length; i++) {
      if (names[i].startsWith(":")) {
        values.put(names[i].substring(1), of(parts[length - names.length + i]));
      }
    }
    return values;
  }

  private static String of(String part) {
    @Nullable String dots = DotSegment.read(part);
    return dots == null ? decoded(part) : dots;
  }

  /** A plus sign is itself: only queries write a space like that. */
  private static String decoded(String part) {
    return part.indexOf('%') < 0
        ? part
        : QueryStringDecoder.decodeComponent(part.replace("+", "%2B"));
  }
}
