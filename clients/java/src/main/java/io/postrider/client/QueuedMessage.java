package io.postrider.client;

import io.postrider.client.json.Ascii;
import java.nio.charset.StandardCharsets;

/**
 * An encoded message. Immutable; any thread may read it.
 *
 * <p>It does not contain {@code sentAt}. Each attempt adds that, and only to messages with a
 * timestamp of the client. A timestamp of the caller is sent without it, so that the service does
 * not correct it.
 */
public final class QueuedMessage {
  static final byte[] SENT_AT = Ascii.bytes(",\"sentAt\":\"");
  static final byte[] SENT_AT_END = Ascii.bytes("\"}");

  /** The bytes that {@code sentAt} adds to a message; it replaces the closing brace. */
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

  /** The message ID: the caller's, or a generated one. */
  public String messageId() {
    return messageId;
  }

  /** The message as sent, without {@code sentAt}. */
  public String json() {
    return new String(json, StandardCharsets.UTF_8);
  }

  /** The length in a request, in bytes. */
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
