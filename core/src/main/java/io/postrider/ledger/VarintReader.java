package io.postrider.ledger;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads what {@link VarintWriter} wrote. */
final class VarintReader {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final byte[] bytes;
  private int position;

  VarintReader(ByteBuffer buffer) {
    bytes = new byte[buffer.remaining()];
    buffer.get(buffer.position(), bytes);
  }

  int octet() {
    if (position == bytes.length) {
      throw new LedgerCorruptException("A ledger block ends early.");
    }
    return bytes[position++] & 0xFF;
  }

  long number() {
    // most numbers have one byte
    if (position < bytes.length && bytes[position] >= 0) {
      return bytes[position++];
    }
    return longNumber();
  }

  private long longNumber() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int octet = octet();
      value |= (octet & 0x7FL) << shift;
      if (octet < 0x80) {
        return value;
      }
    }
    throw new LedgerCorruptException("A ledger block has a number of more than 64 bits.");
  }

  /** Reads a number from 0 to a maximum. */
  int atMost(int most, String name) {
    long value = number();
    if (value < 0 || value > most) {
      throw new LedgerCorruptException("A ledger block has " + value + " " + name + ".");
    }
    return (int) value;
  }

  long signed() {
    long value = number();
    return (value >>> 1) ^ -(value & 1);
  }

  long fixed() {
    if (bytes.length - position < Long.BYTES) {
      throw new LedgerCorruptException("A ledger block ends early.");
    }
    long value = (long) LONG.get(bytes, position);
    position += Long.BYTES;
    return value;
  }

  String text() {
    return new String(array(), StandardCharsets.UTF_8);
  }

  byte[] array() {
    int length = atMost(Integer.MAX_VALUE, "bytes");
    if (length > bytes.length - position) {
      throw new LedgerCorruptException("A ledger block ends early.");
    }
    position += length;
    return Arrays.copyOfRange(bytes, position - length, position);
  }

  boolean isAtEnd() {
    return position == bytes.length;
  }
}
