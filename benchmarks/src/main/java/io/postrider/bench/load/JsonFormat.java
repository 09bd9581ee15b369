package io.postrider.bench.load;

import java.util.List;

/** The JSON format of an event; the values are the same. */
public enum JsonFormat {
  /** As JSON.stringify writes it: nothing for the product to normalize. */
  COMPACT,
  /** The same, but no two users send the same {@code context}. */
  VARIED,
  /** As Python's json.dumps writes it: spaces, escaped letters, floats with {@code .0}. */
  PYTHON;

  private static final String COMPACT_EVENT =
      """
      {"type":"track","event":"Order Completed","userId":"%s",\
      "properties":{"orderId":"50314b8e9bcf","total":20,"tax":1.75,"currency":"EUR",\
      "city":"Köln","coupon":"autumn","products":2},\
      "context":{"library":{"name":"analytics-node","version":"2.3.0"},"locale":"de-DE",\
      "timezone":"Europe/Berlin","page":{"path":"/checkout","url":"https://shop.example/checkout",\
      "title":"Checkout"}},\
      "messageId":"%s","timestamp":"%s"%s}\
      """;

  /** A single track call of about 500 bytes. */
  String single(String user, String messageId, String time) {
    String sentAt = ",\"sentAt\":\"" + time + "\"";
    return inFormat(COMPACT_EVENT.formatted(user, messageId, time, sentAt), user);
  }

  /** The same as part of a batch, without {@code sentAt}. */
  String item(String user, String messageId, String time) {
    return inFormat(COMPACT_EVENT.formatted(user, messageId, time, ""), user);
  }

  /** A batch of items in this format. */
  String batch(List<String> items, String time) {
    return switch (this) {
      case COMPACT, VARIED ->
          "{\"batch\":[" + String.join(",", items) + "],\"sentAt\":\"" + time + "\"}";
      case PYTHON ->
          "{\"batch\": [" + String.join(", ", items) + "], \"sentAt\": \"" + time + "\"}";
    };
  }

  private String inFormat(String compact, String user) {
    return switch (this) {
      case COMPACT -> compact;
      case VARIED -> varied(compact, user);
      case PYTHON -> python(compact);
    };
  }

  /** Begins and ends the context with what differs from user to user. */
  private static String varied(String compact, String user) {
    return compact
        .replace("\"name\":\"analytics-node\"", "\"name\":\"node-%s\"".formatted(user))
        .replace("/checkout\"", "/%s\"".formatted(user))
        .replace("\"title\":\"Checkout\"", "\"title\":\"%s\"".formatted(user));
  }

  private static String python(String compact) {
    return compact
        .replace("\":", "\": ")
        .replace(",\"", ", \"")
        .replace("\"total\": 20,", "\"total\": 20.0,")
        .replace("ö", "\\u00f6");
  }
}
