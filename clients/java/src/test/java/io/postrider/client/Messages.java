package io.postrider.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Creates queued messages. */
final class Messages {
  private Messages() {}

  static QueuedMessage encoded(Message<?> message) {
    return new Encoder(new MessageIds(new Random(1))).encode(message, FakeTime.START);
  }

  /** A small message with an ID. */
  static QueuedMessage message(String id) {
    return encoded(new Track("E").userId("u").messageId(id));
  }

  /** Messages called m0, m1 and so on. */
  static List<QueuedMessage> messages(int count) {
    List<QueuedMessage> messages = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      messages.add(message("m" + i));
    }
    return messages;
  }

  /** A message that has an exact number of bytes as sent. */
  static Track ofBytes(int bytes) {
    Track track = new Track("E").userId("u").messageId("sized").property("x", "");
    int more = bytes - encoded(track).sentBytes();
    return track.property("x", "x".repeat(more));
  }
}
