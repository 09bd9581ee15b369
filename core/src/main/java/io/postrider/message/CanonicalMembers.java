package io.postrider.message;

import java.nio.ByteBuffer;

/**
 * Iterates over the members of an object in canonical JSON.
 *
 * <p>Belongs to one thread.
 */
public final class CanonicalMembers {

  private final ByteBuffer json;
  private final int end;
  private int next;
  private int keyFrom;
  private int keyTo;
  private int valueTo;

  private CanonicalMembers(ByteBuffer json, int from, int to) {
    this.json = json;
    this.next = from + 1;
    this.end = to - 1;
  }

  /** The members of the object in a range of a buffer. */
  public static CanonicalMembers of(ByteBuffer json, int from, int to) {
    return new CanonicalMembers(json, from, to);
  }

  public static CanonicalMembers of(RecordView record, int from, int to) {
    return of(record.buffer(), from, to);
  }

  /** Moves to the next member; false if there is none. */
  public boolean next() {
    if (next >= end) {
      return false;
    }
    keyFrom = next + 1;
    int afterKey = CanonicalJson.afterText(json, next);
    keyTo = afterKey - 1;
    valueTo = CanonicalJson.afterValue(json, afterKey + 1, end);
    next = valueTo + 1;
    return true;
  }

  /** The start of the member: its key's opening quote. */
  public int from() {
    return keyFrom - 1;
  }

  /** The end of the member, before the comma. */
  public int to() {
    return valueTo;
  }

  public int valueFrom() {
    return keyTo + 2;
  }

  public CanonicalValue value() {
    return new CanonicalValue(json, valueFrom(), valueTo);
  }

  public String key() {
    byte[] content = new byte[keyTo - keyFrom];
    json.get(keyFrom, content);
    return JsonText.decode(content, 0, content.length);
  }

  /** Whether the key has these {@link CanonicalJson#stringBytes}. */
  public boolean keyIs(byte[] stringBytes) {
    if (keyTo - keyFrom != stringBytes.length) {
      return false;
    }
    for (int i = 0; i < stringBytes.length; i++) {
      if (json.get(keyFrom + i) != stringBytes[i]) {
        return false;
      }
    }
    return true;
  }

  /** Whether the key is a text. Decodes the key only where the text is not plain ASCII. */
  public boolean keyIs(String text) {
    if (keyTo - keyFrom < text.length()) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~' || c == '"' || c == '\\') {
        return key().equals(text);
      }
      if (json.get(keyFrom + i) != c) {
        return false;
      }
    }
    return keyTo - keyFrom == text.length();
  }

  /** Whether the key starts with a text of plain ASCII. */
  public boolean keyStartsWith(String plain) {
    if (keyTo - keyFrom < plain.length()) {
      return false;
    }
    for (int i = 0; i < plain.length(); i++) {
      if (json.get(keyFrom + i) != plain.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Whether the key is an integer that JavaScript orders before all other keys. */
  public boolean keyIsIndex() {
    int length = keyTo - keyFrom;
    if (length == 0 || length > 10 || (length > 1 && json.get(keyFrom) == '0')) {
      return false;
    }
    long value = 0;
    for (int i = keyFrom; i < keyTo; i++) {
      int digit = json.get(i) - '0';
      if (digit < 0 || digit > 9) {
        return false;
      }
      value = value * 10 + digit;
    }
    return value <= JsonText.LAST_INTEGER_KEY;
  }
}
