package io.postrider.server.http.admin;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * The value of a variable part of a path. Pure.
 *
 * <p>Browsers, libraries and proxies remove the path segments {@code .} and {@code ..}, also when
 * they are percent-encoded, so an ID that is one of these is percent-encoded twice: {@code %252E}.
 * The router decodes one level, this class the second one. So that no two IDs look alike, an ID
 * that is such an encoding itself has one more level: {@code %2E} is sent as {@code %25252E}.
 */
final class PathValue {

  private static final Pattern ENCODED_DOTS =
      Pattern.compile("%(25)*2E(%(25)*2E)?", Pattern.CASE_INSENSITIVE);

  private PathValue() {}

  /** The value of a part that the router decoded. */
  static String of(String decoded) {
    return decoded.startsWith("%") && ENCODED_DOTS.matcher(decoded).matches()
        ? URLDecoder.decode(decoded, StandardCharsets.UTF_8)
        : decoded;
  }
}
