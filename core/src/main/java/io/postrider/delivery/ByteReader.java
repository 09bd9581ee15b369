package io.postrider.delivery;

/** Reads what {@link ByteWriter} wrote, and checks everything. */
final class ByteReader {

  private static final int CHECKSUM_LENGTH = 4;

  private final String what;
  private final byte[] bytes;
  private final int end;
  private int at;

  /**
   * Creates a reader.
   *
   * @param what what the bytes are, for error messages
   * @throws CursorCorruptException if the checksum is wrong
   */
  ByteReader(String what, byte[] bytes) {
    this.what = what;
    this.bytes = bytes;
    this.end = bytes.length - CHECKSUM_LENGTH;
    if (end < 0) {
      throw corrupt("only " + bytes.length + " bytes");
    }
    int expected = ByteWriter.checksum(bytes, end);
    int found = 0;
    for (int i = end; i < bytes.length; i++) {
      found = (found << 8) | (bytes[i] & 0xFF);
    }
    if (found != expected) {
      throw corrupt("wrong checksum");
    }
  }

  CursorCorruptException corrupt(String problem) {
    return new CursorCorruptException(what + " cannot be read: " + problem);
  }

  int octet() {
    if (at == end) {
      throw corrupt("cut short at byte " + at);
    }
    return bytes[at++] & 0xFF;
  }

  long number() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int octet = octet();
      value |= (long) (octet & 0x7F) << shift;
      if (octet < 0x80) {
        return value;
      }
    }
    throw corrupt("a number without end at byte " + at);
  }

  long signed() {
    long value = number();
    return (value >>> 1) ^ -(value & 1);
  }

  /** Reads a number from 0 to a bound. */
  int atMost(int most, String name) {
    long value = number();
    if (value < 0 || value > most) {
      throw corrupt(value + " " + name + ", at most " + most);
    }
    return (int) value;
  }

  /** Reads an offset or a time: a number that is not negative. */
  long natural(String name) {
    long value = number();
    if (value < 0) {
      throw corrupt(name + " " + value);
    }
    return value;
  }

  /** Reads the number of items that follow; each takes at least one byte. */
  int count(String name) {
    return atMost(end - at, name);
  }

  long fixed() {
    long value = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      value = (value << 8) | octet();
    }
    return value;
  }

  byte[] array(int length) {
    if (length > end - at) {
      throw corrupt("cut short at byte " + at);
    }
    byte[] value = new byte[length];
    System.arraycopy(bytes, at, value, 0, length);
    at += length;
    return value;
  }

  void finish() {
    if (at != end) {
      throw corrupt((end - at) + " bytes too many");
    }
  }
}
