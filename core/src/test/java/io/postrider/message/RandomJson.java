package io.postrider.message;

import java.util.Locale;
import java.util.Random;

/**
 * Generates valid JSON in every form: white space, escapes, lone surrogates, integer and repeated
 * keys, numbers. Every number survives conversion to a double.
 */
public final class RandomJson {

  private static final String[] KEYS = {
    "a",
    "b",
    "name",
    "0",
    "1",
    "7",
    "10",
    "01",
    "-1",
    "1.5",
    "4294967294",
    "4294967295",
    "",
    "é",
    "__proto__",
    "toString",
    "userId",
    "context"
  };
  private static final String[] SPACES = {" ", "\n", "\t", "\r", "  ", "\r\n "};

  private final Random random;
  private final StringBuilder out = new StringBuilder();
  private final boolean spaced;
  private int budget;

  private RandomJson(Random random) {
    this.random = random;
    this.spaced = random.nextBoolean();
    this.budget = 1 + random.nextInt(60);
  }

  public static String object(Random random) {
    RandomJson json = new RandomJson(random);
    json.object(1 + random.nextInt(8));
    return json.out.toString();
  }

  private void space() {
    if (spaced && random.nextInt(4) == 0) {
      out.append(SPACES[random.nextInt(SPACES.length)]);
    }
  }

  private void value(int depth) {
    budget--;
    int choice = random.nextInt(depth <= 0 || budget < 0 ? 5 : 8);
    switch (choice) {
      case 0 -> out.append(number(random));
      case 1, 2 -> string();
      case 3 -> out.append(random.nextBoolean());
      case 4 -> out.append("null");
      case 5 -> array(depth - 1);
      default -> object(depth - 1);
    }
  }

  private void object(int depth) {
    out.append('{');
    space();
    int count = random.nextInt(random.nextInt(10) == 0 ? 40 : 6);
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        out.append(',');
        space();
      }
      key();
      space();
      out.append(':');
      space();
      value(depth);
      space();
    }
    out.append('}');
  }

  private void key() {
    switch (random.nextInt(4)) {
      case 0 -> string();
      case 1 -> out.append('"').append(random.nextInt(30)).append('"');
      default -> {
        out.append('"');
        KEYS[random.nextInt(KEYS.length)].chars().forEach(c -> unit((char) c, 20));
        out.append('"');
      }
    }
  }

  private void array(int depth) {
    out.append('[');
    space();
    int count = random.nextInt(5);
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        out.append(',');
        space();
      }
      value(depth);
      space();
    }
    out.append(']');
  }

  private void string() {
    out.append('"');
    int length = random.nextInt(12);
    for (int i = 0; i < length; i++) {
      switch (random.nextInt(8)) {
        case 0 -> unit((char) random.nextInt(0x20), 1);
        case 1 -> unit((char) random.nextInt(0x100), 3);
        case 2 -> out.append(escaped((char) (0xD800 + random.nextInt(0x800))));
        case 3 -> {
          for (char c : Character.toChars(0x10000 + random.nextInt(0x100000))) {
            out.append(c);
          }
        }
        case 4 -> {
          for (char c : Character.toChars(0x10000 + random.nextInt(0x100000))) {
            out.append(escaped(c));
          }
        }
        case 5 -> unit((char) random.nextInt(0xD800), 3);
        default -> unit("\"\\/bfnrt<>& \u007f\u2028".charAt(random.nextInt(14)), 4);
      }
    }
    out.append('"');
  }

  /** One UTF-16 unit, plain or escaped. */
  private void unit(char c, int oneIn) {
    boolean mustEscape = c < ' ' || c == '"' || c == '\\';
    if (!mustEscape && random.nextInt(oneIn) != 0) {
      out.append(c);
    } else if ((JsonText.shortEscape(c) != 0 || c == '/') && random.nextBoolean()) {
      out.append('\\').append(c == '/' ? '/' : (char) JsonText.shortEscape(c));
    } else {
      out.append(escaped(c));
    }
  }

  private String escaped(char c) {
    String hex = String.format(Locale.ROOT, random.nextBoolean() ? "%04x" : "%04X", (int) c);
    return "\\u" + hex;
  }

  /** A number that a double represents exactly, in some form. */
  public static String number(Random random) {
    String sign = random.nextInt(3) == 0 ? "-" : "";
    String zeros = "0".repeat(random.nextInt(4));
    return switch (random.nextInt(8)) {
      case 0 -> sign + random.nextInt(1000);
      case 1 -> sign + random.nextLong(1_000_000_000_000_000L);
      case 2 -> sign + random.nextInt(1000) + "." + random.nextInt(10_000) + zeros;
      case 3 -> sign + random.nextInt(100) + "e" + (random.nextInt(60) - 30);
      case 4 -> sign + "0." + zeros + zeros + random.nextInt(10_000) + "E+" + random.nextInt(9);
      case 5 -> sign + (1 + random.nextInt(9)) + "0".repeat(random.nextInt(25));
      case 6 -> Double.toString(random.nextDouble() * Math.pow(10, random.nextInt(60) - 30));
      default -> sign + "0" + (zeros.isEmpty() ? "" : "." + zeros);
    };
  }
}
