package io.postrider.profile;

import java.util.ArrayList;
import java.util.List;

/**
 * The key of a stored value: the keys of its path, joined by points. Pure.
 *
 * <p>ASCII letters, digits, {@code _}, {@code -}, the space and non-ASCII characters except
 * unpaired surrogates stay as they are; any other character is {@code %} and four hexadecimal
 * digits. So a key needs no escaping in a path of any database, and no two paths have the same key.
 */
public final class StoredKey {

  /** Maximum number of keys in a path; deeper values are not stored. */
  public static final int MAX_KEYS = 10;

  private static final char MOMENT = '@';
  private static final char ESCAPE = '%';
  private static final String HEX = "0123456789ABCDEF";

  private StoredKey() {}

  public static String of(List<String> path) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < path.size(); i++) {
      if (i > 0) {
        out.append('.');
      }
      add(path.get(i), out);
    }
    return out.toString();
  }

  public static String of(String name) {
    StringBuilder out = new StringBuilder(name.length() + 8);
    add(name, out);
    return out.toString();
  }

  /** The key of the instant that is stored with a text that is a time. */
  public static String moment(String key) {
    return MOMENT + key;
  }

  /** Whether {@link #moment} created the key. */
  static boolean isMoment(String key) {
    return !key.isEmpty() && key.charAt(0) == MOMENT;
  }

  /** The first part of a stored key, in stored form. */
  static String first(String key) {
    int from = isMoment(key) ? 1 : 0;
    int point = key.indexOf('.');
    return key.substring(from, point < 0 ? key.length() : point);
  }

  static void add(String name, StringBuilder out) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (staysAscii(c) || (c >= 0x80 && !Character.isSurrogate(c))) {
        out.append(c);
      } else if (isPair(name, i)) {
        out.append(c).append(name.charAt(++i));
      } else {
        out.append(ESCAPE);
        for (int shift = 12; shift >= 0; shift -= 4) {
          out.append(HEX.charAt(c >> shift & 15));
        }
      }
    }
  }

  private static boolean isPair(String name, int at) {
    return at + 1 < name.length()
        && Character.isSurrogatePair(name.charAt(at), name.charAt(at + 1));
  }

  private static boolean staysAscii(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '-'
        || c == ' ';
  }

  /**
   * The path of a stored key.
   *
   * @throws IllegalArgumentException if the text is not a stored key
   */
  public static List<String> path(String key) {
    List<String> path = new ArrayList<>();
    for (String part : key.split("\\.", -1)) {
      path.add(name(part));
    }
    return path;
  }

  private static String name(String part) {
    if (part.indexOf(ESCAPE) < 0) {
      return part;
    }
    StringBuilder out = new StringBuilder(part.length());
    for (int i = 0; i < part.length(); i++) {
      if (part.charAt(i) == ESCAPE) {
        out.append((char) Integer.parseInt(part, i + 1, i + 5, 16));
        i += 4;
      } else {
        out.append(part.charAt(i));
      }
    }
    return out.toString();
  }
}
