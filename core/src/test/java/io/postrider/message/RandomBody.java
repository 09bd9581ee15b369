package io.postrider.message;

import java.util.Arrays;
import java.util.Random;

/** Generates bodies of meaningful parts in random forms, some of them corrupt. */
final class RandomBody {

  private RandomBody() {}

  private static final String[] FIELDS = {
    "\"userId\":\"u\"",
    "\"userId\":5",
    "\"userId\":null",
    "\"anonymousId\":\"a\\u0062\"",
    "\"event\":\"e\"",
    "\"event\":\"\"",
    "\"groupId\":1.0",
    "\"previousId\":\"p\"",
    "\"messageId\":\"m\"",
    "\"messageId\":\"\"",
    "\"timestamp\":\"2026-1-2\"",
    "\"timestamp\":\"x\"",
    "\"sentAt\":\"2026-01-02T03:04:05.678Z\"",
    "\"sentAt\":7",
    "\"context\":{\"direct\":true}",
    "\"context\":null",
    "\"context\":{\"ip\":1}",
    "\"integrations\":{\"All\":true}",
    "\"writeKey\":\"k\"",
    "\"receivedAt\":0",
    "\"originalTimestamp\":1",
    "\"name\":\"n\"",
    "\"name\":7",
    "\"name\":{}",
    "\"category\":null",
    "\"category\":1.50",
    "\"category\":[true]",
    "\"type\":\"identify\"",
    "\"7\":0",
    "\"t\\u0079pe\":\"page\"",
    "\"traits\":{}",
    "\"properties\":{\"b\":1,\"1\":2}"
  };
  private static final String[] TYPES = {
    "identify", "track", "page", "screen", "group", "alias", "delete"
  };

  static byte[] next(Random random) {
    StringBuilder body = new StringBuilder("{");
    if (random.nextBoolean()) {
      body.append("\"context\":").append(RandomJson.object(random)).append(',');
      body.append("\"integrations\":").append(RandomJson.object(random)).append(',');
      body.append("\"sentAt\":\"2026-01-02T03:04:06.789\",");
    }
    body.append("\"batch\":[");
    int count = random.nextInt(4);
    for (int i = 0; i < count; i++) {
      body.append(i == 0 ? "" : ", ").append(message(random));
    }
    String text = random.nextInt(3) == 0 ? message(random) : body.append("]}").toString();
    byte[] bytes = IngestHarness.bytes(text);
    if (random.nextInt(4) == 0) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return random.nextInt(50) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
  }

  private static String message(Random random) {
    StringBuilder message = new StringBuilder("{\"type\":\"");
    message.append(TYPES[random.nextInt(TYPES.length)]).append('"');
    for (int i = random.nextInt(12); i > 0; i--) {
      message.append(random.nextInt(5) == 0 ? " ," : ",");
      message.append(FIELDS[random.nextInt(FIELDS.length)]);
    }
    if (random.nextBoolean()) {
      message.append(",\"context\":").append(RandomJson.object(random));
    }
    return message.append('}').toString();
  }
}
