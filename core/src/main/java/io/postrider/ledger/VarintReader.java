package io.postrider.ledger;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reads what {@link VarintWriter} wrote. */
final class VarintReader {

  private final ByteBuffer bytes;

  VarintReader(ByteBuffer bytes) {
    this.bytes = bytes;
  }

  int octet() {
    if (!bytes.hasRemaining()) {
      throw new LedgerCorruptException("A ledger block ends early.");
    }
    return bytes.get() & 0xFF;
  }

  long number() {
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
    if (bytes.remaining() < Long.BYTES) {
      throw new LedgerCorruptException("A ledger block ends early.");
    }
    return bytes.getLong();
  }

  String text() {
    return new String(array(), StandardCharsets.UTF_8);
  }

  byte[] array() {
    int length = atMost(Integer.MAX_VALUE, "bytes");
    if (length > bytes.remaining()) {
      throw new LedgerCorruptException("A ledger block ends early.");
    }
    byte[] array = new byte[length];
    bytes.get(array);
    return array;
  }

  boolean isAtEnd() {
    return !bytes.hasRemaining();
  }
}
