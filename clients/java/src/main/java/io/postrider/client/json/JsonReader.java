package io.postrider.client.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parses JSON into maps, lists, strings, doubles, booleans and nulls. For the service's responses,
 * which are short. Throws {@link JsonException} for any text that is not JSON.
 */
public final class JsonReader {
  private static final int MAX_DEPTH = 64;

  private final String text;
  private int at;
  private int depth;

  private JsonReader(String text) {
    this.text = text;
  }

  /** Parses a JSON text. */
  public static @Nullable Object parse(String text) {
    JsonReader reader = new JsonReader(text);
    Object value = reader.value();
    reader.space();
    if (reader.at < text.length()) {
      throw reader.unexpected();
    }
    return value;
  }

  private @Nullable Object value() {
    space();
    char c = peek();
    switch (c) {
      case '{':
        return object();
      case '[':
        return array();
      case '"':
        return string();
      case 't':
        return word("true", true);
      case 'f':
        return word("false", false);
      case 'n':
        return word("null", null);
      default:
        return number();
    }
  }

  private Map<String, @Nullable Object> object() {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    enter();
    if (!ends('}')) {
      do {
        space();
        if (peek() != '"') {
          throw unexpected();
        }
        String name = string();
        space();
        expect(':');
        members.put(name, value());
      } while (hasMore('}'));
    }
    depth--;
    return members;
  }

  private List<@Nullable Object> array() {
    List<@Nullable Object> elements = new ArrayList<>();
    enter();
    if (!ends(']')) {
      do {
        elements.add(value());
      } while (hasMore(']'));
    }
    depth--;
    return elements;
  }

  private void enter() {
    at++;
    if (++depth > MAX_DEPTH) {
      throw unexpected();
    }
  }

  private boolean ends(char end) {
    space();
    if (peek() != end) {
      return false;
    }
    at++;
    return true;
  }

  private boolean hasMore(char end) {
    space();
    char c = next();
    if (c != ',' && c != end) {
      at--;
      throw unexpected();
    }
    return c == ',';
  }

  private String string() {
    StringBuilder string = new StringBuilder();
    at++;
    for (char c = next(); c != '"'; c = next()) {
      if (c < ' ') {
        at--;
        throw unexpected();
      }
      string.append(c == '\\' ? escaped() : c);
    }
    return string.toString();
  }

  private char escaped() {
    char c = next();
    switch (c) {
      case '"':
      case '\\':
      case '/':
        return c;
      case 'b':
        return '\b';
      case 'f':
        return '\f';
      case 'n':
        return '\n';
      case 'r':
        return '\r';
      case 't':
        return '\t';
      case 'u':
        return unicode();
      default:
        at--;
        throw unexpected();
    }
  }

  private char unicode() {
    int code = 0;
    for (int i = 0; i < 4; i++) {
      int digit = Character.digit(peek(), 16);
      if (digit < 0 || peek() > 'f') {
        throw unexpected();
      }
      code = code << 4 | digit;
      at++;
    }
    return (char) code;
  }

  private @Nullable Object word(String word, @Nullable Object value) {
    if (!text.startsWith(word, at)) {
      throw unexpected();
    }
    at += word.length();
    return value;
  }

  private Double number() {
    int from = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    String number = text.substring(from, at);
    if (!number.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?")) {
      at = from;
      throw unexpected();
    }
    return Double.valueOf(number);
  }

  private void space() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private void expect(char expected) {
    if (peek() != expected) {
      throw unexpected();
    }
    at++;
  }

  private char next() {
    char c = peek();
    at++;
    return c;
  }

  private char peek() {
    if (at >= text.length()) {
      throw unexpected();
    }
    return text.charAt(at);
  }

  private JsonException unexpected() {
    return new JsonException("Not JSON at character " + at + ".");
  }
}
