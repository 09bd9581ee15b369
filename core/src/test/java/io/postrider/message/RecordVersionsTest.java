package io.postrider.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.SourceId;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Records of both versions: what is stored once stays readable. */
final class RecordVersionsTest {

  private static final Instant RECEIVED = Instant.ofEpochMilli(1_770_000_000_000L);
  private static final TraceContext TRACE =
      new TraceContext(0x0af7651916cd43ddL, 0x8448eb211c80319cL, 0xb7ad6b7169203331L);
  private static final String JSON =
      "{\"userId\":\"ada\",\"event\":\"Order\",\"properties\":{\"total\":7},\"messageId\":\"m1\"}";

  /** Records as earlier versions of the program wrote them. */
  private static final String VERSION_1 =
      "0102000000000000000000070000019c1c38a4000000019c1c38a400d83ef3ec5f4f99a41aade60e"
          + "af22abff188cf46466ac639c000006010045000402000a000504001800070a002d000b0b00630002"
          + "0d0072001a7b22757365724964223a22616461222c226576656e74223a224f72646572222c227072"
          + "6f70657274696573223a7b22746f74616c223a377d2c226d6573736167654964223a226d31222c22"
          + "74797065223a22747261636b222c22636f6e74657874223a7b7d2c2274696d657374616d70223a22"
          + "323032362d30322d30325430323a34303a30302e3030305a222c2272656365697665644174223a22"
          + "323032362d30322d30325430323a34303a30302e3030305a227d";

  private static final String VERSION_2 =
      "0202000000000000000000070000019c1c38a4000000019c1c38a400d83ef3ec5f4f99a41aade60e"
          + "af22abff188cf46466ac639c0000060af7651916cd43dd8448eb211c80319cb7ad6b716920333101"
          + "0045000402000a000504001800070a002d000b0b006300020d0072001a7b22757365724964223a22"
          + "616461222c226576656e74223a224f72646572222c2270726f70657274696573223a7b22746f7461"
          + "6c223a377d2c226d6573736167654964223a226d31222c2274797065223a22747261636b222c2263"
          + "6f6e74657874223a7b7d2c2274696d657374616d70223a22323032362d30322d30325430323a3430"
          + "3a30302e3030305a222c2272656365697665644174223a22323032362d30322d30325430323a3430"
          + "3a30302e3030305a227d";

  private static byte[] record(String json, @Nullable TraceContext trace) {
    byte[] bytes = json.getBytes(UTF_8);
    ScannedBody body =
        (ScannedBody) new BodyReader().readCall(MessageType.TRACK, bytes, 0, bytes.length);
    MessageNormalizer normalizer =
        new MessageNormalizer(
            HashKey.of(new byte[HashKey.LENGTH]), () -> "generated", RecordForm.WHOLE);
    normalizer.begin(
        body, new RequestContext(new SourceId(7), SourceType.SERVER, RECEIVED, null, trace));
    RecordBuffer out = new RecordBuffer(1_024);
    assertThat(normalizer.normalize(0, out)).isNull();
    return Arrays.copyOfRange(out.bytes(), out.start(0), out.ends()[0]);
  }

  @Test
  void storedRecords_areRead_andWrittenTheSame() {
    RecordView first = RecordView.of(ByteBuffer.wrap(HexFormat.of().parseHex(VERSION_1)));
    RecordView second = RecordView.of(ByteBuffer.wrap(HexFormat.of().parseHex(VERSION_2)));
    assertThat(first.trace()).isNull();
    assertThat(second.trace()).isEqualTo(TRACE);
    for (RecordView stored : new RecordView[] {first, second}) {
      assertThat(stored.type()).hasValue(MessageType.TRACK);
      assertThat(stored.source()).isEqualTo(new SourceId(7));
      assertThat(stored.receivedAt()).isEqualTo(RECEIVED);
      assertThat(stored.text(Field.USER_ID)).isEqualTo("ada");
      assertThat(stored.text(Field.EVENT)).isEqualTo("Order");
      assertThat(stored.text(Field.MESSAGE_ID)).isEqualTo("m1");
    }
    assertThat(HexFormat.of().formatHex(record(JSON, null))).isEqualTo(VERSION_1);
    assertThat(HexFormat.of().formatHex(record(JSON, TRACE))).isEqualTo(VERSION_2);
  }

  /** A trace adds its bytes at one place and changes nothing else but the version. */
  @Test
  void anyRecord_keepsAnyTrace() {
    long seed = Long.getLong("postrider.seed", System.nanoTime());
    System.out.println("RecordVersionsTest: -Dpostrider.seed=" + seed);
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      TraceContext trace =
          new TraceContext(random.nextLong(), random.nextLong() | 1, random.nextLong() | 1);
      String json =
          "{\"%s\":\"u%s\",\"event\":\"E%d\",\"properties\":{\"text\":\"%s\"}%s}"
              .formatted(
                  random.nextBoolean() ? "userId" : "anonymousId",
                  random.nextInt(),
                  random.nextInt(100),
                  "x".repeat(random.nextInt(2_000)),
                  random.nextBoolean() ? ",\"integrations\":{\"All\":true}" : "");
      byte[] plain = record(json, null);
      byte[] traced = record(json, trace);
      assertThat(plain[0]).isEqualTo((byte) 1);
      assertThat(RecordView.of(ByteBuffer.wrap(plain)).trace()).isNull();
      assertThat(RecordView.of(ByteBuffer.wrap(traced)).trace()).isEqualTo(trace);
      ByteBuffer expected = ByteBuffer.allocate(plain.length + 24);
      expected.put((byte) 2).put(plain, 1, 54);
      expected.putLong(trace.traceHigh()).putLong(trace.traceLow()).putLong(trace.span());
      expected.put(plain, 55, plain.length - 55);
      assertThat(traced).as(json).isEqualTo(expected.array());
    }
  }
}
