package io.postrider.message;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over JSON text that checks it strictly (RFC 8259, UTF-8, at most {@link Limits#LEVELS}
 * levels) and notices on the way whether its spelling is settled.
 *
 * <p>Reusable; belongs to one thread. {@link #value} passes over a whole value. Objects and arrays
 * can also be entered: {@code for (boolean more = firstMember(); more; more = nextMember()) {…}},
 * where the body passes over the member's value. What is wrong ends in {@link
 * MalformedJsonException}, with the byte counted from the start of the text.
 *
 * <p><b>Settled spelling</b> is the one that {@code JSON.stringify(JSON.parse(text))} gives back:
 * no white space, only the escapes that JavaScript writes, numbers in its form (or kept verbatim
 * because a double cannot hold them), integer keys first and ascending, no key twice. {@link
 * #settled} is set to false by the first thing that differs, and never set to true here: whoever
 * wants to know about a stretch sets it before. It may be false for a settled text (two keys with
 * the same hash), which costs a rewrite that changes nothing; it is never true for one that is not.
 *
 * <p>Keys are compared by 64-bit hashes that lie on one stack, those of an inner object above those
 * of the outer one. While they are few, each is compared with the others, if a filter of 64 bits
 * says that it may be among them; the hashes of an object with many keys are sorted at its end. So
 * the work stays below n log n whatever the keys are.
 */
final class JsonScanner {

  static final int OBJECT = 1;
  static final int ARRAY = 2;
  static final int STRING = 3;
  static final int NUMBER = 4;
  static final int TRUE = 5;
  static final int FALSE = 6;
  static final int NULL = 7;

  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final long QUOTES = ONES * '"';
  private static final long BACKSLASHES = ONES * '\\';
  private static final long SPACES = ONES * ' ';
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  /** Up to this many keys, comparing pairs is cheaper than sorting. */
  private static final int FEW_KEYS = 12;

  /** Marks an object in which a key that is not an integer was seen. */
  private static final long NO_MORE_INTEGERS = Long.MAX_VALUE;

  private final JsNumber numbers = new JsNumber();
  private final int[] hashBase = new int[Limits.LEVELS + 1];
  private final long[] lastInteger = new long[Limits.LEVELS + 1];
  private final long[] filters = new long[Limits.LEVELS + 1];
  private long[] hashes = new long[64];
  private int hashCount;
  private byte[] bytes = {};
  private int start;
  private int limit;
  private int position;
  private int depth;
  private int keyFrom;
  private int keyTo;
  private long keyHead;
  private long keyTail;
  private boolean escaped;

  boolean settled;

  /** Starts over with a text. */
  void start(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    start = from;
    limit = to;
    position = from;
    depth = 0;
    hashCount = 0;
    settled = true;
  }

  byte[] bytes() {
    return bytes;
  }

  /** The index of the next byte; after a value, the one that follows it. */
  int position() {
    return position;
  }

  /** The index of the current member's key, behind its opening quote. */
  int keyFrom() {
    return keyFrom;
  }

  /** The index of the closing quote of the current member's key. */
  int keyTo() {
    return keyTo;
  }

  /** The field of the current member, or null if its key is none of ours. */
  @Nullable Field field() {
    return escaped
        ? Field.of(JsonText.decode(bytes, keyFrom, keyTo))
        : Field.of(bytes, keyFrom, keyTo - keyFrom, keyHead, keyTail);
  }

  /** Passes over white space, which is not settled spelling. */
  void skipSpace() {
    if (position < limit && bytes[position] <= ' ') {
      skipSpaces();
    }
  }

  private void skipSpaces() {
    int i = position;
    while (i < limit && isSpace(bytes[i])) {
      i++;
    }
    if (i > position) {
      settled = false;
      position = i;
    }
  }

  static boolean isSpace(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }

  /** The next byte, which must be there. */
  int peek() {
    if (position >= limit) {
      throw malformed("it ends too early", position);
    }
    return bytes[position];
  }

  /** Passes over white space and says that nothing else may follow. */
  void end() {
    skipSpace();
    if (position < limit) {
      throw malformed("something follows its end", position);
    }
  }

  /** Passes over the value at the position and tells its kind. */
  int value() {
    return switch (peek()) {
      case '"' -> {
        string();
        yield STRING;
      }
      case '{' -> {
        for (boolean more = firstMember(); more; more = nextMember()) {
          value();
        }
        yield OBJECT;
      }
      case '[' -> {
        for (boolean more = firstElement(); more; more = nextElement()) {
          value();
        }
        yield ARRAY;
      }
      case 't' -> literal("true", TRUE);
      case 'f' -> literal("false", FALSE);
      case 'n' -> literal("null", NULL);
      default -> {
        number();
        yield NUMBER;
      }
    };
  }

  /** Enters the object at the position; if it has a first member, reads its key. */
  boolean firstMember() {
    enter();
    hashBase[depth] = hashCount;
    lastInteger[depth] = -1;
    filters[depth] = 0;
    skipSpace();
    if (peek() == '}') {
      position++;
      depth--;
      return false;
    }
    key();
    return true;
  }

  /** Goes on to the next member and reads its key, or leaves the object behind its last one. */
  boolean nextMember() {
    int at = position;
    if (at + 1 < limit && bytes[at] == ',' && bytes[at + 1] == '"') {
      position = at + 1;
      key();
      return true;
    }
    return nextMemberBehindSpace();
  }

  private boolean nextMemberBehindSpace() {
    skipSpace();
    int next = peek();
    if (next == ',') {
      position++;
      skipSpace();
      key();
      return true;
    }
    if (next != '}') {
      throw malformed("expected ',' or '}'", position);
    }
    position++;
    leaveObject();
    return false;
  }

  /** Enters the array at the position; says whether it has a first element. */
  boolean firstElement() {
    enter();
    skipSpace();
    if (peek() == ']') {
      position++;
      depth--;
      return false;
    }
    return true;
  }

  /** Goes on to the next element, or leaves the array behind its last one. */
  boolean nextElement() {
    skipSpace();
    int next = peek();
    if (next == ',') {
      position++;
      skipSpace();
      return true;
    }
    if (next != ']') {
      throw malformed("expected ',' or ']'", position);
    }
    position++;
    depth--;
    return false;
  }

  private void enter() {
    if (depth == Limits.LEVELS) {
      throw malformed("more than " + Limits.LEVELS + " levels of objects and arrays", position);
    }
    depth++;
    position++;
  }

  private void leaveObject() {
    int base = hashBase[depth];
    if (hashCount - base > FEW_KEYS && settled && repeats(base, hashCount)) {
      settled = false;
    }
    depth--;
    hashCount = base;
  }

  private boolean repeats(int from, int to) {
    Arrays.sort(hashes, from, to);
    for (int i = from + 1; i < to; i++) {
      if (hashes[i] == hashes[i - 1]) {
        return true;
      }
    }
    return false;
  }

  private void key() {
    if (peek() != '"') {
      throw malformed("expected a key in quotes", position);
    }
    keyFrom = position + 1;
    escaped = false;
    string();
    keyTo = position - 1;
    readKeyWords();
    if (settled) {
      noteKey();
    }
    int at = position;
    if (at + 1 < limit && bytes[at] == ':' && bytes[at + 1] > ' ') {
      position = at + 1;
    } else {
      colon();
    }
  }

  private void colon() {
    skipSpace();
    if (peek() != ':') {
      throw malformed("expected ':'", position);
    }
    position++;
    skipSpace();
  }

  private void noteKey() {
    if (hashCount == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * hashCount);
    }
    long hash = hash();
    long filter = filters[depth];
    long bit = 1L << (hash >>> 58);
    if ((filter & bit) != 0 && isAmongFew(hash)) {
      settled = false;
    }
    filters[depth] = filter | bit;
    hashes[hashCount++] = hash;
    byte first = bytes[keyFrom];
    if (first > '9' || first < '0') {
      lastInteger[depth] = NO_MORE_INTEGERS;
    } else {
      noteInteger(JsonText.integerKey(bytes, keyFrom, keyTo));
    }
  }

  private void noteInteger(long integer) {
    if (integer < 0) {
      lastInteger[depth] = NO_MORE_INTEGERS;
    } else if (integer <= lastInteger[depth]) {
      settled = false;
    } else {
      lastInteger[depth] = integer;
    }
  }

  /** Whether a hash is among the object's, if they are few; many are sorted at its end. */
  private boolean isAmongFew(long hash) {
    int base = hashBase[depth];
    if (hashCount - base > FEW_KEYS) {
      return false;
    }
    for (int i = base; i < hashCount; i++) {
      if (hashes[i] == hash) {
        return true;
      }
    }
    return false;
  }

  private long hash() {
    long hash = (keyHead ^ Long.rotateLeft(keyTail, 29) ^ (keyTo - keyFrom)) * MULTIPLIER;
    for (int i = keyFrom + 8; i < keyTo - 8; i += 8) {
      hash = ((hash ^ hash >>> 32) ^ (long) WORD.get(bytes, i)) * MULTIPLIER;
    }
    return hash ^ hash >>> 29;
  }

  /** Keeps the first and the last eight bytes of the key, which tell most keys apart. */
  private void readKeyWords() {
    int length = keyTo - keyFrom;
    if (length >= 8) {
      keyHead = (long) WORD.get(bytes, keyFrom);
      keyTail = (long) WORD.get(bytes, keyTo - 8);
    } else {
      keyTail = 0;
      keyHead = length == 0 ? 0 : shortWord(keyFrom, length);
    }
  }

  private long shortWord(int from, int length) {
    if (from + 8 <= bytes.length) {
      return (long) WORD.get(bytes, from) & (-1L >>> (64 - 8 * length));
    }
    return wordOf(bytes, from, length);
  }

  /** Up to eight bytes as a number, the first one lowest. */
  static long wordOf(byte[] bytes, int from, int length) {
    long word = 0;
    for (int i = length - 1; i >= 0; i--) {
      word = word << 8 | (bytes[from + i] & 0xFF);
    }
    return word;
  }

  /** Passes over the string whose opening quote is at the position, eight bytes at a time. */
  private void string() {
    byte[] b = bytes;
    int i = position + 1;
    int lastWord = limit - 8;
    while (true) {
      i = skipPlain(b, i, lastWord);
      if (i >= limit) {
        throw malformed("a string does not end", position);
      }
      byte c = b[i];
      if (c == '"') {
        position = i + 1;
        return;
      }
      if (c == '\\') {
        i = escape(i);
      } else if (c < 0) {
        i = notAscii(i);
      } else if (c < ' ') {
        throw malformed("a control character in a string must be escaped", i);
      } else {
        i++;
      }
    }
  }

  /**
   * The index of the first byte that is not plain, or of one behind the last index at which a word
   * can be read.
   */
  static int skipPlain(byte[] bytes, int from, int lastWord) {
    int i = from;
    while (i <= lastWord) {
      long special = special((long) WORD.get(bytes, i));
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
  private static long special(long word) {
    return (((word ^ QUOTES) - ONES) | ((word ^ BACKSLASHES) - ONES) | (word - SPACES) | word)
        & HIGHS;
  }

  private int escape(int at) {
    escaped = true;
    if (at + 1 >= limit) {
      throw malformed("a string does not end", position);
    }
    return switch (bytes[at + 1]) {
      case '"', '\\', 'b', 'f', 'n', 'r', 't' -> at + 2;
      case '/' -> {
        settled = false;
        yield at + 2;
      }
      case 'u' -> unicodeEscape(at);
      default -> throw malformed("an escape that JSON does not know", at);
    };
  }

  private int unicodeEscape(int at) {
    int unit = unit(at);
    int next = at + 6;
    if (Character.isHighSurrogate((char) unit)
        && next + 1 < limit
        && bytes[next] == '\\'
        && bytes[next + 1] == 'u'
        && Character.isLowSurrogate((char) unit(next))) {
      settled = false;
      return next + 6;
    }
    if (settled && !JsonText.isSettledEscape(bytes, at, unit)) {
      settled = false;
    }
    return next;
  }

  /** The UTF-16 unit of the escape whose backslash is at an index. */
  private int unit(int at) {
    int unit = at + 6 <= limit ? JsonText.hex4(bytes, at + 2) : -1;
    if (unit < 0) {
      throw malformed("an escape without four hexadecimal digits", at);
    }
    return unit;
  }

  /** Passes over characters that are not ASCII. */
  private int notAscii(int at) {
    int i = at;
    do {
      int length = JsonText.utf8Length(bytes, i, limit);
      if (length == 0) {
        throw malformed("invalid UTF-8", i);
      }
      i += length;
    } while (i < limit && bytes[i] < 0);
    return i;
  }

  private int literal(String text, int kind) {
    int length = text.length();
    if (position + length > limit) {
      throw malformed("expected a value", position);
    }
    for (int i = 1; i < length; i++) {
      if (bytes[position + i] != text.charAt(i)) {
        throw malformed("expected a value", position);
      }
    }
    position += length;
    return kind;
  }

  private void number() {
    int from = position;
    boolean negative = bytes[from] == '-';
    int first = negative ? from + 1 : from;
    int i = digits(first);
    int whole = i - first;
    if (whole == 0) {
      throw malformed(negative ? "expected a digit" : "expected a value", i);
    }
    boolean zero = bytes[first] == '0';
    if (zero && whole > 1) {
      throw malformed("a number with a leading zero", from);
    }
    int next = i < limit ? bytes[i] : 0;
    if (next != '.' && next != 'e' && next != 'E') {
      position = i;
      if (whole > JsNumber.PLAIN_DIGITS || (zero && negative)) {
        noteNumber(from, i);
      }
      return;
    }
    int fraction = i;
    if (next == '.') {
      i = someDigits(i + 1);
      next = i < limit ? bytes[i] : 0;
    }
    boolean exponent = next == 'e' || next == 'E';
    if (exponent) {
      int sign = i + 1 < limit ? bytes[i + 1] : 0;
      i = someDigits(sign == '+' || sign == '-' ? i + 2 : i + 1);
    }
    position = i;
    boolean plain =
        !exponent
            && i - first <= JsNumber.EXACT_DIGITS
            && bytes[i - 1] != '0'
            && !(zero && bytes[fraction + 1] == '0');
    if (!plain) {
      noteNumber(from, i);
    }
  }

  private int digits(int from) {
    int i = from;
    while (i < limit && bytes[i] >= '0' && bytes[i] <= '9') {
      i++;
    }
    return i;
  }

  private int someDigits(int from) {
    int to = digits(from);
    if (to == from) {
      throw malformed("expected a digit", from);
    }
    return to;
  }

  private void noteNumber(int from, int to) {
    settled = settled && numbers.isSettled(bytes, from, to);
  }

  private MalformedJsonException malformed(String what, int at) {
    return new MalformedJsonException(what, at - start);
  }
}
