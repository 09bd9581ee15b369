package io.postrider.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonScannerTest {

  private final CanonicalJsonHarness canonicalJson = new CanonicalJsonHarness();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\":1,}",
        "{,}",
        "{a:1}",
        "{'a':1}",
        "{\"a\" 1}",
        "{\"a\":1 \"b\":2}",
        "[1,]",
        "[,1]",
        "[1 2]",
        "[1}",
        "{\"a\":1]",
        "{}}",
        "{} x",
        "\"a",
        "\"a\\",
        "\"a\\\"",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\u12g4\"",
        "\"\\U1234\"",
        "\"a\tb\"",
        "\"a\u0000b\"",
        "tru",
        "True",
        "nul",
        "NaN",
        "Infinity",
        "-",
        "+1",
        "01",
        "-01",
        "1.",
        ".5",
        "1e",
        "1e+",
        "1.e5",
        "0x1",
        "1_000",
        "\ufeff{}",
        "{}\u00a0",
        "// x\n{}",
      })
  void malformed_isRefused(String text) {
    assertThat(canonicalJson.isValid(IngestHarness.bytes(text))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "80", // continuation alone
    "c3", // cut short
    "c0af", // overlong slash
    "c1bf", // overlong
    "e08080", // overlong
    "e09fbf", // overlong
    "eda080", // surrogate
    "edbfbf", // surrogate
    "e282", // cut short
    "f0808080", // overlong
    "f08fbfbf", // overlong
    "f4908080", // beyond U+10FFFF
    "f5808080",
    "f09f98", // cut short
    "fe",
    "ff",
    "c328",
    "e228a1",
    "f0288c28"
  })
  void invalidUtf8_isRefused(String hex) {
    byte[] bytes = HexFormat.of().parseHex("22" + hex + "22");
    assertThat(canonicalJson.isValid(bytes)).isFalse();
    byte[] longer = HexFormat.of().parseHex("22" + "61".repeat(21) + hex + "61".repeat(9) + "22");
    assertThat(canonicalJson.isValid(longer)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"c280", "dfbf", "e0a080", "ed9fbf", "ee8080", "efbfbf", "f0908080", "f48fbfbf"})
  void edgesOfUtf8_areAcceptedAndCanonical(String hex) {
    byte[] bytes = HexFormat.of().parseHex("22" + hex + "22");
    assertThat(canonicalJson.isCanonical(bytes)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"a\":[1,2.5,true,false,null,\"x\"]}",
        "\"\\\"\\\\\\b\\f\\n\\r\\t\\u0000\\u001f\"",
        "\"\\ud800\"",
        "\"\\udfff\\ud800\"",
        "\"\u007f\u2028/<>é😀\"",
        "{\"0\":1,\"7\":2,\"10\":3,\"4294967294\":4,\"b\":5,\"a\":6,\"4294967295\":7,\"01\":8}",
      })
  void canonicalText_isRecognized(String text) {
    assertThat(canonicalJson.isCanonical(IngestHarness.bytes(text))).isTrue();
    assertThat(canonicalJson.canonicalize(IngestHarness.bytes(text)))
        .isEqualTo(IngestHarness.bytes(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{ }| {}",
        "{\"a\" :1}| {\"a\":1}",
        "[1, 2]| [1,2]",
        "\"\\/\"| \"/\"",
        "\"\\u003c\"| \"<\"",
        "\"\\u00e9\"| \"é\"",
        "\"\\ud83d\\ude00\"| \"😀\"",
        "\"\\uD800\"| \"\\ud800\"",
        "\"\\u0008\"| \"\\b\"",
        "\"\\u001F\"| \"\\u001f\"",
        "\"\\u0022\"| \"\\\"\"",
        "\"\\ud800\\u0061\"| \"\\ud800a\"",
        "{\"a\":1,\"0\":2}| {\"0\":2,\"a\":1}",
        "{\"2\":1,\"1\":2}| {\"1\":2,\"2\":1}",
        "{\"a\":1,\"a\":2}| {\"a\":2}",
        "{\"a\":1,\"b\":2,\"a\":3}| {\"a\":3,\"b\":2}",
        "{\"a\":1,\"b\":2,\"\\u0061\":3}| {\"a\":3,\"b\":2}",
        "{\"b\":{\"a\":1,\"0\":{\"x\":1,\"x\":2}},\"1\":[]}|"
            + " {\"1\":[],\"b\":{\"0\":{\"x\":2},\"a\":1}}",
      })
  void otherText_isRecognizedAndCanonicalized(String text, String canonical) {
    assertThat(canonicalJson.isCanonical(IngestHarness.bytes(text))).isFalse();
    assertThat(canonicalJson.canonicalize(IngestHarness.bytes(text)))
        .isEqualTo(IngestHarness.bytes(canonical));
  }

  @Test
  void repeatedKeys_areFoundInObjectsOfEverySize() {
    for (int size = 2; size < 60; size++) {
      for (int repeated = 0; repeated < size - 1; repeated++) {
        StringBuilder keys = new StringBuilder("{");
        for (int i = 0; i < size - 1; i++) {
          keys.append("\"key number ").append(i).append("\":{\"x\":0},");
        }
        byte[] distinct = IngestHarness.bytes(keys + "\"last\":0}");
        byte[] twice = IngestHarness.bytes(keys + "\"key number " + repeated + "\":0}");
        assertThat(canonicalJson.isCanonical(distinct)).isTrue();
        assertThat(canonicalJson.isCanonical(twice)).isFalse();
      }
    }
  }

  @Test
  void error_saysWhatAndWhere() {
    JsonScanner scanner = new JsonScanner();
    byte[] bytes = IngestHarness.bytes("xx{\"a\":1,}");
    scanner.start(bytes, 2, bytes.length);
    assertThatThrownBy(scanner::value)
        .isInstanceOfSatisfying(
            MalformedJsonException.class,
            e ->
                assertThat(e.rejection().message())
                    .isEqualTo("The body is not valid JSON: expected a key in quotes at byte 7."));
  }

  @Test
  void levels_areBounded() {
    String inner = "{\"a\":".repeat(32) + "[".repeat(32);
    String outer = "]".repeat(32) + "}".repeat(32);
    assertThat(canonicalJson.isValid(IngestHarness.bytes(inner + outer))).isTrue();
    assertThat(canonicalJson.isValid(IngestHarness.bytes(inner + "[]" + outer))).isFalse();
    assertThat(canonicalJson.isValid(IngestHarness.bytes(inner + "{}" + outer))).isFalse();
  }

  @Test
  void bytesBeyondTheEnd_areIgnored() {
    JsonScanner scanner = new JsonScanner();
    String text = "{\"key\":\"value\",\"k\":[1,2,true]}";
    byte[] bytes = IngestHarness.bytes(text + "\"\"}}]]garbage");
    for (int end = 1; end < text.length(); end++) {
      scanner.start(bytes, 0, end);
      assertThatThrownBy(
              () -> {
                scanner.value();
                scanner.end();
              })
          .as(text.substring(0, end))
          .isInstanceOf(MalformedJsonException.class);
    }
    scanner.start(bytes, 0, text.length());
    assertThat(scanner.value()).isEqualTo(JsonScanner.OBJECT);
    scanner.end();
  }
}
