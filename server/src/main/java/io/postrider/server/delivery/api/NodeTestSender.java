package io.postrider.server.delivery.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.delivery.Outcome.Delivered;
import io.postrider.delivery.Outcome.Failure;
import io.postrider.id.SourceId;
import io.postrider.message.ComputedRecordWriter;
import io.postrider.message.HashKey;
import io.postrider.message.MessageType;
import io.postrider.message.RecordBuffer;
import io.postrider.message.RecordView;
import io.postrider.route.Destination;
import io.postrider.server.delivery.Breakers;
import io.postrider.server.delivery.SinglePost;
import io.postrider.server.delivery.client.AttemptResult;
import io.postrider.server.delivery.stats.BodySample;
import io.postrider.server.delivery.stats.SecretMask;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Builds a test message and sends it to every URL of a destination. */
final class NodeTestSender implements TestResource.Sender {

  private static final int RECORD_BYTES = 1_024;
  private static final DateTimeFormatter MILLISECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private final SinglePost post;
  private final Breakers breakers;

  NodeTestSender(SinglePost post, Breakers breakers) {
    this.post = post;
    this.breakers = breakers;
  }

  @Override
  public TestResource.Report send(Destination destination, MessageType type) {
    SinglePost.Sent sent = post.post(destination.settings(), sample(type));
    List<TestResource.Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < sent.results().size(); i++) {
      String url = destination.settings().webhooks().get(i).url();
      AttemptResult result = sent.results().get(i);
      if (result.outcome() instanceof Delivered) {
        breakers.tested(destination.id(), url);
      }
      outcomes.add(outcome(SecretMask.url(url), result));
    }
    return new TestResource.Report(outcomes, sent.body().toString());
  }

  private static TestResource.Outcome outcome(String url, AttemptResult result) {
    Failure failure = result.outcome() instanceof Failure failed ? failed : null;
    return new TestResource.Outcome(
        url,
        failure == null,
        result.status() == 0 ? null : (Integer) result.status(),
        failure == null ? null : failure.reason().wireName(),
        failure == null ? null : failure.detail(),
        result.latency(),
        BodySample.of(result.response()));
  }

  private static RecordView sample(MessageType type) {
    String own =
        switch (type) {
          case IDENTIFY -> "\"traits\":{\"name\":\"Test User\"},";
          case TRACK -> "\"event\":\"Test Event\",\"properties\":{\"test\":true},";
          case PAGE, SCREEN -> "\"name\":\"Test\",\"properties\":{\"test\":true},";
          case GROUP -> "\"groupId\":\"test-group\",\"traits\":{\"name\":\"Test Group\"},";
          case ALIAS -> "\"previousId\":\"test-visitor\",";
          case DELETE -> "";
        };
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    String json =
        "{\"type\":\""
            + type.wireName()
            + "\",\"userId\":\"test-user\","
            + own
            + "\"context\":{},\"messageId\":\"test-"
            + UUID.randomUUID()
            + "\",\"timestamp\":\""
            + MILLISECONDS.format(now)
            + "\"}";
    RecordBuffer buffer = new RecordBuffer(RECORD_BYTES);
    new ComputedRecordWriter(HashKey.of(new byte[HashKey.LENGTH]))
        .add(json.getBytes(UTF_8), SourceId.NONE, now, new long[0], buffer);
    int start = buffer.start(0);
    return RecordView.of(ByteBuffer.wrap(buffer.bytes(), start, buffer.ends()[0] - start));
  }
}
