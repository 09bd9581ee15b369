package io.postrider.server.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.log.RecordBatch;
import io.postrider.message.BodyReader;
import io.postrider.message.HashKey;
import io.postrider.message.MessageNormalizer;
import io.postrider.message.MessageType;
import io.postrider.message.RecordBuffer;
import io.postrider.message.RequestContext;
import io.postrider.message.ScannedBody;
import io.postrider.message.SourceType;
import io.postrider.message.TraceContext;
import io.postrider.route.Destination;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Messages of traced calls, and of others, between the log and receivers. */
class TracedDeliveryTest extends DeliveryTests {

  static final TraceContext CALL = new TraceContext(0x1234, 0x5678, 0x9abc);

  static Destination tracing(Destination found) {
    return new Destination(
        found.id(),
        found.name(),
        found.paused(),
        found.enabled(),
        found.connections(),
        found.settings().withTracing(true),
        found.createdAt());
  }

  /** Appends a message as a call brings it. */
  private void accept(String messageId, @Nullable TraceContext trace) {
    byte[] json =
        "{\"userId\":\"u\",\"event\":\"E\",\"messageId\":\"%s\"}"
            .formatted(messageId)
            .getBytes(UTF_8);
    ScannedBody body =
        (ScannedBody) new BodyReader().readCall(MessageType.TRACK, json, 0, json.length);
    MessageNormalizer normalizer =
        new MessageNormalizer(HashKey.of(new byte[HashKey.LENGTH]), () -> "generated");
    normalizer.begin(
        body, new RequestContext(SOURCE, SourceType.SERVER, Instant.now(), null, trace));
    RecordBuffer buffer = new RecordBuffer(1_024);
    assertThat(normalizer.normalize(0, buffer)).isNull();
    byte[] bytes = Arrays.copyOfRange(buffer.bytes(), buffer.start(0), buffer.ends()[0]);
    log.append(0, RecordBatch.of(bytes)).join();
  }

  @Test
  void traceparent_goesOnlyToDestinationsThatAskForIt() {
    TestReceiver told = closing(TestReceiver.open());
    TestReceiver other = closing(TestReceiver.open());
    start(tracing(destination(1, told.url("/"))), destination(2, other.url("/")));
    accept("m1", CALL);
    Received first = told.take();
    assertThat(first.header("traceparent")).isEqualTo(CALL.traceparent());
    assertThat(first.header("X-Signature")).isNotEmpty();
    assertThat(other.take().values("traceparent")).isEmpty();
  }

  @Test
  void messageOfAnUntracedCall_hasNoTraceparent() {
    TestReceiver told = closing(TestReceiver.open());
    start(tracing(destination(1, told.url("/"))));
    accept("m1", null);
    send(1);
    assertThat(told.take().values("traceparent")).isEmpty();
    assertThat(told.take().values("traceparent")).isEmpty();
  }
}
