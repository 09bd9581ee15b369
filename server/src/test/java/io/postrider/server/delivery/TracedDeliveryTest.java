package io.postrider.server.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.DestinationId;
import io.postrider.log.RecordBatch;
import io.postrider.message.BodyReader;
import io.postrider.message.HashKey;
import io.postrider.message.MessageNormalizer;
import io.postrider.message.MessageType;
import io.postrider.message.RecordBuffer;
import io.postrider.message.RecordForm;
import io.postrider.message.RequestContext;
import io.postrider.message.ScannedBody;
import io.postrider.message.SourceType;
import io.postrider.message.TraceContext;
import io.postrider.route.Destination;
import io.postrider.server.tracing.FakeCollector;
import io.postrider.server.tracing.FakeCollector.Exported;
import io.postrider.server.tracing.Tracing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
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
        new MessageNormalizer(
            HashKey.of(new byte[HashKey.LENGTH]), () -> "generated", RecordForm.COMPACT);
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
  void attempts_areSpansOfTheCallsTrace_andARetryLinksToTheFailedOne() {
    FakeCollector collector = closing(FakeCollector.open());
    tracing = Tracing.open(collector.url() + "/v1/traces", 0, metrics);
    TestReceiver told = closing(TestReceiver.open());
    told.then(Behaviour.status(500), Behaviour.status(502));
    TestReceiver other = closing(TestReceiver.open());
    start(tracing(destination(1, told.url("/in?key=hidden"))), destination(2, other.url("/")));
    accept("m1", CALL);
    List<String> sent = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      sent.add(told.take().header("traceparent"));
    }
    other.take();
    closeTracing();
    List<Exported> attempts =
        collector.spans().stream()
            .filter(
                span ->
                    new DestinationId(1)
                        .toString()
                        .equals(span.attributes().get("postrider.destination.id")))
            .toList();
    assertThat(attempts).hasSize(sent.size());
    assertThat(sent)
        .containsExactlyElementsOf(
            attempts.stream()
                .map(span -> "00-" + CALL.traceId() + "-" + span.id() + "-01")
                .toList());
    assertThat(collector.spans())
        .hasSize(attempts.size() + 1)
        .allSatisfy(
            span -> {
              assertThat(span.trace()).isEqualTo(CALL.traceId());
              assertThat(span.parent()).isEqualTo(CALL.spanId());
              assertThat(span.attributes()).containsEntry("server.address", "127.0.0.1");
            });
    for (int i = 0; i < attempts.size(); i++) {
      Exported attempt = attempts.get(i);
      boolean last = i == attempts.size() - 1;
      assertThat(attempt.attributes())
          .containsEntry("postrider.attempt.number", Integer.toString(i + 1))
          .containsEntry("postrider.outcome", last ? "delivered" : "http_status");
      assertThat(attempt.status()).isEqualTo(last ? 0 : 2);
      assertThat(attempt.links()).isEqualTo(i == 0 ? List.of() : List.of(attempts.get(i - 1).id()));
    }
    assertThat(collector.text()).doesNotContain("hidden", "/in");
  }

  private void closeTracing() {
    stop();
    Objects.requireNonNull(tracing).close();
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
