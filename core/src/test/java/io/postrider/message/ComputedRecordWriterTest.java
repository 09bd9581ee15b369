package io.postrider.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComputedRecordWriterTest {

  private final ComputedRecordWriter computed = new ComputedRecordWriter(IngestHarness.KEY);
  private final RecordBuffer out = new RecordBuffer(16);

  private void add(String json, long... destinations) {
    computed.add(
        IngestHarness.bytes(json), IngestHarness.SOURCE, IngestHarness.RECEIVED, destinations, out);
  }

  private RecordView view(int record) {
    int from = out.start(record);
    return RecordView.of(ByteBuffer.wrap(out.bytes(), from, out.ends()[record] - from));
  }

  @Test
  void computedMessage_carriesItsDestinations() {
    add("{\"type\":\"delete\",\"userId\":\"u\",\"messageId\":\"d\",\"timestamp\":\"2026-01-02\"}");
    add(
        "{\"type\":\"track\",\"userId\":\"u\",\"messageId\":\"t\",\"event\":\"Audience Entered\","
            + " \"properties\":{\"n\":1.0},\"integrations\":{\"All\":false},"
            + "\"timestamp\":\"2026-01-02T00:00:00.000Z\"}",
        7L,
        -1L);
    RecordView delete = view(0);
    assertThat(delete.type()).contains(MessageType.DELETE);
    assertThat(delete.isComputed()).isTrue();
    assertThat(delete.destinations()).isZero();
    RecordView track = view(1);
    assertThat(track.type()).contains(MessageType.TRACK);
    assertThat(track.hasIntegrations()).isTrue();
    assertThat(track.destinations()).isEqualTo(2);
    assertThat(track.destinationBits(0)).isEqualTo(7L);
    assertThat(track.destinationBits(1)).isEqualTo(-1L);
    assertThatThrownBy(() -> track.destinationBits(2))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(track.text(Field.EVENT)).isEqualTo("Audience Entered");
    ByteBuffer properties = track.value(Field.PROPERTIES);
    assertThat(properties).isNotNull();
    assertThat(IngestHarness.utf8(track.json())).contains("\",\"properties\":{\"n\":1},");
    assertThat(track.userHash()).isEqualTo(delete.userHash());
    assertThat(track.messageHashLow()).isNotEqualTo(delete.messageHashLow());
  }

  @Test
  void userHash_matchesAcceptedCalls() {
    add("{\"type\":\"delete\",\"userId\":\"u\",\"messageId\":\"d\",\"timestamp\":\"2026-01-02\"}");
    IngestHarness.Result accepted =
        new IngestHarness().call(MessageType.IDENTIFY, "{\"userId\":\"u\",\"messageId\":\"d\"}");
    assertThat(view(0).userHash()).isEqualTo(accepted.view(0).userHash());
    assertThat(view(0).messageHashHigh()).isEqualTo(accepted.view(0).messageHashHigh());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "[]",
        "{}",
        "{\"type\":\"track\",\"userId\":7,\"anonymousId\":\"a\",\"messageId\":\"m\","
            + "\"timestamp\":\"2026-01-02\"}",
        "{\"type\":\"track\",\"userId\":\"u\",\"timestamp\":\"2026-01-02\"}",
        "{\"type\":\"track\",\"messageId\":\"m\",\"timestamp\":\"2026-01-02\"}",
        "{\"type\":\"track\",\"userId\":\"u\",\"messageId\":\"m\"}",
        "{\"userId\":\"u\",\"messageId\":\"m\",\"timestamp\":\"2026-01-02\"}",
      })
  void incompleteMessage_throws(String json) {
    assertThatThrownBy(() -> add(json)).isInstanceOf(IllegalArgumentException.class);
    assertThat(out.count()).isZero();
  }
}
