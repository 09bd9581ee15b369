package io.postrider.message;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.postrider.route.SourceType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Whatever the bytes: reading and settling never throw, and what is accepted is valid, settled,
 * within its limits and described rightly by its header. A normal run tries the files beside this
 * class and damaged ones; JAZZER_FUZZ=1 goes on searching.
 */
class SettlingFuzzTest {

  private static final int RANDOM_BODIES = 5_000;
  private static final JsonMapper MAPPER =
      new JsonMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder().maxNumberLength(Integer.MAX_VALUE).build())
              .build());

  private final Spelling spelling = new Spelling();

  @FuzzTest(maxDuration = "60s")
  void batch(byte[] body) throws IOException {
    check(new Accepting().sourceType(SourceType.WEB), body);
  }

  @Test
  void damagedBodies_keepThePromises() throws IOException {
    Random random = Seeds.random(getClass());
    Accepting accepting = new Accepting().sourceType(SourceType.WEB);
    int accepted = 0;
    for (int i = 0; i < RANDOM_BODIES; i++) {
      accepted += check(accepting, RandomBody.next(random));
    }
    assertThat(accepted).isGreaterThan(RANDOM_BODIES / 10);
  }

  /** Checks a body read in both ways; how many messages were accepted. */
  private int check(Accepting accepting, byte[] body) throws IOException {
    byte[] before = body.clone();
    int accepted = check(accepting.batch(body));
    for (MessageType type : MessageType.values()) {
      if (type != MessageType.DELETE) {
        Reading reading = accepting.reader.readCall(type, body, 0, body.length);
        accepted += check(accepting.settle(reading));
      }
    }
    assertThat(body).isEqualTo(before);
    return accepted;
  }

  private int check(Accepting.Result result) throws IOException {
    RecordBuffer records = result.records();
    for (int i = 0; i < records.count(); i++) {
      RecordView view = result.view(i);
      byte[] json = new byte[view.jsonTo() - view.jsonFrom()];
      view.json().get(json);
      assertThat(json.length).isLessThanOrEqualTo(Limits.SETTLED_MESSAGE_BYTES);
      assertThat(spelling.isSettled(json)).isTrue();
      assertThat(spelling.respell(json)).isEqualTo(json);
      JsonNode tree = tree(json);
      assertThat(tree.has("writeKey")).isFalse();
      for (Field field : Field.values()) {
        ByteBuffer value = view.value(field);
        if (value != null) {
          byte[] bytes = new byte[value.remaining()];
          value.get(bytes);
          assertThat(tree(bytes)).isEqualTo(tree.get(field.wireName()));
        }
      }
      assertThat(view.has(Field.MESSAGE_ID) && view.has(Field.TIMESTAMP)).isTrue();
      assertThat(view.has(Field.USER_ID) || view.has(Field.ANONYMOUS_ID)).isTrue();
      MessageType type = view.type().orElseThrow();
      assertThat(tree.get("type").textValue()).isEqualTo(type.wireName());
      assertThat(view.text(Field.TIMESTAMP))
          .isEqualTo(Timestamps.format(view.timestamp().toEpochMilli()));
    }
    return records.count();
  }

  private static JsonNode tree(byte[] json) throws IOException {
    return MAPPER.readTree(Spelling.withoutSurrogates(new String(json, StandardCharsets.UTF_8)));
  }

  /** Bodies made of parts that mean something, in random spelling, some of them damaged. */
  private static final class RandomBody {

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
      byte[] bytes = Accepting.bytes(text);
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
}
