package io.postrider.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.id.SourceId;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TraceContextTest {

  private static final String HEADER = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  private static final TraceContext CONTEXT =
      new TraceContext(0x0af7651916cd43ddL, 0x8448eb211c80319cL, 0xb7ad6b7169203331L);

  @Test
  void header_isReadAndWritten() {
    assertThat(TraceContext.parse(HEADER)).isEqualTo(CONTEXT);
    assertThat(CONTEXT.traceparent()).isEqualTo(HEADER);
    assertThat(CONTEXT.traceId()).isEqualTo("0af7651916cd43dd8448eb211c80319c");
    assertThat(CONTEXT.spanId()).isEqualTo("b7ad6b7169203331");
    assertThat(new TraceContext(0, 1, 1).traceparent())
        .isEqualTo("00-00000000000000000000000000000001-0000000000000001-01");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-what-the-future-brings",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-ff",
      })
  void laterVersionsAndFlags_areRead(String header) {
    assertThat(TraceContext.parse(header)).isEqualTo(CONTEXT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00", // not sampled
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-011",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
        "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01.more",
        "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "00_0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c_b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331_01",
        "00-0af7651916cd43dd8448eb211c80319g-b7ad6b7169203331-01",
      })
  void otherHeaders_areIgnored(String header) {
    assertThat(TraceContext.parse(header)).isNull();
  }

  @Test
  void missingHeader_isIgnored() {
    assertThat(TraceContext.parse(null)).isNull();
  }

  @Test
  void zeroIds_areRefused() {
    assertThatThrownBy(() -> new TraceContext(0, 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new TraceContext(1, 0, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void record_keepsTheContext_andIsOtherwiseTheSame() {
    RecordView plain = record(null);
    RecordView traced = record(CONTEXT);

    assertThat(plain.trace()).isNull();
    assertThat(traced.trace()).isEqualTo(CONTEXT);
    assertThat(traced.copy().trace()).isEqualTo(CONTEXT);
    assertThat(traced.lengthBytes()).isEqualTo(plain.lengthBytes() + 24);
    assertThat(traced.json()).isEqualTo(plain.json());
    assertThat(traced.messageHashLow()).isEqualTo(plain.messageHashLow());
    assertThat(traced.userHash()).isEqualTo(plain.userHash());
    for (Field field : Field.values()) {
      assertThat(traced.value(field)).as(field.toString()).isEqualTo(plain.value(field));
    }
  }

  private static RecordView record(@Nullable TraceContext trace) {
    byte[] json =
        "{\"userId\":\"u\",\"event\":\"E\",\"messageId\":\"m\"}".getBytes(StandardCharsets.UTF_8);
    ScannedBody body =
        (ScannedBody) new BodyReader().readCall(MessageType.TRACK, json, 0, json.length);
    MessageNormalizer normalizer =
        new MessageNormalizer(
            HashKey.of(new byte[HashKey.LENGTH]), () -> "generated", RecordForm.WHOLE);
    normalizer.begin(
        body, new RequestContext(new SourceId(7), SourceType.SERVER, Instant.EPOCH, null, trace));
    RecordBuffer out = new RecordBuffer(1_024);
    assertThat(normalizer.normalize(0, out)).isNull();
    return out.last().copy();
  }
}
