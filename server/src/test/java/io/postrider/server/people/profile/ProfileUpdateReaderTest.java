package io.postrider.server.people.profile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.SourceId;
import io.postrider.message.ComputedRecordWriter;
import io.postrider.message.HashKey;
import io.postrider.message.MessageType;
import io.postrider.message.RecordBuffer;
import io.postrider.message.RecordView;
import io.postrider.server.usage.AcceptedRecords;
import java.nio.ByteBuffer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileUpdateReaderTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final HashKey KEY = HashKey.of(new byte[HashKey.LENGTH]);

  private final IdHasher hashing = new IdHasher(KEY);
  private final ProfileUpdateReader reader = new ProfileUpdateReader(hashing);
  private final AcceptedRecords accepted = new AcceptedRecords();

  private ProfileUpdate read(MessageType type, String json) {
    return read(accepted.of(1, type, NOON, json.replace('\'', '"')));
  }

  private ProfileUpdate read(byte[] record) {
    return requireNonNull(reader.read(RecordView.of(ByteBuffer.wrap(record)), 7, 0));
  }

  private @Nullable ProfileUpdate computed(String type) {
    RecordBuffer buffer = new RecordBuffer(256);
    String json =
        "{'type':'%s','userId':'u','messageId':'m','timestamp':'%s'}".formatted(type, NOON);
    new ComputedRecordWriter(KEY)
        .add(json.replace('\'', '"').getBytes(UTF_8), new SourceId(1), NOON, new long[0], buffer);
    return reader.read(
        RecordView.of(ByteBuffer.wrap(buffer.bytes(), 0, buffer.ends()[0]).slice()), 7, 0);
  }

  @Test
  void computedMessages_areSkipped() {
    assertThat(computed("identify")).isNull();
    assertThat(computed("track")).isNull();
  }

  @Test
  void deletion_isReported() {
    ProfileUpdate update = requireNonNull(computed("delete"));
    assertThat(update.content()).isEqualTo(new ProfileUpdate.Erased(7));
    assertThat(update.user()).isEqualTo(hashing.identity(Identity.Kind.USER, "u"));
  }

  @Test
  void ids_areOfTheirKind() {
    ProfileUpdate update =
        read(MessageType.TRACK, "{'userId':'same','anonymousId':'same','event':'E'}");
    assertThat(update.user()).isNotNull().isNotEqualTo(update.anonymous());
  }

  @ParameterizedTest
  @CsvSource({
    "2026-03-01T11:00:00Z, 2026-03-01T11:00:00Z",
    "2026-03-01T13:00:00Z, 2026-03-01T12:00:00Z",
  })
  void lastSeen_isNeverAfterTheReceiveTime(String timestamp, Instant seen) {
    ProfileUpdate update =
        read(MessageType.TRACK, "{'userId':'u','event':'E','timestamp':'%s'}".formatted(timestamp));
    assertThat(update.atMillis()).isEqualTo(Instant.parse(timestamp).toEpochMilli());
    assertThat(update.seenMillis()).isEqualTo(seen.toEpochMilli());
  }

  @Test
  void nameAndCategoryOfAView_areProperties() {
    assertThat(happened(read(MessageType.PAGE, "{'userId':'u','name':'Home','category':'A'}")))
        .isEqualTo("{\"name\":\"tHome\",\"category\":\"tA\"}");
    assertThat(
            happened(
                read(
                    MessageType.SCREEN,
                    "{'userId':'u','name':'Home','properties':{'name':'Own','category':null}}")))
        .isEqualTo("{\"name\":\"tOwn\"}");
    assertThat(
            happened(
                read(
                    MessageType.PAGE,
                    "{'userId':'u','category':'A','properties':{'category':null}}")))
        .isEqualTo("{\"category\":\"tA\"}");
  }

  private static String happened(ProfileUpdate update) {
    ProfileUpdate.Happened happened = (ProfileUpdate.Happened) update.content();
    assertThat(happened.sizeBytes())
        .isEqualTo(ProfileUpdateReader.EVENT_BYTES + happened.properties().getBytes(UTF_8).length);
    assertThat(happened.seq()).isEqualTo(7);
    return happened.properties();
  }

  @Test
  void oldEvents_onlyUpdateLastSeen() {
    byte[] record = accepted.track(1, NOON, "E");
    RecordView view = RecordView.of(ByteBuffer.wrap(record));
    ProfileUpdate kept = requireNonNull(reader.read(view, 7, NOON.toEpochMilli()));
    ProfileUpdate seen = requireNonNull(reader.read(view, 7, NOON.toEpochMilli() + 1));
    assertThat(kept.content()).isInstanceOf(ProfileUpdate.Happened.class);
    assertThat(seen.content()).isInstanceOf(ProfileUpdate.Seen.class);
  }

  @Test
  void partitionsAndOffsets_makeDifferentNumbers() {
    assertThat(Profiles.seq(0, 5)).isEqualTo(5);
    assertThat(Profiles.seq(1, 5)).isEqualTo((1L << 48) + 5);
  }
}
