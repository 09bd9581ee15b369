package io.postrider.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class RecordViewTest {

  private final IngestHarness harness = new IngestHarness();

  @Test
  void record_hasTheDocumentedLayout() {
    IngestHarness.Result result =
        harness.batch(
            "{\"batch\":[{\"type\":\"track\",\"userId\":\"u\",\"event\":\"e\",\"messageId\":\"m\","
                + "\"timestamp\":\"1970-01-01T00:00:00.258Z\",\"integrations\":{\"A\":false}}]}");
    byte[] compact = Arrays.copyOf(result.records().bytes(), result.records().sizeBytes());
    byte[] record = new byte[result.view(0).whole().lengthBytes()];
    result.view(0).whole().bytes().get(record);
    HexFormat hex = HexFormat.of();
    assertThat(hex.formatHex(compact, 0, 12)).isEqualTo("03" + "02" + "0015" + "0123456789abcdef");
    assertThat(hex.formatHex(compact, 55, 63)).as("not sent").isEqualTo("8000000000000000");
    assertThat(Arrays.copyOfRange(compact, 12, 55)).isEqualTo(Arrays.copyOfRange(record, 12, 55));
    assertThat((char) compact[63 + 5 * 6]).isEqualTo('{');
    assertThat(hex.formatHex(record, 0, 12)).isEqualTo("01" + "02" + "0001" + "0123456789abcdef");
    assertThat(hex.formatHex(record, 12, 20))
        .isEqualTo("%016x".formatted(IngestHarness.RECEIVED.toEpochMilli()));
    assertThat(hex.formatHex(record, 20, 28)).isEqualTo("0000000000000102");
    assertThat(RecordHeader.MESSAGE_HASH_OFFSET).isEqualTo(28);
    assertThat(RecordHeader.MESSAGE_HASH_LENGTH).isEqualTo(16);
    assertThat(hex.formatHex(record, 52, 55)).isEqualTo("0000" + "06");
    assertThat(hex.formatHex(record, 55, 60)).isEqualTo("01" + "0035" + "0003");
    assertThat((char) record[55 + 5 * 6]).isEqualTo('{');
  }

  @Test
  void copy_survivesReuseOfTheBuffer() {
    IngestHarness.Result result =
        harness.batch("{\"batch\":[{\"type\":\"page\",\"userId\":\"u\",\"name\":\"n\"}]}");
    int length = result.records().sizeBytes();
    byte[] shifted = new byte[length + 7];
    System.arraycopy(result.records().bytes(), 0, shifted, 5, length);
    RecordView view = RecordView.of(ByteBuffer.wrap(shifted, 5, length));
    RecordView copy = view.copy();
    Arrays.fill(shifted, (byte) 0);
    assertThat(copy.lengthBytes()).isEqualTo(length);
    assertThat(copy.is(MessageType.PAGE)).isTrue();
    assertThat(copy.is(MessageType.DELETE)).isFalse();
    assertThat(copy.text(Field.NAME)).isEqualTo("n");
  }

  @Test
  void listedFields_areFoundWithoutParsing() {
    IngestHarness.Result result =
        harness.batch(
            "{\"context\":{\"a\":1},\"batch\":[{\"type\":\"page\",\"userId\":7,"
                + "\"anonymousId\":\"\",\"name\":\"Caf\\u00e9\",\"category\":null,"
                + "\"properties\":{\"p\":[1]},"
                + "\"traits\":null}]}");
    byte[] bytes = result.records().bytes();
    byte[] shifted = new byte[result.records().sizeBytes() + 10];
    System.arraycopy(bytes, 0, shifted, 5, result.records().sizeBytes());
    RecordView view =
        RecordView.of(ByteBuffer.wrap(shifted, 5, result.records().sizeBytes()).asReadOnlyBuffer());
    assertThat(view.type()).contains(MessageType.PAGE);
    assertThat(view.source()).isEqualTo(IngestHarness.SOURCE);
    assertThat(view.receivedAt()).isEqualTo(IngestHarness.RECEIVED);
    assertThat(view.timestamp()).isEqualTo(IngestHarness.RECEIVED);
    assertThat(view.isComputed()).isFalse();
    assertThat(view.hasIntegrations()).isFalse();
    assertThat(view.destinations()).isZero();
    assertThat(text(view, Field.USER_ID)).isEqualTo("\"7\"");
    assertThat(text(view, Field.NAME)).isEqualTo("\"Café\"");
    assertThat(view.text(Field.NAME)).isEqualTo("Café");
    assertThat(text(view, Field.PROPERTIES)).isEqualTo("{\"p\":[1]}");
    assertThat(view.text(Field.PROPERTIES)).isNull();
    assertThat(text(view, Field.CONTEXT)).isEqualTo("{\"a\":1}");
    assertThat(text(view, Field.MESSAGE_ID)).isEqualTo("\"made-1\"");
    assertThat(view.has(Field.ANONYMOUS_ID)).isFalse();
    assertThat(view.has(Field.CATEGORY)).isFalse();
    assertThat(view.has(Field.TRAITS)).isFalse();
    assertThat(view.has(Field.TYPE)).isFalse();
    assertThat(view.value(Field.EVENT)).isNull();
    assertThat(view.from(Field.EVENT)).isEqualTo(-1);
    assertThat(IngestHarness.utf8(view.json())).isEqualTo(result.json(0));
    assertThat(Instant.parse(String.valueOf(view.text(Field.TIMESTAMP))))
        .isEqualTo(view.timestamp());
  }

  @Test
  void corruptRecord_isRejected() {
    IngestHarness.Result result = harness.call(MessageType.IDENTIFY, "{\"userId\":\"u\"}");
    byte[] record = Arrays.copyOf(result.records().bytes(), result.records().sizeBytes());
    assertThatThrownBy(() -> RecordView.of(ByteBuffer.wrap(record, 0, 54)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> RecordView.of(ByteBuffer.wrap(record, 0, 60)))
        .isInstanceOf(IllegalArgumentException.class);
    record[0] = 5;
    assertThatThrownBy(() -> RecordView.of(ByteBuffer.wrap(record)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static String text(RecordView view, Field field) {
    ByteBuffer value = view.value(field);
    return value == null ? "absent" : IngestHarness.utf8(value);
  }
}
