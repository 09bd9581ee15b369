package io.postrider.server.http.admin;

import java.util.Optional;

/** A position in a list as it travels: a text that only we read. */
final class PageCursor {

  private static final String PREFIX = "p";
  private static final int RADIX = 36;

  private PageCursor() {}

  static String of(long position) {
    return PREFIX + Long.toString(position, RADIX);
  }

  static Optional<Long> parse(String text) {
    return text.matches(PREFIX + "[0-9a-z]{1,12}")
        ? Optional.of(Long.parseLong(text.substring(1), RADIX))
        : Optional.empty();
  }
}
