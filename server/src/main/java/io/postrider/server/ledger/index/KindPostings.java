package io.postrider.server.ledger.index;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The numbers of entries of one kind, by block and minute. Belongs to one thread while it grows.
 */
final class KindPostings {

  private static final int FIELDS = 3;

  private int[] values = new int[FIELDS];
  private int length;
  private long total;

  /** Adds an entry; blocks never go back. */
  void add(int block, int minute) {
    for (int i = length - FIELDS; i >= 0 && values[i] == block; i -= FIELDS) {
      if (values[i + 1] == minute) {
        values[i + 2]++;
        total++;
        return;
      }
    }
    add(block, minute, 1);
  }

  void add(int block, int minute, int count) {
    if (length == values.length) {
      values = Arrays.copyOf(values, length * 2);
    }
    values[length++] = block;
    values[length++] = minute;
    values[length++] = count;
    total += count;
  }

  long total() {
    return total;
  }

  void visit(Visitor visitor) {
    for (int i = 0; i < length; i += FIELDS) {
      visitor.posting(values[i], values[i + 1], values[i + 2]);
    }
  }

  void write(RunBytes out) {
    int block = 0;
    int minute = 0;
    for (int i = 0; i < length; i += FIELDS) {
      out.number(values[i] - block);
      out.signed(values[i + 1] - minute);
      out.number(values[i + 2]);
      block = values[i];
      minute = values[i + 1];
    }
  }

  /** Visits written postings. */
  static void read(ByteBuffer in, Visitor visitor) {
    int block = 0;
    int minute = 0;
    while (in.hasRemaining()) {
      block += RunBytes.readInt(in);
      minute += (int) RunBytes.readSigned(in);
      visitor.posting(block, minute, RunBytes.readInt(in));
    }
  }

  /** Takes postings in the order of blocks. */
  @FunctionalInterface
  interface Visitor {
    void posting(int block, int minute, int count);
  }
}
