package io.postrider.message;

import java.util.Arrays;

/**
 * A growable byte array.
 *
 * <p>Reusable; belongs to one thread. {@link #array} may be replaced when bytes are added.
 */
final class ByteBuilder {

  private byte[] array;
  private int length;

  ByteBuilder(int capacity) {
    array = new byte[capacity];
  }

  byte[] array() {
    return array;
  }

  int length() {
    return length;
  }

  void clear() {
    length = 0;
  }

  void truncate(int length) {
    this.length = length;
  }

  void reserve(int more) {
    if (array.length - length < more) {
      array = Arrays.copyOf(array, Math.max(2 * array.length, length + more));
    }
  }

  /** Skips bytes that are filled in later. */
  void skip(int count) {
    reserve(count);
    length += count;
  }

  void add(int b) {
    reserve(1);
    array[length++] = (byte) b;
  }

  void add(byte[] bytes) {
    add(bytes, 0, bytes.length);
  }

  void add(byte[] bytes, int from, int to) {
    int count = to - from;
    reserve(count);
    System.arraycopy(bytes, from, array, length, count);
    length += count;
  }

  /**
   * Adds bytes up to the first that is not plain, eight at a time; returns its index, or one after
   * {@code lastWord}.
   */
  int addPlain(byte[] bytes, int from, int lastWord) {
    int i = from;
    while (i <= lastWord) {
      reserve(Long.BYTES);
      long word = JsonText.word(bytes, i);
      JsonText.putWord(array, length, word);
      long special = SwarScan.special(word);
      if (special != 0) {
        int plain = Long.numberOfTrailingZeros(special) >>> 3;
        length += plain;
        return i + plain;
      }
      length += Long.BYTES;
      i += Long.BYTES;
    }
    return i;
  }

  /** Adds printable ASCII without escapes, in quotes. */
  void addQuoted(String text) {
    reserve(text.length() + 2);
    array[length++] = '"';
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~' || c == '"' || c == '\\') {
        throw new IllegalArgumentException("not plain text: " + text);
      }
      array[length++] = (byte) c;
    }
    array[length++] = '"';
  }

  /** Adds a code point, or an unpaired surrogate, as canonical JSON writes it in a string. */
  void addEscaped(int point) {
    int letter = JsonText.shortEscape(point);
    if (letter != 0) {
      add('\\');
      add(letter);
    } else if (point < ' '
        || (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE)) {
      add('\\');
      add('u');
      for (int shift = 12; shift >= 0; shift -= 4) {
        add(Character.forDigit(point >> shift & 15, 16));
      }
    } else {
      addCharacter(point);
    }
  }

  /** Adds a code point in UTF-8. */
  void addCharacter(int point) {
    if (point < 0x80) {
      add(point);
    } else if (point < 0x800) {
      add(0xC0 | point >> 6);
      add(0x80 | (point & 0x3F));
    } else if (point < 0x10000) {
      add(0xE0 | point >> 12);
      add(0x80 | (point >> 6 & 0x3F));
      add(0x80 | (point & 0x3F));
    } else {
      add(0xF0 | point >> 18);
      add(0x80 | (point >> 12 & 0x3F));
      add(0x80 | (point >> 6 & 0x3F));
      add(0x80 | (point & 0x3F));
    }
  }
}
