package io.postrider.server.store;

import org.jspecify.annotations.Nullable;

/** Where a page of members goes on, as text: behind the number of a profile. Pure. */
final class MemberCursor {

  private static final String PREFIX = "m_";
  private static final int RADIX = 36;

  private MemberCursor() {}

  static String behind(long profile) {
    return PREFIX + Long.toString(profile, RADIX);
  }

  /** The number that {@link #behind} was given; null for any other text. */
  static @Nullable Long parse(String cursor) {
    return cursor.matches(PREFIX + "[1-9a-z][0-9a-z]{0,11}")
        ? (Long) Long.parseLong(cursor, PREFIX.length(), cursor.length(), RADIX)
        : null;
  }
}
