package io.postrider.server.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.delivery.Candidate;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.message.ComputedRecordWriter;
import io.postrider.message.HashKey;
import io.postrider.message.RecordBuffer;
import io.postrider.message.RecordView;
import io.postrider.route.DestinationSettings;
import io.postrider.route.SharedSecret;
import io.postrider.route.Webhook;
import io.postrider.webhook.Signer;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PreparedBodiesTest {

  /** docs/record-format.md */
  private static final int TYPE_AT = 1;

  private static final SharedSecret SECRET = SharedSecret.current("s3cret");

  private final SharedQueueBudget budget = new SharedQueueBudget(1 << 20);
  private final PreparedBodies prepared = new PreparedBodies(budget);
  private final WebhookRequests requests = requests();

  private static WebhookRequests requests() {
    return new WebhookRequests(
        new DestinationId(1),
        DestinationSettings.DEFAULT
            .withWebhooks(List.of(new Webhook("http://127.0.0.1:1/", List.of())))
            .withSecrets(List.of(SECRET)));
  }

  private static RecordView record(long offset) {
    return RecordView.of(ByteBuffer.wrap(bytes(offset)));
  }

  private static byte[] bytes(long offset) {
    RecordBuffer buffer = new RecordBuffer(512);
    String json =
        """
        {"type":"track","event":"E","userId":"u","messageId":"m%d",\
        "timestamp":"2026-01-01T00:00:00.000Z"}\
        """
            .formatted(offset);
    new ComputedRecordWriter(HashKey.of(new byte[HashKey.LENGTH]))
        .add(json.getBytes(UTF_8), new SourceId(1), Instant.EPOCH, new long[0], buffer);
    return Arrays.copyOf(buffer.bytes(), buffer.ends()[0]);
  }

  private PreparedBodies.Batch batch(long from, long to) {
    return PreparedBodies.prepare(
        requests,
        LongStream.range(from, to).mapToObj(at -> new Candidate(at, record(at))).toList());
  }

  private static String text(@Nullable SignedBody body) {
    return new String(requireNonNull(body).bytes(), UTF_8);
  }

  @Test
  void body_isSignedAsWhenItIsSent() {
    prepared.add(batch(5, 6));
    SignedBody body = requireNonNull(prepared.take(5, requests));
    assertThat(text(body)).contains("\"messageId\":\"m5\"");
    assertThat(body.signature()).isEqualTo(new Signer(List.of(SECRET)).signature(body.bytes()));
    assertThat(requests.content(record(5), body, 0))
        .isEqualTo(requests.content(record(5), null, 0));
  }

  @Test
  void bodies_areTakenInOrder_andSkippedOnesAreDropped() {
    prepared.add(batch(0, 3));
    prepared.add(batch(10, 12));
    assertThat(text(prepared.take(1, requests))).contains("m1");
    assertThat(prepared.take(1, requests)).isNull();
    assertThat(prepared.take(5, requests)).isNull();
    assertThat(text(prepared.take(10, requests))).contains("m10");
    assertThat(prepared.take(4, requests)).as("a retry of an earlier message").isNull();
    assertThat(text(prepared.take(11, requests))).contains("m11");
    assertThat(budget.takenBytes()).isZero();
  }

  @Test
  void otherSettings_doNotGetTheBody() {
    prepared.add(batch(0, 2));
    assertThat(prepared.take(0, requests())).isNull();
    assertThat(prepared.take(1, requests)).isNotNull();
  }

  /** The queue had no room for all that was read, so that the rest is read again. */
  @Test
  void messagesReadAgain_replaceTheirBodies() {
    prepared.add(batch(0, 4));
    long takenBytes = budget.takenBytes();
    prepared.add(batch(2, 4));
    assertThat(budget.takenBytes()).isEqualTo(takenBytes);
    for (long offset = 0; offset < 4; offset++) {
      assertThat(text(prepared.take(offset, requests))).contains("m" + offset);
    }
    assertThat(budget.takenBytes()).isZero();
  }

  @Test
  void bodiesWithoutRoomInTheBudget_areNotHeld() {
    int length = batch(0, 1).bodies().getFirst().content().bytes().length;
    SharedQueueBudget two = new SharedQueueBudget(2L * length);
    PreparedBodies small = new PreparedBodies(two);
    small.add(batch(0, 3));
    assertThat(two.takenBytes()).isEqualTo(2L * length);
    assertThat(small.take(1, requests)).isNotNull();
    assertThat(small.take(2, requests)).isNull();
    small.add(batch(3, 5));
    small.clear();
    assertThat(two.takenBytes()).isZero();
  }

  @Test
  void damagedRecord_isLeftToTheLoop() {
    byte[] damaged = Arrays.copyOf(bytes(1), bytes(1).length - 20);
    RecordView record = RecordView.of(ByteBuffer.wrap(damaged));
    assertThatThrownBy(() -> requests.content(record, null, 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    prepared.add(PreparedBodies.prepare(requests, List.of(new Candidate(1, record))));
    assertThat(prepared.take(1, requests)).isNull();
  }

  /** As in the log of a later version; its delivery fails when it is sent. */
  @Test
  void recordOfAnUnknownType_isLeftToTheLoop() {
    byte[] unknown = bytes(1);
    unknown[TYPE_AT] = 99;
    List<Candidate> candidates =
        List.of(
            new Candidate(0, record(0)),
            new Candidate(1, RecordView.of(ByteBuffer.wrap(unknown))),
            new Candidate(2, record(2)));
    prepared.add(PreparedBodies.prepare(requests, candidates));
    assertThat(prepared.take(0, requests)).isNotNull();
    assertThat(prepared.take(1, requests)).isNull();
    assertThat(prepared.take(2, requests)).isNotNull();
  }
}
