package io.postrider.message;

/** Strings eight bytes at a time: where the bytes end that stand for themselves. */
final class SwarScan {

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final long QUOTES = ONES * '"';
  private static final long BACKSLASHES = ONES * '\\';
  private static final long SPACES = ONES * ' ';

  private SwarScan() {}

  /**
   * The index of the first byte that is not plain, or of one behind the last index at which a word
   * can be read.
   */
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
   * character or not ASCII; 0 if none is. Subtracting sets the high bit of a byte that is one of
   * these, or else of one that is not ASCII and marked anyway; the borrow of a byte that is one of
   * these can mark bytes above it, never below.
   */
  static long special(long word) {
    return (((word ^ QUOTES) - ONES) | ((word ^ BACKSLASHES) - ONES) | (word - SPACES) | word)
        & HIGHS;
  }

  /** A word that covers the bytes before the first one that {@link #special} marked. */
  static long before(long special) {
    return ((special & -special) >>> 7) - 1;
  }
}
