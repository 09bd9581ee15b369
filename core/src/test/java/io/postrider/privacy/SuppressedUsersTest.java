package io.postrider.privacy;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.SourceId;
import io.postrider.message.HashKey;
import io.postrider.message.IngestHarness;
import io.postrider.message.MessageType;
import io.postrider.message.RecordBuffer;
import io.postrider.message.UserHash;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SuppressedUsersTest {

  private static final SourceId OTHER = new SourceId(77);

  private final UserHash hash = new UserHash(IngestHarness.KEY);
  private final SuppressedUsers users = new SuppressedUsers();

  /** Whether a call belongs to a suppressed user; single quotes stand for double ones. */
  private boolean covers(MessageType type, String json) {
    RecordBuffer records = new IngestHarness().call(type, json.replace('\'', '"')).records();
    return users.cover(records.last(), records.bytes(), hash);
  }

  private boolean coversTrack(String userId) {
    return covers(MessageType.TRACK, "{'userId':" + userId + ",'event':'E'}");
  }

  @Test
  void nobody_isSuppressedAtFirst() {
    assertThat(users.isEmpty()).isTrue();
    assertThat(coversTrack("'ada'")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "ada, 'ada'",
        "7, 7",
        "é, '\\u00e9'",
        "é, 'é'",
        "a/b, 'a\\/b'",
        "😀, '\\ud83d\\ude00'",
        "😀, '😀'",
        "<x>, '\\u003cx\\u003e'"
      })
  void userId_matchesInAnyEncoding(String userId, String json) {
    users.add(hash, null, userId);
    assertThat(coversTrack(json)).isTrue();
    assertThat(coversTrack("'adb'")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\ud83d", "\u0000", "\"\\\n\t\b\f\r", "\u001f\u007f", " "})
  void userId_mayHaveAnyCharacters(String userId) {
    StringBuilder json = new StringBuilder("'");
    userId.chars().forEach(c -> json.append(String.format("\\u%04X", c)));
    users.add(hash, null, userId);
    assertThat(coversTrack(json.append("'").toString())).isTrue();
    assertThat(coversTrack("'x'")).isFalse();
  }

  @Test
  void source_limitsASuppression() {
    users.add(hash, OTHER, "ada");
    assertThat(users.isEmpty()).isFalse();
    assertThat(coversTrack("'ada'")).isFalse();
    users.add(hash, IngestHarness.SOURCE, "ada");
    assertThat(coversTrack("'ada'")).isTrue();
    assertThat(coversTrack("'bob'")).isFalse();
    assertThat(users.size()).isEqualTo(2);
  }

  @Test
  void bothKinds_areChecked() {
    users.add(hash, null, "ada");
    users.add(hash, IngestHarness.SOURCE, "bob");
    assertThat(coversTrack("'ada'")).isTrue();
    assertThat(coversTrack("'bob'")).isTrue();
    assertThat(coversTrack("'eve'")).isFalse();
  }

  @Test
  void alias_matchesBothIds() {
    users.add(hash, null, "ada");
    assertThat(covers(MessageType.ALIAS, "{'userId':'ada','previousId':'x'}")).isTrue();
    assertThat(covers(MessageType.ALIAS, "{'userId':'x','previousId':'ada'}")).isTrue();
    assertThat(covers(MessageType.ALIAS, "{'userId':'x','previousId':'y'}")).isFalse();
  }

  @Test
  void otherIds_areIgnored() {
    users.add(hash, null, "ada");
    assertThat(covers(MessageType.IDENTIFY, "{'anonymousId':'ada'}")).isFalse();
    assertThat(covers(MessageType.GROUP, "{'userId':'x','groupId':'ada'}")).isFalse();
    assertThat(covers(MessageType.TRACK, "{'userId':'x','event':'E','previousId':'ada'}"))
        .isFalse();
  }

  @Test
  void hash_dependsOnTheKey() {
    users.add(new UserHash(HashKey.of("0123456789abcdef".getBytes(US_ASCII))), null, "ada");
    assertThat(coversTrack("'ada'")).isFalse();
  }

  @Test
  void hashInRecords_equalsTheRecordsHash() {
    RecordBuffer records =
        new IngestHarness()
            .call(MessageType.TRACK, "{\"userId\":\"\\u00e9\",\"event\":\"E\"}")
            .records();
    assertThat(hash.inRecords(IngestHarness.SOURCE, "é")).isEqualTo(records.last().userHash());
    assertThat(hash.inRecords(OTHER, "é")).isNotEqualTo(records.last().userHash());
  }
}
