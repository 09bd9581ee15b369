package io.postrider.profile;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads and writes stored JSON: one object of texts and lists of texts, with or without white
 * space, as databases return it.
 *
 * <p>A reader belongs to one thread. {@link #next} moves to the next member; the accessors return
 * it then.
 */
final class StoredJson {

  private static final String HEX = "0123456789abcdef";

  private final String json;
  private int at;
  private String key = "";
  private String text = "";
  private List<String> items = List.of();
  private boolean isList;

  StoredJson(String json) {
    this.json = json;
    expect('{');
  }

  /** Moves to the next member; false if there is none. */
  boolean next() {
    if (peek() == '}') {
      return false;
    }
    if (peek() == ',') {
      at++;
    }
    key = string();
    expect(':');
    isList = peek() == '[';
    if (isList) {
      items = list();
    } else {
      text = string();
    }
    return true;
  }

  String key() {
    return key;
  }

  boolean isList() {
    return isList;
  }

  /** The value of a member that is not a list. */
  String text() {
    return text;
  }

  /** The values of a member that is a list. */
  List<String> items() {
    return items;
  }

  /** Appends the member in stored form. */
  void appendTo(StringBuilder out) {
    quote(key, out);
    out.append(':');
    if (!isList) {
      quote(text, out);
      return;
    }
    out.append('[');
    for (int i = 0; i < items.size(); i++) {
      out.append(i == 0 ? "" : ",");
      quote(items.get(i), out);
    }
    out.append(']');
  }

  private List<String> list() {
    List<String> found = new ArrayList<>();
    at++;
    while (peek() != ']') {
      if (peek() == ',') {
        at++;
      }
      found.add(string());
    }
    at++;
    return found;
  }

  private void expect(char wanted) {
    if (peek() != wanted) {
      throw new IllegalArgumentException("not a stored object: at " + at);
    }
    at++;
  }

  /** The next character that is not white space. */
  private char peek() {
    while (at < json.length() && json.charAt(at) <= ' ') {
      at++;
    }
    if (at == json.length()) {
      throw new IllegalArgumentException("not a stored object: it ends");
    }
    return json.charAt(at);
  }

  private String string() {
    expect('"');
    int from = at;
    while (json.charAt(at) != '"') {
      if (json.charAt(at) == '\\') {
        return escapedString(from);
      }
      at++;
    }
    return json.substring(from, at++);
  }

  private String escapedString(int from) {
    StringBuilder out = new StringBuilder().append(json, from, at);
    while (json.charAt(at) != '"') {
      char c = json.charAt(at++);
      if (c != '\\') {
        out.append(c);
        continue;
      }
      char letter = json.charAt(at++);
      switch (letter) {
        case 'b' -> out.append('\b');
        case 'f' -> out.append('\f');
        case 'n' -> out.append('\n');
        case 'r' -> out.append('\r');
        case 't' -> out.append('\t');
        case 'u' -> {
          out.append((char) Integer.parseInt(json, at, at + 4, 16));
          at += 4;
        }
        default -> out.append(letter);
      }
    }
    at++;
    return out.toString();
  }

  /** Appends a quoted text. */
  static void quote(CharSequence text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ') {
        out.append("\\u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }

  /** The UTF-8 length of a text without unpaired surrogates. */
  static int utf8Length(CharSequence text) {
    int length = text.length();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        // a surrogate pair has four bytes, two for each half
        length += c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
      }
    }
    return length;
  }
}
