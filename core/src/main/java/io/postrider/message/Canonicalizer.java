package io.postrider.message;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Rewrites valid JSON as canonical JSON, which {@link JsonScanner} defines.
 *
 * <p>Reusable; belongs to one thread. It builds no tree: it writes members in input order, and
 * reorders the output of an object only if a key is repeated or an integer key is not in front.
 * Bytes move at most once per nesting level. The output is at most 4.4 times as long as the input
 * ({@code 1e20,} is the worst case), so the input limits bound it.
 */
final class Canonicalizer {

  /** Up to this many keys, comparing all pairs is cheaper than sorting. */
  private static final int FEW_KEYS = 12;

  private final Respeller respeller = new Respeller();
  private final ByteBuilder moved = new ByteBuilder(256);

  // The members of all open objects in the output: start, end of the key (after the closing quote)
  // and end. The members of an inner object follow those of the outer.
  private int[] starts = new int[64];
  private int[] keyEnds = new int[64];
  private int[] ends = new int[64];
  private int members;

  private byte[] in = {};
  private int position;
  private ByteBuilder out = moved;

  /** Appends a valid JSON value without surrounding white space to the output. */
  void write(byte[] bytes, int from, ByteBuilder out) {
    this.in = bytes;
    this.position = from;
    this.out = out;
    members = 0;
    value();
  }

  private void value() {
    switch (in[position]) {
      case '"' -> position = respeller.string(in, position, out);
      case '{' -> object();
      case '[' -> array();
      case 't', 'n' -> literal(4);
      case 'f' -> literal(5);
      default -> position = respeller.number(in, position, in.length, out);
    }
  }

  private void literal(int length) {
    out.add(in, position, position + length);
    position += length;
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
      position = respeller.string(in, position, out);
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

  /** The members from an index on, sorted by key; equal keys stay in input order. */
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

  /** Puts the members from an index on, which end the output, into canonical order. */
  private void putInOrder(int base) {
    // For each input position, the member to write there: the last one with its key, at the
    // position of the first. All other positions stay empty.
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
}
