package io.postrider.message;

/**
 * A member whose value is a time, formatted once for all messages of a request.
 *
 * <p>Reusable; belongs to one thread.
 */
final class TimestampMember {

  private final byte[] text;
  private final int valueFrom;

  TimestampMember(Field field) {
    byte[] member = field.member();
    valueFrom = member.length;
    text = new byte[valueFrom + Timestamps.LENGTH + 2];
    System.arraycopy(member, 0, text, 0, valueFrom);
    text[valueFrom] = '"';
    text[text.length - 1] = '"';
  }

  void set(long millis) {
    Timestamps.write(millis, text, valueFrom + 1);
  }

  /** Adds the member, with a comma before it unless it is the first. */
  void add(ByteBuilder out, boolean first) {
    out.add(text, first ? 1 : 0, text.length);
  }

  /** Adds the value alone. */
  void addValue(ByteBuilder out) {
    out.add(text, valueFrom, text.length);
  }
}
