package io.postrider.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {

  private static final String MESSAGE =
      """
      {"userId":"ada","traits":{"email":"a@b.c","home":{"email":"d@e.f","city":"London"}},\
      "properties":{"products":[{"sku":"s1","n":1},{"sku":"s2"}],"total":12.5},"email":"top"}\
      """;

  private static String masked(String json, String... paths) {
    return Redaction.of(List.of(paths)).masked(json);
  }

  @Test
  void path_masksExactlyItsField() {
    assertThat(masked(MESSAGE, "traits.email")).isEqualTo(MESSAGE.replace("\"a@b.c\"", "\"***\""));
    assertThat(masked(MESSAGE, "email")).isEqualTo(MESSAGE.replace("\"top\"", "\"***\""));
    assertThat(masked(MESSAGE, "traits.phone", "traits.email.deeper")).isEqualTo(MESSAGE);
  }

  @Test
  void star_masksTheFieldAtAnyDepth() {
    assertThat(masked(MESSAGE, "*.email"))
        .isEqualTo(
            MESSAGE
                .replace("\"a@b.c\"", "\"***\"")
                .replace("\"d@e.f\"", "\"***\"")
                .replace("\"top\"", "\"***\""));
    assertThat(masked(MESSAGE, "*.home.email")).isEqualTo(MESSAGE.replace("d@e.f", "***"));
    assertThat(masked("{\"a\":{\"a\":{\"b\":1}}}", "*.a.b"))
        .isEqualTo("{\"a\":{\"a\":{\"b\":\"***\"}}}");
  }

  @Test
  void objectsAndNumbers_areMaskedWhole() {
    assertThat(masked(MESSAGE, "traits", "properties.total"))
        .isEqualTo(
            """
            {"userId":"ada","traits":"***",\
            "properties":{"products":[{"sku":"s1","n":1},{"sku":"s2"}],"total":"***"},\
            "email":"top"}\
            """);
    assertThat(masked("{\"a\":[1,{\"b\":2}],\"c\":null}", "a", "c"))
        .isEqualTo("{\"a\":\"***\",\"c\":\"***\"}");
  }

  @Test
  void arrays_areTraversed() {
    assertThat(masked(MESSAGE, "properties.products.sku"))
        .isEqualTo(MESSAGE.replace("\"s1\"", "\"***\"").replace("\"s2\"", "\"***\""));
    assertThat(masked("[[{\"a\":1}]]", "a")).isEqualTo("[[{\"a\":\"***\"}]]");
  }

  @Test
  void keys_areComparedDecoded() {
    assertThat(masked("{\"tr\\u0061its\":{\"é\":1}, \"traits\" : 2}", "traits"))
        .isEqualTo("{\"tr\\u0061its\":\"***\", \"traits\" : \"***\"}");
    assertThat(masked("{\"traits\":{\"é\":1}}", "traits.é"))
        .isEqualTo("{\"traits\":{\"é\":\"***\"}}");
  }

  @Test
  void idsOfAliasCalls_areMaskedToo() {
    String alias = "{\"Previous ID\":\"x\",\"User ID\":\"y\",\"a\":{\"User ID\":\"z\"}}";
    assertThat(masked(alias, "userId"))
        .isEqualTo("{\"Previous ID\":\"x\",\"User ID\":\"***\",\"a\":{\"User ID\":\"z\"}}");
    assertThat(masked(alias, "*.userId", "previousId")).doesNotContain("x\"", "y\"", "z\"");
  }

  /** Truncated anywhere, the text shows nothing masked and nothing new. */
  @Test
  void truncatedJson_isMaskedFromTheEndOn() {
    String whole = masked(MESSAGE, "*.email", "properties.total");
    for (int cut = 0; cut < MESSAGE.length(); cut++) {
      String shown = masked(MESSAGE.substring(0, cut), "*.email", "properties.total");
      assertThat(shown).endsWith("***").doesNotContain("a@b", "d@e", "top", "12.");
      assertThat(whole).startsWith(shown.substring(0, shown.length() - 3));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"a\":\"lo|{\"a\":***",
        "{\"a\":1,\"b|{\"a\":1***",
        "<html>|***",
        "{\"a\":1} x|{\"a\":1}***",
        "{\"a\":{\"b\":[1,2|{\"a\":{\"b\":[1,2***"
      })
  void invalidJson_isMaskedFromTheErrorOn(String json, String expected) {
    assertThat(masked(json, "z")).isEqualTo(expected);
  }

  @Test
  void tooDeep_isMasked() {
    String deep = "{\"a\":".repeat(200) + "\"secret\"" + "}".repeat(200);
    assertThat(masked(deep, "z")).doesNotContain("secret").endsWith("***");
  }

  @Test
  void noPaths_changeNothing() {
    assertThat(Redaction.of(List.of())).isSameAs(Redaction.NONE);
    assertThat(Redaction.NONE.masked("{\"a\":")).isEqualTo("{\"a\":");
    assertThat(Redaction.NONE.hides("userId")).isFalse();
    Redaction some = Redaction.of(List.of("userId", "traits.email", "*.messageId"));
    assertThat(some.hides("userId")).isTrue();
    assertThat(some.hides("messageId")).isTrue();
    assertThat(some.hides("traits")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "a.", ".a", "a..b", "*", "*.", "a.*", "a.*.b", "*.*", "*.*.a"})
  void otherText_isRejected(String text) {
    assertThat(Redaction.isPath(text)).isFalse();
    assertThatThrownBy(() -> masked("{}", text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void longestPath_isAccepted() {
    assertThat(Redaction.isPath("a".repeat(Redaction.MAX_PATH_LENGTH))).isTrue();
    assertThat(Redaction.isPath("a".repeat(Redaction.MAX_PATH_LENGTH + 1))).isFalse();
  }
}
