package io.postrider.bench.load;

import java.util.List;

/** How the JSON of an event is spelled; the values are the same. */
public enum Spelling {
  /** As JSON.stringify writes it: nothing for the product to respell. */
  COMPACT,
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

  /** A track call of about 500 bytes that stands for itself. */
  String single(String user, String messageId, String time) {
    return spelled(COMPACT_EVENT.formatted(user, messageId, time, ",\"sentAt\":\"" + time + "\""));
  }

  /** The same as part of a batch, which says once for all when it was sent. */
  String item(String user, String messageId, String time) {
    return spelled(COMPACT_EVENT.formatted(user, messageId, time, ""));
  }

  /** A batch of items that are spelled already. */
  String batch(List<String> items, String time) {
    return switch (this) {
      case COMPACT -> "{\"batch\":[" + String.join(",", items) + "],\"sentAt\":\"" + time + "\"}";
      case PYTHON ->
          "{\"batch\": [" + String.join(", ", items) + "], \"sentAt\": \"" + time + "\"}";
    };
  }

  private String spelled(String compact) {
    return switch (this) {
      case COMPACT -> compact;
      case PYTHON -> python(compact);
    };
  }

  private static String python(String compact) {
    return compact
        .replace("\":", "\": ")
        .replace(",\"", ", \"")
        .replace("\"total\": 20,", "\"total\": 20.0,")
        .replace("ö", "\\u00f6");
  }
}
