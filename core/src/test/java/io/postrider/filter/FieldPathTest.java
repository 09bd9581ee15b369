package io.postrider.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.message.Field;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FieldPathTest {

  private static FieldPath path(String text) {
    return FieldPath.parse(text).orElseThrow();
  }

  @Test
  void path_isParsed() {
    assertThat(path("properties.address.city"))
        .isEqualTo(new FieldPath(Field.PROPERTIES, List.of("address", "city")));
    assertThat(path("userId")).isEqualTo(new FieldPath(Field.USER_ID, List.of()));
    assertThat(path("context").keys()).isEmpty();
  }

  @Test
  void backslash_escapesADot() {
    FieldPath path = path("traits.a\\.b\\\\c. d ");
    assertThat(path.keys()).containsExactly("a.b\\c", " d ");
    assertThat(path).hasToString("traits.a\\.b\\\\c. d ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        "properties.",
        "properties..a",
        ".properties",
        "propertys.a",
        "userId.x",
        "Traits.a",
        "properties.a\\",
        "properties.a\\b",
        "receivedAt",
        "integrations.All",
        "properties[0]",
      })
  void otherText_isNoPath(String text) {
    assertThat(FieldPath.parse(text)).isEmpty();
  }

  @Test
  void length_isBounded() {
    String longest = "properties." + "x".repeat(FieldPath.MAX_LENGTH - "properties.".length());
    assertThat(FieldPath.parse(longest)).isPresent();
    assertThat(FieldPath.parse(longest + "x")).isEmpty();
    String deepest = "properties" + ".x".repeat(FieldPath.MAX_KEYS);
    assertThat(FieldPath.parse(deepest)).isPresent();
    assertThat(FieldPath.parse(deepest + ".x")).isEmpty();
  }
}
