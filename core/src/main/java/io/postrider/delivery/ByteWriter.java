package io.postrider.delivery;

import java.util.Arrays;

/** Writes a cursor or a failure chunk: variable-length numbers and a checksum at the end. */
final class ByteWriter {

  private static final int MAX_NUMBER_BYTES = 10;

  private byte[] bytes;
  private int length;

  ByteWriter(int expectedBytes) {
    bytes = new byte[Math.max(16, expectedBytes)];
  }

  void octet(int value) {
    room(1);
    bytes[length++] = (byte) value;
  }

  private void room(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, length * 2));
    }
  }

  /** Writes a varint (LEB128); a negative number takes ten bytes. */
  void number(long value) {
    room(MAX_NUMBER_BYTES);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  /** Writes a zigzag varint, for small numbers of either sign. */
  void signed(long value) {
    number((value << 1) ^ (value >> 63));
  }

  void fixed(long value) {
    room(Long.BYTES);
    for (int shift = 56; shift >= 0; shift -= 8) {
      bytes[length++] = (byte) (value >>> shift);
    }
  }

  void array(byte[] value) {
    room(value.length);
    System.arraycopy(value, 0, bytes, length, value.length);
    length += value.length;
  }

  /** Returns the bytes, with the checksum. */
  byte[] finish() {
    int checksum = checksum(bytes, length);
    for (int shift = 24; shift >= 0; shift -= 8) {
      octet(checksum >>> shift);
    }
    return Arrays.copyOf(bytes, length);
  }

  /** 64-bit FNV-1a, folded. Detects corruption and mix-ups, not tampering. */
  static int checksum(byte[] bytes, int length) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < length; i++) {
      hash = (hash ^ (bytes[i] & 0xFF)) * 0x100000001b3L;
    }
    return (int) (hash ^ (hash >>> 32));
  }
}
