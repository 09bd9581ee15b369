package io.postrider.message;

/**
 * Walks the members of an object in a record's JSON, in their order.
 *
 * <p>Belongs to one thread. Relies on the settled spelling: no white space, every key once, and no
 * escapes but those that are needed.
 */
public final class SettledMembers {

  private final RecordView record;
  private final int end;
  private int next;
  private int keyFrom;
  private int keyTo;
  private int valueTo;

  private SettledMembers(RecordView record, int from, int to) {
    this.record = record;
    this.next = from + 1;
    this.end = to - 1;
  }

  /** The members of the object that lies between two indexes of the record's buffer. */
  public static SettledMembers of(RecordView record, int from, int to) {
    return new SettledMembers(record, from, to);
  }

  /** The members of the message itself. */
  public static SettledMembers of(RecordView record) {
    return of(record, record.jsonFrom(), record.jsonTo());
  }

  /** Goes on to the next member; false if there is none. */
  public boolean next() {
    if (next >= end) {
      return false;
    }
    keyFrom = next + 1;
    int afterKey = afterText(next);
    keyTo = afterKey - 1;
    valueTo = afterValue(afterKey + 1);
    next = valueTo + 1;
    return true;
  }

  /** Where the member starts: its key's opening quote. */
  public int from() {
    return keyFrom - 1;
  }

  /** Where the member ends, before the comma. */
  public int to() {
    return valueTo;
  }

  /** Where the member's value starts. */
  public int valueFrom() {
    return keyTo + 2;
  }

  /** Whether the key is this text, which has no character that would be escaped. */
  public boolean keyIs(byte[] text) {
    if (keyTo - keyFrom != text.length) {
      return false;
    }
    for (int i = 0; i < text.length; i++) {
      if (record.at(keyFrom + i) != text[i]) {
        return false;
      }
    }
    return true;
  }

  /** Whether the key is an integer that JavaScript puts before all other keys. */
  public boolean keyIsIndex() {
    int length = keyTo - keyFrom;
    if (length == 0 || length > 10 || (length > 1 && record.at(keyFrom) == '0')) {
      return false;
    }
    long value = 0;
    for (int i = keyFrom; i < keyTo; i++) {
      int digit = record.at(i) - '0';
      if (digit < 0 || digit > 9) {
        return false;
      }
      value = value * 10 + digit;
    }
    return value <= JsonText.LAST_INTEGER_KEY;
  }

  private int afterValue(int from) {
    byte first = record.at(from);
    if (first == '"') {
      return afterText(from);
    }
    if (first == '{' || first == '[') {
      return afterNested(from);
    }
    int at = from;
    while (at < end && record.at(at) != ',') {
      at++;
    }
    return at;
  }

  private int afterNested(int from) {
    int depth = 0;
    int at = from;
    do {
      byte b = record.at(at);
      if (b == '"') {
        at = afterText(at);
        continue;
      }
      if (b == '{' || b == '[') {
        depth++;
      } else if (b == '}' || b == ']') {
        depth--;
      }
      at++;
    } while (depth > 0);
    return at;
  }

  private int afterText(int from) {
    int at = from + 1;
    byte b = record.at(at);
    while (b != '"') {
      at += b == '\\' ? 2 : 1;
      b = record.at(at);
    }
    return at + 1;
  }
}
