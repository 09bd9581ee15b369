package io.postrider.message;

/** Scans strings eight bytes at a time (SWAR) for the end of plain bytes. */
final class SwarScan {

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final long QUOTES = ONES * '"';
  private static final long BACKSLASHES = ONES * '\\';
  private static final long SPACES = ONES * ' ';

  private SwarScan() {}

  /** The index of the first byte that is not plain, or one after {@code lastWord}. */
  static int skip(byte[] bytes, int from, int lastWord) {
    int i = from;
    while (i <= lastWord) {
      long special = special(JsonText.word(bytes, i));
      if (special != 0) {
        return i + (Long.numberOfTrailingZeros(special) >>> 3);
      }
      i += 8;
    }
    return i;
  }

  /**
   * A word whose lowest set bit lies in the first byte that is a quote, a backslash, a control
   * character or not ASCII; 0 if there is none. Subtracting sets the high bit of such a byte; its
   * borrow can mark higher bytes, never lower ones.
   */
  static long special(long word) {
    return (((word ^ QUOTES) - ONES) | ((word ^ BACKSLASHES) - ONES) | (word - SPACES) | word)
        & HIGHS;
  }

  /** A mask of the bytes before the first one that {@link #special} marked. */
  static long before(long special) {
    return ((special & -special) >>> 7) - 1;
  }
}
