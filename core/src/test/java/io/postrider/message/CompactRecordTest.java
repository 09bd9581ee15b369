package io.postrider.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.SourceId;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A compact record says the same as the whole one, with fewer bytes. */
final class CompactRecordTest {

  private static final Instant RECEIVED = Instant.ofEpochMilli(1_770_000_000_000L);
  private static final TraceContext TRACE = new TraceContext(1, 2, 3);
  private static final String CALL =
      "{\"userId\":\"ada\",\"event\":\"Order\",\"messageId\":\"m1\","
          + "\"timestamp\":\"2026-02-02T02:39:59.000Z\"}";

  /** Compact records as they were first written. They stay readable. */
  private static final String VERSION_3 =
      "0302001c00000000000000070000019c1c38a4000000019c1c38a20cd83ef3ec5f4f99a41aade60e"
          + "af22abff188cf46466ac639c0000050000019c1c38a20c01003b0004020019000504002700070b00"
          + "4a00020d003f00007b2274797065223a22747261636b222c22757365724964223a22616461222c22"
          + "6576656e74223a224f72646572222c226d6573736167654964223a226d31222c22636f6e74657874"
          + "223a7b7d7d";

  private static final String VERSION_4 =
      "0402001400000000000000070000019c1c38a4000000019c1c38a018d83ef3ec5f4f99a41aade60e"
          + "af22abff188cf46466ac639c00000500000000000000010000000000000002000000000000000380"
          + "0000000000000001002c000402000a000504001800070b004a00020d000100007b22757365724964"
          + "223a22616461222c226576656e74223a224f72646572222c226d6573736167654964223a226d3122"
          + "2c2274797065223a22747261636b222c22636f6e74657874223a7b7d7d";

  private static final String[] TIMES = {
    "\"2026-02-02T02:39:59.000Z\"",
    "\"2026-02-02T02:40:00.000Z\"",
    "\"2026-02-02\"",
    "\"2026-02-02T02:39:59.1234567+01:00\"",
    "\"0000-01-01T00:00:00.000Z\"",
    "\"9999-12-31T23:59:59.999Z\"",
    "\"\"",
    "null",
    "\"yesterday\"",
    "7",
    "{}"
  };

  private static final String[] OPTIONAL = {
    "timestamp",
    "originalTimestamp",
    "sentAt",
    "receivedAt",
    "context",
    "integrations",
    "writeKey",
    "messageId",
    "7",
    "caf\\u00e9"
  };

  private static byte[] record(String batch, RecordForm form, boolean traced) {
    byte[] bytes = IngestHarness.bytes(batch);
    ScannedBody body = (ScannedBody) new BodyReader().readBatch(bytes, 0, bytes.length);
    MessageNormalizer normalizer =
        new MessageNormalizer(HashKey.of(new byte[HashKey.LENGTH]), () -> "generated", form);
    normalizer.begin(
        body,
        new RequestContext(
            new SourceId(7), SourceType.SERVER, RECEIVED, null, traced ? TRACE : null));
    RecordBuffer out = new RecordBuffer(1_024);
    Rejection rejection = normalizer.normalize(0, out);
    return rejection == null
        ? Arrays.copyOf(out.bytes(), out.sizeBytes())
        : IngestHarness.bytes(rejection.message());
  }

  private static String batch(String message, String more) {
    return "{\"batch\":[" + message.replaceFirst("\\{", "{\"type\":\"track\",") + "]" + more + "}";
  }

  private static byte[] bytes(RecordView record) {
    byte[] bytes = new byte[record.lengthBytes()];
    record.bytes().get(bytes);
    return bytes;
  }

  @Test
  void timesOfTheHeader_areNotStoredTwice() {
    String batch = batch(CALL, ",\"sentAt\":\"2026-02-02T02:39:59.500Z\"");
    byte[] whole = record(batch, RecordForm.WHOLE, false);
    byte[] compact = record(batch, RecordForm.COMPACT, false);
    String timestamp = ",\"timestamp\":\"2026-02-02T02:39:59.500Z\"";
    String last =
        ",\"originalTimestamp\":\"2026-02-02T02:39:59.000Z\""
            + ",\"sentAt\":\"2026-02-02T02:39:59.500Z\""
            + ",\"receivedAt\":\"2026-02-02T02:40:00.000Z\"";
    assertThat(IngestHarness.utf8(RecordView.of(ByteBuffer.wrap(compact)).json()))
        .contains(timestamp)
        .contains(last);
    int omitted = timestamp.length() + last.length();
    assertThat(compact).hasSize(whole.length - omitted + RecordHeader.SENT_AT_LENGTH);
  }

  @Test
  void storedRecords_areRead_andWrittenTheSame() {
    String sent = batch(CALL, ",\"sentAt\":\"2026-02-02T02:39:59.500Z\"");
    assertStored(sent, false, VERSION_3);
    String first = CALL.replaceFirst("\\{(.*),(\"timestamp.*)}", "{$2,$1}");
    assertStored(
        "{\"batch\":[" + first.replace("}", ",\"type\":\"track\"}") + "]}", true, VERSION_4);
  }

  private static void assertStored(String batch, boolean traced, String hex) {
    assertThat(HexFormat.of().formatHex(record(batch, RecordForm.COMPACT, traced))).isEqualTo(hex);
    assertThat(bytes(RecordView.of(ByteBuffer.wrap(HexFormat.of().parseHex(hex))).whole()))
        .isEqualTo(record(batch, RecordForm.WHOLE, traced));
  }

  /** The timestamp may be anywhere, with a write key beside it that is removed. */
  @Test
  void timestamp_returnsToItsPlace() {
    String time = "\"timestamp\":\"2026-02-02T02:39:59.000Z\"";
    String key = "\"writeKey\":\"k\"";
    for (String members :
        new String[] {
          "%1$s,%3$s",
          "%3$s,%1$s",
          "%1$s,%2$s,%3$s",
          "%2$s,%1$s,%3$s",
          "%3$s,%1$s,%2$s",
          "%3$s,%2$s,%1$s",
          "%1$s,%3$s,%2$s",
          "%2$s,%3$s,%1$s",
          "%1$s,%3$s,\"x\":1",
          "%3$s,%1$s,\"x\":1",
          "%3$s,%2$s,%1$s,\"x\":1",
          "%3$s,%1$s,%2$s,\"x\":1",
          "%3$s,%2$s"
        }) {
      String batch =
          "{\"batch\":[{"
              + members.formatted(time, key, "\"type\":\"alias\",\"userId\":\"u\",\"previousId\":7")
              + "}]}";
      byte[] whole = record(batch, RecordForm.WHOLE, false);
      RecordView compact = RecordView.of(ByteBuffer.wrap(record(batch, RecordForm.COMPACT, false)));
      assertThat(bytes(compact.whole())).as(batch).isEqualTo(whole);
      assertThat(whole).as(batch).hasSizeGreaterThan(compact.lengthBytes());
    }
  }

  @Test
  void valueOfTheTimestamp_comesFromTheHeader() {
    RecordView whole =
        RecordView.of(ByteBuffer.wrap(record(batch(CALL, ""), RecordForm.WHOLE, false)));
    RecordView compact =
        RecordView.of(ByteBuffer.wrap(record(batch(CALL, ""), RecordForm.COMPACT, false)));
    for (Field field : Field.values()) {
      int length = whole.valueLength(field);
      assertThat(compact.valueLength(field)).as(field.wireName()).isEqualTo(length);
      if (length >= 0) {
        byte[] expected = new byte[length];
        byte[] actual = new byte[length];
        whole.copyValue(field, expected, 0);
        compact.copyValue(field, actual, 0);
        assertThat(actual).as(field.wireName()).isEqualTo(expected);
        assertThat(compact.text(field)).as(field.wireName()).isEqualTo(whole.text(field));
      }
    }
    assertThat(Objects.requireNonNull(compact.canonical(Field.TIMESTAMP)).text())
        .isEqualTo(whole.text(Field.TIMESTAMP));
  }

  @Test
  void anyCompactRecord_isTheWholeOne() {
    long seed = Long.getLong("postrider.seed", System.nanoTime());
    System.out.println("CompactRecordTest: -Dpostrider.seed=" + seed);
    Random random = new Random(seed);
    int accepted = 0;
    for (int i = 0; i < 5_000; i++) {
      List<String> members =
          new ArrayList<>(List.of("\"userId\":\"u\"", "\"event\":\"E\"", "\"type\":\"track\""));
      for (String field : OPTIONAL) {
        if (random.nextInt(field.equals("receivedAt") ? 8 : 2) == 0) {
          boolean object = field.equals("context") || field.equals("integrations");
          members.add("\"" + field + "\":" + (object ? "{\"a\":1}" : time(random)));
        }
      }
      Collections.shuffle(members, random);
      String message = "{" + String.join(",", members) + "}";
      String more = random.nextBoolean() ? "" : ",\"sentAt\":" + time(random);
      more += random.nextBoolean() ? "" : ",\"context\":{\"b\":2},\"integrations\":{\"All\":true}";
      String batch = "{\"batch\":[" + message + "]" + more + "}";
      boolean traced = random.nextBoolean();
      byte[] whole = record(batch, RecordForm.WHOLE, traced);
      byte[] compact = record(batch, RecordForm.COMPACT, traced);
      if (whole[0] != RecordHeader.version(traced, false)) {
        assertThat(compact).as("rejection of " + batch).isEqualTo(whole);
        continue;
      }
      accepted++;
      RecordView expected = RecordView.of(ByteBuffer.wrap(whole));
      ByteBuffer shifted = ByteBuffer.allocate(compact.length + 3);
      shifted.position(2);
      shifted.put(compact).flip().position(2);
      RecordView view = RecordView.of(shifted.asReadOnlyBuffer());
      assertThat(view.lengthBytes()).as(batch).isLessThan(whole.length);
      assertThat(bytes(view.whole())).as(batch).isEqualTo(whole);
      assertThat(bytes(view.copy().whole())).as(batch).isEqualTo(whole);
      assertThat(view.json()).as(batch).isEqualTo(expected.json());
      for (Field field : Field.values()) {
        assertThat(view.value(field)).as(batch + field).isEqualTo(expected.value(field));
      }
      assertThat(view.trace()).as(batch).isEqualTo(expected.trace());
      assertThat(view.timestamp()).as(batch).isEqualTo(expected.timestamp());
      assertThat(view.receivedAt()).as(batch).isEqualTo(expected.receivedAt());
      assertThat(view.hasIntegrations()).as(batch).isEqualTo(expected.hasIntegrations());
      assertThat(view.isComputed()).as(batch).isFalse();
    }
    assertThat(accepted).isGreaterThan(1_000);
  }

  private static String time(Random random) {
    return TIMES[random.nextInt(TIMES.length)];
  }
}
