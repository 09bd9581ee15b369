package io.postrider.message;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over JSON text that validates it strictly (RFC 8259, UTF-8, at most {@link
 * MessageLimits#LEVELS} levels) and detects whether it is canonical.
 *
 * <p>Reusable; belongs to one thread. {@link #value} skips a whole value. Objects and arrays can
 * also be entered: {@code for (boolean more = firstMember(); more; more = nextMember()) {…}}, where
 * the body skips the member's value. Invalid JSON throws {@link MalformedJsonException} with the
 * byte position from the start of the text.
 *
 * <p><b>Canonical JSON</b> is what {@code JSON.stringify(JSON.parse(text))} returns: no white
 * space, only the escapes that JavaScript writes, numbers in its form (or verbatim if a double
 * cannot represent them), integer keys first and ascending, no duplicate keys. The scanner sets
 * {@link #canonical} to false at the first difference and never to true: the caller sets it before
 * the range of interest. It may be false for a canonical text (two keys with the same hash), which
 * costs a rewrite without changes; it is never true for another text.
 */
final class JsonScanner {

  static final int OBJECT = 1;
  static final int ARRAY = 2;
  static final int STRING = 3;
  static final int NUMBER = 4;
  static final int TRUE = 5;
  static final int FALSE = 6;
  static final int NULL = 7;

  /** Two words, a quote, a colon and the first byte of a value. */
  private static final int ROOM_FOR_SHORT_KEY = 19;

  private final JsNumber numbers = new JsNumber();
  private final KeyOrder keys = new KeyOrder();
  private byte[] bytes = {};
  private int start;
  private int limit;
  private int position;
  private int depth;
  private int kind;
  private int keyFrom;
  private int keyTo;
  private long keyHead;
  private long keyTail;
  private boolean escaped;

  boolean canonical;

  /** As {@link #canonical}, of the keys alone: their order and spelling, and no duplicates. */
  boolean ordered;

  /** Starts with a new text. */
  void start(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    start = from;
    limit = to;
    position = from;
    depth = 0;
    keys.clear();
    canonical = true;
    ordered = true;
  }

  byte[] bytes() {
    return bytes;
  }

  /** The index of the next byte; after a value, the one that follows it. */
  int position() {
    return position;
  }

  /** The index of the current member's key, after its opening quote. */
  int keyFrom() {
    return keyFrom;
  }

  /** The index of the closing quote of the current member's key. */
  int keyTo() {
    return keyTo;
  }

  /** The field of the current member, or null. */
  @Nullable Field field() {
    return escaped
        ? Field.of(JsonText.decode(bytes, keyFrom, keyTo))
        : Field.of(bytes, keyFrom, keyTo - keyFrom, keyHead, keyTail);
  }

  /** Skips white space, which is not canonical. */
  void skipSpace() {
    position = skipSpace(position);
  }

  /** The next byte, which must exist. */
  int peek() {
    return byteAt(position);
  }

  /** Skips white space and requires the end of the text. */
  void end() {
    skipSpace();
    if (position < limit) {
      throw malformed("something follows its end", position);
    }
  }

  /** Skips the value at the position and returns its kind. */
  int value() {
    position = value(position);
    return kind;
  }

  /**
   * Skips the value at the position if its bytes equal those of an object or array that was scanned
   * before in this text on the same level. Changes neither {@link #canonical} nor {@link #ordered}.
   * Returns false if they differ, or if there was none.
   */
  boolean passSame(int from, int to) {
    int end = position + to - from;
    boolean same =
        to > from
            && end <= limit
            && bytes[end - 1] == bytes[to - 1]
            && Arrays.equals(bytes, from, to, bytes, position, end);
    if (same) {
      position = end;
    }
    return same;
  }

  /** Enters the object at the position; if it has a first member, reads its key. */
  boolean firstMember() {
    int next = firstMember(position);
    position = Math.abs(next);
    return next > 0;
  }

  /** Moves to the next member and reads its key, or leaves the object after its last one. */
  boolean nextMember() {
    int next = nextMember(position);
    position = Math.abs(next);
    return next > 0;
  }

  /** Enters the array at the position; returns whether it has an element. */
  boolean firstElement() {
    int next = firstElement(position);
    position = Math.abs(next);
    return next > 0;
  }

  /** Moves to the next element, or leaves the array after its last one. */
  boolean nextElement() {
    int next = nextElement(position);
    position = Math.abs(next);
    return next > 0;
  }

  // The methods below take the current index and return the next one, so that the compiler keeps it
  // in a register. At the end of an object or array they return it negated; it is never 0, because
  // something was read before.

  private int value(int at) {
    switch (byteAt(at)) {
      case '"' -> {
        kind = STRING;
        return string(at);
      }
      case '{' -> {
        int i = object(at);
        kind = OBJECT;
        return i;
      }
      case '[' -> {
        int i = firstElement(at);
        while (i > 0) {
          i = nextElement(value(i));
        }
        kind = ARRAY;
        return -i;
      }
      case 't' -> kind = literal(at, "true", TRUE);
      case 'f' -> kind = literal(at, "false", FALSE);
      case 'n' -> kind = literal(at, "null", NULL);
      default -> {
        kind = NUMBER;
        return number(at);
      }
    }
    return at + (kind == FALSE ? 5 : 4);
  }

  private int object(int at) {
    byte[] b = bytes;
    int last = limit - 1;
    int i = firstMember(at);
    while (i > 0) {
      i = i <= last && b[i] == '"' ? string(i) : value(i);
      i = i < last && b[i] == ',' && b[i + 1] == '"' ? key(i + 1) : nextMember(i);
    }
    return -i;
  }

  private int byteAt(int at) {
    if (at >= limit) {
      throw malformed("it ends too early", at);
    }
    return bytes[at];
  }

  /** The index of the first byte that is not white space. White space is not canonical. */
  private int skipSpace(int at) {
    int i = at;
    while (i < limit && JsonText.isSpace(bytes[i])) {
      i++;
    }
    if (i > at) {
      canonical = false;
    }
    return i;
  }

  private int firstMember(int at) {
    enter(at);
    keys.open();
    int i = at + 1;
    if (i < limit && bytes[i] == '"') {
      return key(i);
    }
    i = skipSpace(i);
    if (byteAt(i) == '}') {
      keys.close();
      depth--;
      return -(i + 1);
    }
    return key(i);
  }

  private int nextMember(int at) {
    if (at + 1 < limit && bytes[at] == ',' && bytes[at + 1] == '"') {
      return key(at + 1);
    }
    int i = skipSpace(at);
    int next = byteAt(i);
    if (next == ',') {
      return key(skipSpace(i + 1));
    }
    if (next != '}') {
      throw malformed("expected ',' or '}'", i);
    }
    if (!keys.close()) {
      canonical = false;
      ordered = false;
    }
    depth--;
    return -(i + 1);
  }

  private int firstElement(int at) {
    enter(at);
    int i = skipSpace(at + 1);
    if (byteAt(i) == ']') {
      depth--;
      return -(i + 1);
    }
    return i;
  }

  private int nextElement(int at) {
    int i = skipSpace(at);
    int next = byteAt(i);
    if (next == ',') {
      return skipSpace(i + 1);
    }
    if (next != ']') {
      throw malformed("expected ',' or ']'", i);
    }
    depth--;
    return -(i + 1);
  }

  private void enter(int at) {
    if (depth == MessageLimits.LEVELS) {
      throw malformed("more than " + MessageLimits.LEVELS + " levels of objects and arrays", at);
    }
    depth++;
  }

  /**
   * Reads a key and the colon; returns the index of the value. Most keys are plain and shorter than
   * two words: they are hashed from the words read to find their end.
   */
  private int key(int at) {
    byte[] b = bytes;
    int from = at + 1;
    if (from > limit - ROOM_FOR_SHORT_KEY) {
      return anyKey(at);
    }
    long head = JsonText.word(b, from);
    long tail = 0;
    long special = SwarScan.special(head);
    int to = from;
    if (special != 0) {
      to += Long.numberOfTrailingZeros(special) >>> 3;
      head &= SwarScan.before(special);
    } else {
      special = SwarScan.special(JsonText.word(b, from + 8));
      to += 8 + (Long.numberOfTrailingZeros(special) >>> 3);
      tail = JsonText.word(b, to - 8);
    }
    if (b[to] != '"' || b[at] != '"') {
      return anyKey(at);
    }
    escaped = false;
    noteKey(from, to, head, tail);
    return b[to + 1] == ':' && b[to + 2] > ' ' ? to + 2 : colon(to + 1);
  }

  private int anyKey(int at) {
    if (byteAt(at) != '"') {
      throw malformed("expected a key in quotes", at);
    }
    escaped = false;
    int i = string(at);
    int from = at + 1;
    int to = i - 1;
    if (to - from >= 8) {
      noteKey(from, to, JsonText.word(bytes, from), JsonText.word(bytes, to - 8));
    } else {
      noteKey(from, to, JsonText.shortWord(bytes, from, to - from), 0);
    }
    return colon(i);
  }

  private int colon(int at) {
    int i = skipSpace(at);
    if (byteAt(i) != ':') {
      throw malformed("expected ':'", i);
    }
    return skipSpace(i + 1);
  }

  private void noteKey(int from, int to, long head, long tail) {
    keyFrom = from;
    keyTo = to;
    keyHead = head;
    keyTail = tail;
    ordered &= !escaped;
    if ((ordered || canonical) && !keys.note(bytes, from, to, head, tail)) {
      canonical = false;
      ordered = false;
    }
  }

  /** Skips the string whose opening quote is at an index, eight bytes at a time. */
  private int string(int at) {
    byte[] b = bytes;
    int end = limit;
    int i = at + 1;
    while (true) {
      i = SwarScan.skip(b, i, end - 8);
      if (i >= end) {
        throw malformed("a string does not end", at);
      }
      byte c = b[i];
      if (c == '"') {
        return i + 1;
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

  private int escape(int at) {
    escaped = true;
    if (at + 1 >= limit) {
      throw malformed("a string does not end", at);
    }
    return switch (bytes[at + 1]) {
      case '"', '\\', 'b', 'f', 'n', 'r', 't' -> at + 2;
      case '/' -> {
        canonical = false;
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
      canonical = false;
      return next + 6;
    }
    if (canonical && !JsonText.isCanonicalEscape(bytes, at, unit)) {
      canonical = false;
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

  /** Skips characters that are not ASCII. */
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

  private int literal(int at, String text, int kind) {
    int length = text.length();
    for (int i = 1; i < length; i++) {
      if (at + i >= limit || bytes[at + i] != text.charAt(i)) {
        throw malformed("expected a value", at);
      }
    }
    return kind;
  }

  private int number(int from) {
    boolean negative = bytes[from] == '-';
    int first = negative ? from + 1 : from;
    int i = JsonText.digitsEnd(bytes, first, limit);
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
      if (whole > JsNumber.PLAIN_DIGITS || (zero && negative)) {
        canonical = canonical && numbers.isCanonical(bytes, from, i);
      }
      return i;
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
    boolean plain =
        !exponent
            && i - first <= JsNumber.EXACT_DIGITS
            && bytes[i - 1] != '0'
            && !(zero && bytes[fraction + 1] == '0');
    if (!plain) {
      canonical = canonical && numbers.isCanonical(bytes, from, i);
    }
    return i;
  }

  private int someDigits(int from) {
    int to = JsonText.digitsEnd(bytes, from, limit);
    if (to == from) {
      throw malformed("expected a digit", from);
    }
    return to;
  }

  private MalformedJsonException malformed(String what, int at) {
    return new MalformedJsonException(what, at - start);
  }
}
