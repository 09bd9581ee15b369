package io.postrider.server.http;

import org.jspecify.annotations.Nullable;

/**
 * How the IDs {@code .} and {@code ..} are sent in a path. Pure.
 *
 * <p>Browsers, libraries and proxies remove the segments {@code .} and {@code ..}, also when they
 * are percent-encoded. So these two IDs are encoded twice, and the second time every character is
 * escaped: {@code %25%32%45} is {@code %2E}. No encoder escapes digits and letters, so no other ID
 * is sent like this: the ID {@code %2E} is {@code %252E}.
 */
public final class DotSegment {

  private static final String DOT = "%25%32%45";
  private static final String TWO_DOTS = DOT + DOT;

  private DotSegment() {}

  /** The dots that a segment of a path stands for, or null if it stands for something else. */
  public static @Nullable String read(String segment) {
    return switch (segment) {
      case DOT -> ".";
      case TWO_DOTS -> "..";
      default -> null;
    };
  }

  /** The length of the segment of dots that begins at an index of a path; 0 if it is another. */
  static int lengthAt(String path, int from) {
    int to = path.indexOf('/', from);
    int length = (to < 0 ? path.length() : to) - from;
    boolean dots =
        (length == DOT.length() && path.startsWith(DOT, from))
            || (length == TWO_DOTS.length() && path.startsWith(TWO_DOTS, from));
    return dots ? length : 0;
  }
}
