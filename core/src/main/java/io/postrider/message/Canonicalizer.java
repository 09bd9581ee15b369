package io.postrider.message;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Writes valid JSON again in the settled spelling that {@link JsonScanner} describes.
 *
 * <p>Reusable; belongs to one thread. There is no tree: members are written in the order they come,
 * and only where an object turns out to repeat a key or to have its integer keys elsewhere than in
 * front is its stretch of the output put into order. A stretch is moved at most once for each level
 * around it. The output is at most 4.4 times as long as the input ({@code 1e20,} being the worst),
 * so the limits on the input bound it.
 */
final class Canonicalizer {

  /** Up to this many keys, comparing all pairs is cheaper than sorting. */
  private static final int FEW_KEYS = 12;

  private static final byte[] HEX = {
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
  };

  private final JsNumber numbers = new JsNumber();
  private final ByteBuilder moved = new ByteBuilder(256);

  // The members of all open objects, in the output: where each starts, where its key ends (behind
  // the closing quote) and where it ends. Those of an inner object lie above those of the outer.
  private int[] starts = new int[64];
  private int[] keyEnds = new int[64];
  private int[] ends = new int[64];
  private int members;

  private byte[] in = {};
  private int position;
  private ByteBuilder out = moved;

  /** Adds the value of a stretch of valid JSON, without white space around it, to an output. */
  void write(byte[] bytes, int from, ByteBuilder out) {
    this.in = bytes;
    this.position = from;
    this.out = out;
    members = 0;
    value();
  }

  private void value() {
    switch (in[position]) {
      case '"' -> string();
      case '{' -> object();
      case '[' -> array();
      case 't', 'n' -> literal(4);
      case 'f' -> literal(5);
      default -> number();
    }
  }

  private void literal(int length) {
    out.add(in, position, position + length);
    position += length;
  }

  private void number() {
    int from = position;
    while (position < in.length && isNumberByte(in[position])) {
      position++;
    }
    int printed = numbers.print(in, from, position);
    if (printed < 0) {
      out.add(in, from, position);
    } else {
      out.add(numbers.text(), 0, printed);
    }
  }

  private static boolean isNumberByte(byte b) {
    return (b >= '0' && b <= '9') || b == '-' || b == '+' || b == '.' || b == 'e' || b == 'E';
  }

  private void skipSpace() {
    while (JsonText.isSpace(in[position])) {
      position++;
    }
  }

  private void array() {
    out.add('[');
    position++;
    skipSpace();
    while (in[position] != ']') {
      if (in[position] == ',') {
        out.add(',');
        position++;
        skipSpace();
      }
      value();
      skipSpace();
    }
    position++;
    out.add(']');
  }

  private void object() {
    int base = members;
    boolean ordered = true;
    long lastInteger = -1;
    out.add('{');
    position++;
    skipSpace();
    while (in[position] != '}') {
      if (in[position] == ',') {
        out.add(',');
        position++;
        skipSpace();
      }
      int member = open();
      string();
      keyEnds[member] = out.length();
      long integer = JsonText.integerKey(out.array(), starts[member] + 1, keyEnds[member] - 1);
      ordered &= integer < 0 || integer > lastInteger;
      lastInteger = integer < 0 ? Long.MAX_VALUE : integer;
      skipSpace();
      position++;
      out.add(':');
      skipSpace();
      value();
      ends[member] = out.length();
      skipSpace();
    }
    position++;
    if (members - base > 1 && (!ordered || repeats(base))) {
      putInOrder(base);
    }
    members = base;
    out.add('}');
  }

  private int open() {
    if (members == starts.length) {
      starts = Arrays.copyOf(starts, 2 * members);
      keyEnds = Arrays.copyOf(keyEnds, 2 * members);
      ends = Arrays.copyOf(ends, 2 * members);
    }
    starts[members] = out.length();
    return members++;
  }

  private boolean repeats(int base) {
    if (members - base > FEW_KEYS) {
      Integer[] byKey = sorted(base);
      for (int i = 1; i < byKey.length; i++) {
        if (compareKeys(byKey[i - 1], byKey[i]) == 0) {
          return true;
        }
      }
      return false;
    }
    for (int i = base + 1; i < members; i++) {
      for (int j = base; j < i; j++) {
        if (compareKeys(i, j) == 0) {
          return true;
        }
      }
    }
    return false;
  }

  /** The members from one on, by key, those with the same key in the order they came. */
  private Integer[] sorted(int base) {
    Integer[] order = new Integer[members - base];
    for (int i = 0; i < order.length; i++) {
      order[i] = base + i;
    }
    Arrays.sort(order, this::compareKeys);
    return order;
  }

  private int compareKeys(int a, int b) {
    byte[] bytes = out.array();
    return Arrays.compareUnsigned(bytes, starts[a], keyEnds[a], bytes, starts[b], keyEnds[b]);
  }

  /** Puts the members from one on, which end the output, into their settled order. */
  private void putInOrder(int base) {
    // For each place in order of arrival the member that is to stand there: the last one of its
    // key, at the place of the first. All other places stay empty.
    int[] places = new int[members - base];
    Arrays.fill(places, -1);
    Integer[] byKey = sorted(base);
    for (int i = 0; i < byKey.length; ) {
      int first = byKey[i];
      int last = first;
      for (i++; i < byKey.length && compareKeys(first, byKey[i]) == 0; i++) {
        last = byKey[i];
      }
      places[first - base] = last;
    }
    int start = starts[base];
    moved.clear();
    moved.add(out.array(), start, out.length());
    Integer[] kept = Arrays.stream(places).filter(p -> p >= 0).boxed().toArray(Integer[]::new);
    long[] integers = new long[members - base];
    for (int member : kept) {
      long integer =
          JsonText.integerKey(
              moved.array(), starts[member] + 1 - start, keyEnds[member] - 1 - start);
      integers[member - base] = integer < 0 ? Long.MAX_VALUE : integer;
    }
    Arrays.sort(kept, Comparator.comparingLong(member -> integers[member - base]));
    out.truncate(start);
    for (int member : kept) {
      if (out.length() > start) {
        out.add(',');
      }
      out.add(moved.array(), starts[member] - start, ends[member] - start);
    }
  }

  private void string() {
    out.add('"');
    int copied = ++position;
    while (true) {
      position = SwarScan.skip(in, position, in.length - 8);
      if (in[position] == '"') {
        break;
      }
      if (in[position] != '\\') {
        position++;
        continue;
      }
      out.add(in, copied, position);
      escape();
      copied = position;
    }
    out.add(in, copied, position);
    out.add('"');
    position++;
  }

  private void escape() {
    int letter = in[position + 1];
    if (letter != 'u') {
      position += 2;
      character(JsonText.escapedCharacter(letter));
      return;
    }
    int unit = JsonText.hex4(in, position + 2);
    position += 6;
    if (Character.isHighSurrogate((char) unit) && in[position] == '\\' && in[position + 1] == 'u') {
      int low = JsonText.hex4(in, position + 2);
      if (Character.isLowSurrogate((char) low)) {
        position += 6;
        out.addCharacter(Character.toCodePoint((char) unit, (char) low));
        return;
      }
    }
    character(unit);
  }

  private void character(int unit) {
    int letter = JsonText.shortEscape(unit);
    if (letter != 0) {
      out.add('\\');
      out.add(letter);
    } else if (unit < ' ' || Character.isSurrogate((char) unit)) {
      out.add('\\');
      out.add('u');
      for (int shift = 12; shift >= 0; shift -= 4) {
        out.add(HEX[unit >> shift & 15]);
      }
    } else {
      out.addCharacter(unit);
    }
  }
}
