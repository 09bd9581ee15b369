package io.postrider.client;

import io.postrider.client.json.Ascii;
import io.postrider.client.json.Iso8601;
import java.time.Instant;
import java.util.List;

/** Builds request bodies: the JSON around a batch of messages. */
final class Envelope {
  private static final byte[] START =
      Ascii.bytes(
          "{\"context\":{\"library\":{\"name\":\""
              + Version.NAME
              + "\",\"version\":\""
              + Version.NUMBER
              + "\"}},\"batch\":[");
  private static final byte[] END = Ascii.bytes("]}");

  private Envelope() {}

  /** The number of messages, from the first, that fit into one request: at least one. */
  static int fitting(Iterable<QueuedMessage> messages, int maxMessages) {
    int count = 0;
    int bytes = START.length + END.length;
    for (QueuedMessage message : messages) {
      bytes += message.sentBytes() + (count == 0 ? 0 : 1);
      if (bytes > Limits.BATCH_BYTES || count == maxMessages) {
        break;
      }
      count++;
    }
    return count;
  }

  /** The body of a request, with the time of sending. */
  static byte[] body(List<QueuedMessage> messages, Instant now) {
    byte[] sentAt = Iso8601.millis(now);
    int length = START.length + END.length + messages.size() - 1;
    for (QueuedMessage message : messages) {
      length += message.sentBytes();
    }
    byte[] body = new byte[length];
    int at = put(body, 0, START, START.length);
    for (int i = 0; i < messages.size(); i++) {
      QueuedMessage message = messages.get(i);
      byte[] json = message.bytes();
      if (i > 0) {
        body[at++] = ',';
      }
      if (message.isStamped()) {
        at = put(body, at, json, json.length - 1);
        at = put(body, at, QueuedMessage.SENT_AT, QueuedMessage.SENT_AT.length);
        at = put(body, at, sentAt, sentAt.length);
        at = put(body, at, QueuedMessage.SENT_AT_END, QueuedMessage.SENT_AT_END.length);
      } else {
        at = put(body, at, json, json.length);
      }
    }
    put(body, at, END, END.length);
    return body;
  }

  private static int put(byte[] body, int at, byte[] bytes, int count) {
    System.arraycopy(bytes, 0, body, at, count);
    return at + count;
  }
}
