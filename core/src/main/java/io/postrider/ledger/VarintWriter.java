package io.postrider.ledger;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Appends numbers of variable length, texts and bytes to an array that grows. */
final class VarintWriter {

  private byte[] bytes;
  private int length;

  VarintWriter(int firstBytes) {
    bytes = new byte[firstBytes];
  }

  int length() {
    return length;
  }

  void octet(int value) {
    room(1);
    bytes[length++] = (byte) value;
  }

  /** Writes a number, negative ones in ten bytes. */
  void number(long value) {
    room(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  /** Writes a number that is near zero, of either sign. */
  void signed(long value) {
    number((value << 1) ^ (value >> 63));
  }

  void fixed(long value) {
    room(Long.BYTES);
    for (int shift = 56; shift >= 0; shift -= 8) {
      bytes[length++] = (byte) (value >>> shift);
    }
  }

  void text(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    array(utf8, utf8.length);
  }

  /** Writes the first bytes of an array, after their number. */
  void array(byte[] array, int count) {
    number(count);
    room(count);
    System.arraycopy(array, 0, bytes, length, count);
    length += count;
  }

  /** These bytes and those of others, in one array. */
  byte[] joined(VarintWriter... others) {
    int all = length;
    for (VarintWriter other : others) {
      all += other.length;
    }
    byte[] joined = Arrays.copyOf(bytes, all);
    int at = length;
    for (VarintWriter other : others) {
      System.arraycopy(other.bytes, 0, joined, at, other.length);
      at += other.length;
    }
    return joined;
  }

  private void room(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }
}
