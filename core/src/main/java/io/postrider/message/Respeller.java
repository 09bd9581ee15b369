package io.postrider.message;

/**
 * Rewrites the tokens of valid JSON as JavaScript writes them: strings with its escapes, numbers in
 * its form, no white space. The order of tokens stays, so the result is canonical JSON if the keys
 * are in order; {@link Canonicalizer} puts them in order.
 *
 * <p>Reusable; belongs to one thread.
 */
final class Respeller {

  private final JsNumber numbers = new JsNumber();

  /** Appends all tokens of a range, which starts and ends between tokens. */
  void tokens(byte[] in, int from, int to, ByteBuilder out) {
    // Only numbers become longer; the room for what follows them is reserved after each.
    out.reserve(to - from + Long.BYTES);
    byte[] array = out.array();
    int length = out.length();
    int lastWord = in.length - Long.BYTES;
    int i = from;
    while (i < to) {
      byte c = in[i];
      if (c == '"') {
        array[length++] = c;
        i++;
        while (i <= lastWord) {
          long word = JsonText.word(in, i);
          JsonText.putWord(array, length, word);
          long special = SwarScan.special(word);
          if (special != 0) {
            int plain = Long.numberOfTrailingZeros(special) >>> 3;
            i += plain;
            length += plain;
            break;
          }
          i += Long.BYTES;
          length += Long.BYTES;
        }
        if (in[i] == '"') {
          array[length++] = '"';
          i++;
        } else {
          out.truncate(length);
          i = rest(in, i, out);
          array = out.array();
          length = out.length();
        }
      } else if (c <= ' ') {
        i++;
      } else if (c == '-' || (c >= '0' && c <= '9')) {
        out.truncate(length);
        i = number(in, i, to, out);
        out.reserve(to - i + Long.BYTES);
        array = out.array();
        length = out.length();
      } else {
        array[length++] = c;
        i++;
      }
    }
    out.truncate(length);
  }

  /** Appends the string whose opening quote is at an index; returns the index after it. */
  int string(byte[] in, int at, ByteBuilder out) {
    out.add('"');
    return rest(in, at + 1, out);
  }

  /** Appends a string from an index inside it; returns the index after it. */
  private static int rest(byte[] in, int from, ByteBuilder out) {
    int lastWord = in.length - Long.BYTES;
    int i = from;
    while (true) {
      i = out.addPlain(in, i, lastWord);
      byte c = in[i];
      if (c == '"') {
        out.add('"');
        return i + 1;
      }
      if (c == '\\') {
        i = escape(in, i, out);
      } else {
        do {
          out.add(in[i++]);
        } while (in[i] < 0);
      }
    }
  }

  private static int escape(byte[] in, int at, ByteBuilder out) {
    int letter = in[at + 1];
    if (letter != 'u') {
      out.addEscaped(JsonText.escapedCharacter(letter));
      return at + 2;
    }
    int unit = JsonText.hex4(in, at + 2);
    int next = at + 6;
    if (Character.isHighSurrogate((char) unit) && in[next] == '\\' && in[next + 1] == 'u') {
      int low = JsonText.hex4(in, next + 2);
      if (Character.isLowSurrogate((char) low)) {
        out.addCharacter(Character.toCodePoint((char) unit, (char) low));
        return next + 6;
      }
    }
    out.addEscaped(unit);
    return next;
  }

  /** Appends the number at an index; returns the index after it. */
  int number(byte[] in, int from, int limit, ByteBuilder out) {
    int first = in[from] == '-' ? from + 1 : from;
    int i = JsonText.digitsEnd(in, first, limit);
    if (i == limit || !isNumberByte(in[i])) {
      boolean negativeZero = first > from && in[first] == '0';
      if (i - first <= JsNumber.PLAIN_DIGITS && !negativeZero) {
        out.add(in, from, i);
        return i;
      }
    }
    while (i < limit && isNumberByte(in[i])) {
      i++;
    }
    int printed = numbers.print(in, from, i);
    if (printed < 0) {
      out.add(in, from, i);
    } else {
      out.add(numbers.text(), 0, printed);
    }
    return i;
  }

  private static boolean isNumberByte(byte b) {
    return (b >= '0' && b <= '9') || b == '-' || b == '+' || b == '.' || b == 'e' || b == 'E';
  }
}
