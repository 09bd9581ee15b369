package io.postrider.client;

import io.postrider.client.json.Ascii;
import java.nio.charset.StandardCharsets;

/**
 * A call as it was written down when it was made. Immutable; any thread may read it.
 *
 * <p>{@code sentAt} is not in it: it is the time of each attempt, added while a request is put
 * together, and only for messages that the client stamped. A time that the caller chose travels
 * without it, so that nothing corrects it.
 */
public final class QueuedMessage {
  static final byte[] SENT_AT = Ascii.bytes(",\"sentAt\":\"");
  static final byte[] SENT_AT_END = Ascii.bytes("\"}");

  /** How much longer {@code sentAt} makes a message: its brace is replaced by the member. */
  static final int SENT_AT_BYTES = SENT_AT.length + 24 + SENT_AT_END.length - 1;

  private final String type;
  private final String messageId;
  private final byte[] json;
  private final boolean stamped;

  QueuedMessage(String type, String messageId, byte[] json, boolean stamped) {
    this.type = type;
    this.messageId = messageId;
    this.json = json;
    this.stamped = stamped;
  }

  /**
   * {@code identify}, {@code track}, {@code page}, {@code screen}, {@code group} or {@code alias}.
   */
  public String type() {
    return type;
  }

  /** The id by which the service knows the message: yours, or the one that was made for it. */
  public String messageId() {
    return messageId;
  }

  /** The message as it is sent, but for {@code sentAt}. */
  public String json() {
    return new String(json, StandardCharsets.UTF_8);
  }

  /** The length in a request. */
  int sentBytes() {
    return stamped ? json.length + SENT_AT_BYTES : json.length;
  }

  byte[] bytes() {
    return json;
  }

  boolean isStamped() {
    return stamped;
  }

  @Override
  public String toString() {
    return type + " " + messageId;
  }
}
