package io.postrider.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.message.ComputedRecordWriter;
import io.postrider.message.IngestHarness;
import io.postrider.message.MessageType;
import io.postrider.message.RecordBuffer;
import io.postrider.message.RecordView;
import io.postrider.route.PayloadFormat;
import java.nio.ByteBuffer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PayloadsTest {

  static Stream<Arguments> cases() {
    return WebhookFixtures.read("fixtures/payloads.json")
        .valueStream()
        .map(c -> Arguments.of(c.get("name").asText(), c));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void payload_matchesTheFixtures(String name, JsonNode fixture) {
    MessageType type = MessageType.ofPath(fixture.get("path").asText()).orElseThrow();
    RecordView record = new IngestHarness().call(type, fixture.get("body").asText()).view(0);
    assertThat(text(record, PayloadFormat.STANDARD)).isEqualTo(fixture.get("standard").asText());
    assertThat(text(record, PayloadFormat.FULL)).isEqualTo(fixture.get("full").asText());
  }

  @Test
  void delete_hasThreeFieldsInBothFormats() {
    RecordBuffer out = new RecordBuffer(256);
    String json =
        "{\"type\":\"delete\",\"messageId\":\"d1\",\"userId\":\"u1\",\"extra\":1,"
            + "\"timestamp\":\"2026-01-02T03:04:05.678Z\"}";
    new ComputedRecordWriter(IngestHarness.KEY)
        .add(
            json.getBytes(UTF_8),
            IngestHarness.SOURCE,
            IngestHarness.RECEIVED,
            new long[] {1},
            out);
    RecordView record = RecordView.of(ByteBuffer.wrap(out.bytes(), 0, out.ends()[0]));
    String expected =
        "{\"type\":\"delete\",\"userId\":\"u1\",\"timestamp\":\"2026-01-02T03:04:05.678Z\"}";
    assertThat(text(record, PayloadFormat.STANDARD)).isEqualTo(expected);
    assertThat(text(record, PayloadFormat.FULL)).isEqualTo(expected);
  }

  /** Records of earlier versions have no context if the call had none. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'messageId':'m','type':'identify'%s}"
            + "| {'version':1,'messageId':'m','type':'identify'%s,'context':{}}",
        "{'context':null,'messageId':'m','type':'page'%s}"
            + "| {'version':1,'context':{},'messageId':'m','type':'page'%s}",
        "{'version':2,'context':null,'messageId':'m','type':'page'%s}"
            + "| {'version':1,'context':{},'messageId':'m','type':'page'%s}",
      })
  void full_hasAContextForOldRecords(String json, String expected) {
    String rest = ",'userId':'u1','timestamp':'2026-01-02T03:04:05.678Z'";
    RecordBuffer out = new RecordBuffer(256);
    new ComputedRecordWriter(IngestHarness.KEY)
        .add(
            json.formatted(rest).replace('\'', '"').getBytes(UTF_8),
            IngestHarness.SOURCE,
            IngestHarness.RECEIVED,
            new long[0],
            out);
    RecordView record = RecordView.of(ByteBuffer.wrap(out.bytes(), 0, out.ends()[0]));
    assertThat(text(record, PayloadFormat.FULL))
        .isEqualTo(expected.formatted(rest).replace('\'', '"'));
  }

  private static String text(RecordView record, PayloadFormat payload) {
    return new String(Payloads.body(record, payload), UTF_8);
  }
}
