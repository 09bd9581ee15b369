package io.postrider.webhook;

import io.postrider.message.Field;
import io.postrider.message.RecordView;

/** Builds a body of known length from ranges of a record. */
final class PayloadBuilder {

  private final RecordView record;
  private final byte[] bytes;
  private int length;

  PayloadBuilder(RecordView record, int length) {
    this.record = record;
    this.bytes = new byte[length];
  }

  void add(byte[] text) {
    System.arraycopy(text, 0, bytes, length, text.length);
    length += text.length;
  }

  void add(byte text) {
    bytes[length++] = text;
  }

  void add(int from, int to) {
    record.copy(from, to, bytes, length);
    length += to - from;
  }

  /** Adds the value of a field with this length. */
  void add(Field field, int valueLength) {
    record.copyValue(field, bytes, length);
    length += valueLength;
  }

  /** The body, which must be complete. */
  byte[] bytes() {
    if (length != bytes.length) {
      throw new IllegalStateException("a body of " + length + " bytes instead of " + bytes.length);
    }
    return bytes;
  }
}
