package io.postrider.message;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Properties for any bytes: reading and normalizing never throw, and accepted records are valid,
 * canonical, within limits and have a correct header.
 */
final class NormalizerProperties {

  private static final JsonMapper MAPPER =
      new JsonMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder().maxNumberLength(Integer.MAX_VALUE).build())
              .build());

  private final CanonicalJsonHarness canonicalJson = new CanonicalJsonHarness();

  /** Checks a body as call and as batch; returns the number of accepted messages. */
  int check(IngestHarness harness, byte[] body) throws IOException {
    byte[] before = body.clone();
    int accepted = check(harness.batch(body));
    for (MessageType type : MessageType.values()) {
      if (type != MessageType.DELETE) {
        BodyResult reading = harness.reader.readCall(type, body, 0, body.length);
        accepted += check(harness.normalize(reading));
      }
    }
    assertThat(body).isEqualTo(before);
    return accepted;
  }

  private int check(IngestHarness.Result result) throws IOException {
    RecordBuffer records = result.records();
    for (int i = 0; i < records.count(); i++) {
      RecordView view = result.view(i);
      ByteBuffer whole = view.json();
      byte[] json = new byte[whole.remaining()];
      whole.get(json);
      assertThat(json.length).isLessThanOrEqualTo(MessageLimits.CANONICAL_MESSAGE_BYTES);
      assertThat(canonicalJson.isCanonical(json)).isTrue();
      assertThat(canonicalJson.canonicalize(json)).isEqualTo(json);
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
      assertThat(tree.get("context").isObject() && view.has(Field.CONTEXT)).isTrue();
      assertThat(view.has(Field.USER_ID) || view.has(Field.ANONYMOUS_ID)).isTrue();
      MessageType type = view.type().orElseThrow();
      assertThat(tree.get("type").textValue()).isEqualTo(type.wireName());
      if (type == MessageType.PAGE || type == MessageType.SCREEN) {
        for (Field name : List.of(Field.NAME, Field.CATEGORY)) {
          assertThat(view.has(name)).isEqualTo(tree.path(name.wireName()).isTextual());
          assertThat(view.has(name) || !tree.hasNonNull(name.wireName())).isTrue();
        }
      }
      assertThat(view.text(Field.TIMESTAMP))
          .isEqualTo(Timestamps.format(view.timestamp().toEpochMilli()));
    }
    return records.count();
  }

  private static JsonNode tree(byte[] json) throws IOException {
    return MAPPER.readTree(
        CanonicalJsonHarness.withoutSurrogates(new String(json, StandardCharsets.UTF_8)));
  }
}
