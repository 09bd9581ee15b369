package io.postrider.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names and numbers that clients and stored records rely on. */
class WireNamesTest {

  @Test
  void errorCodes_areThoseOfTheContract() {
    String codes =
        Arrays.stream(ErrorCode.values())
            .map(code -> code.wireName() + " " + code.status())
            .collect(Collectors.joining(", "));
    assertThat(codes)
        .isEqualTo(
            "invalid_json 400, invalid_write_key 401, source_disabled 403, message_too_large 413,"
                + " batch_too_large 413, empty_batch 400, no_user_anon_id 400, id_not_string 400,"
                + " name_not_string 400,"
                + " event_not_defined 400, group_id_not_defined 400, user_id_not_defined 400,"
                + " previous_id_not_defined 400, properties_not_object 400, traits_not_object 400,"
                + " context_not_object 400, integrations_not_object 400, type_unknown 400,"
                + " timestamp_invalid 400, message_id_too_long 400, too_many_requests 429,"
                + " unavailable 503");
  }

  @ParameterizedTest
  @CsvSource({
    "identify, i, 1",
    "track, t, 2",
    "page, p, 3",
    "screen, s, 4",
    "group, g, 5",
    "alias, a, 6"
  })
  void messageType_hasALongAndAShortPath(String path, String letter, int code) {
    MessageType type = MessageType.ofCode(code).orElseThrow();
    assertThat(type.wireName()).isEqualTo(path);
    assertThat(MessageType.ofPath(path)).contains(type);
    assertThat(MessageType.ofPath(letter)).contains(type);
  }

  @Test
  void delete_hasNoPath() {
    assertThat(MessageType.ofPath("delete")).isEmpty();
    assertThat(MessageType.ofPath("d")).isEmpty();
    assertThat(MessageType.ofPath("")).isEmpty();
    assertThat(MessageType.DELETE.code()).isEqualTo(7);
    assertThat(MessageType.ofCode(0)).isEmpty();
    assertThat(MessageType.ofCode(8)).isEmpty();
  }

  @Test
  void fieldIds_neverChange() {
    String ids =
        Arrays.stream(Field.values())
            .filter(field -> field.id() != 0)
            .map(field -> field.wireName() + " " + field.id())
            .collect(Collectors.joining(", "));
    assertThat(ids)
        .isEqualTo(
            "messageId 1, userId 2, anonymousId 3, event 4, groupId 5, previousId 6, name 7,"
                + " category 8, traits 9, properties 10, context 11, integrations 12,"
                + " timestamp 13");
  }

  @Test
  void everyField_isFoundOnlyByItsKey() {
    for (Field field : Field.values()) {
      assertThat(found(field.wireName())).isEqualTo(field.wireName());
      for (int i = 0; i < field.wireName().length(); i++) {
        StringBuilder other = new StringBuilder(field.wireName());
        other.setCharAt(i, '_');
        assertThat(found(other.toString())).isEqualTo("none");
      }
    }
    assertThat(found("")).isEqualTo("none");
    assertThat(found("originalTimestampX")).isEqualTo("none");
  }

  private static String found(String key) {
    JsonScanner scanner = new JsonScanner();
    byte[] json = IngestHarness.bytes("{\"" + key + "\":1}");
    scanner.start(json, 0, json.length);
    assertThat(scanner.firstMember()).isTrue();
    Field field = scanner.field();
    return field == null ? "none" : field.wireName();
  }
}
