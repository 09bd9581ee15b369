package io.postrider.server.ledger.index;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Bytes of a run file that grow, and the counterpart that reads them. Reading damaged bytes ends in
 * a {@link RuntimeException} and allocates no more than they have.
 */
final class RunBytes {

  private byte[] bytes = new byte[256];
  private int length;

  int length() {
    return length;
  }

  void clear() {
    length = 0;
  }

  /** The bytes, until the next change. */
  ByteBuffer view() {
    return ByteBuffer.wrap(bytes, 0, length);
  }

  int checksum() {
    return checksum(view());
  }

  static int checksum(ByteBuffer view) {
    CRC32C crc = new CRC32C();
    crc.update(view.duplicate());
    return (int) crc.getValue();
  }

  void octet(int value) {
    room(1);
    bytes[length++] = (byte) value;
  }

  void number(long value) {
    room(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  void signed(long value) {
    number((value << 1) ^ (value >> 63));
  }

  void fixedInt(int value) {
    room(Integer.BYTES);
    ByteBuffer.wrap(bytes).putInt(length, value);
    length += Integer.BYTES;
  }

  void fixedLong(long value) {
    room(Long.BYTES);
    ByteBuffer.wrap(bytes).putLong(length, value);
    length += Long.BYTES;
  }

  void text(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    number(utf8.length);
    room(utf8.length);
    System.arraycopy(utf8, 0, bytes, length, utf8.length);
    length += utf8.length;
  }

  void append(RunBytes other) {
    room(other.length);
    System.arraycopy(other.bytes, 0, bytes, length, other.length);
    length += other.length;
  }

  private void room(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }

  static long readNumber(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int octet = in.get();
      value |= (octet & 0x7FL) << shift;
      if (octet >= 0) {
        return value;
      }
    }
    throw new ArithmeticException("a number of more than 64 bits");
  }

  static int readInt(ByteBuffer in) {
    return Math.toIntExact(readNumber(in));
  }

  /** Reads the number of things that take at least a byte each. */
  static int readCount(ByteBuffer in) {
    int count = readInt(in);
    if (count < 0 || count > in.remaining()) {
      throw new ArithmeticException("a count of " + count);
    }
    return count;
  }

  static long readSigned(ByteBuffer in) {
    long value = readNumber(in);
    return (value >>> 1) ^ -(value & 1);
  }

  static String readText(ByteBuffer in) {
    byte[] utf8 = new byte[readCount(in)];
    in.get(utf8);
    return new String(utf8, StandardCharsets.UTF_8);
  }
}
