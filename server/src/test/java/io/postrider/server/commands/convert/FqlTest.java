package io.postrider.server.commands.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FqlTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "type = \"track\" | {\"type\":[\"track\"]}",
        "type='track'     | {\"type\":[\"track\"]}",
        "event != \"A\"   | {\"not\":{\"event\":[\"A\"]}}",
        "properties.total >= 5.5 |"
            + " {\"field\":\"properties.total\",\"op\":\"at_least\",\"value\":5.5}",
        "properties.test = true  |"
            + " {\"field\":\"properties.test\",\"op\":\"equals\",\"value\":true}",
        "traits.plan = null      | {\"field\":\"traits.plan\",\"op\":\"not_exists\"}",
        "traits.plan != null     | {\"not\":{\"field\":\"traits.plan\",\"op\":\"not_exists\"}}",
        "contains(properties.a, \"b\") |"
            + " {\"field\":\"properties.a\",\"op\":\"contains\",\"value\":\"b\"}",
        "match(event, \"A*\")    | {\"field\":\"event\",\"op\":\"starts_with\",\"value\":\"A\"}",
        "match(event, \"*A\")    | {\"field\":\"event\",\"op\":\"ends_with\",\"value\":\"A\"}",
        "match(event, \"*A*\")   | {\"field\":\"event\",\"op\":\"contains\",\"value\":\"A\"}",
        "match(event, \"A\")     | {\"event\":[\"A\"]}",
        "!(type = \"page\")      | {\"not\":{\"type\":[\"page\"]}}",
        "userId = \"a\\\"b\"     | {\"field\":\"userId\",\"op\":\"equals\",\"value\":\"a\\\"b\"}"
      })
  void expression_isACondition(String text, String condition) {
    assertThat(Fql.parse(text).orElseThrow().toString()).isEqualTo(condition);
  }

  @Test
  void and_bindsTighterThanOr() {
    assertThat(Fql.parse("type = 'a' or type = 'b' and type = 'c'").orElseThrow().toString())
        .isEqualTo(
            "{\"any\":[{\"type\":[\"a\"]},{\"all\":[{\"type\":[\"b\"]},{\"type\":[\"c\"]}]}]}");
    assertThat(Fql.parse("(type = 'a' or type = 'b') and type = 'c'").orElseThrow().toString())
        .isEqualTo(
            "{\"all\":[{\"any\":[{\"type\":[\"a\"]},{\"type\":[\"b\"]}]},{\"type\":[\"c\"]}]}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "all"})
  void all_isNoCondition(String text) {
    assertThat(Fql.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "length(event) > 10",
        "lowercase(event) = 'a'",
        "match(event, 'a*b')",
        "match(event, '*')",
        "'a' in properties.list",
        "type =",
        "type = 'a' or",
        "(type = 'a'",
        "type = 'a' )",
        "type ~ 'a'",
        "type = other"
      })
  void otherExpressions_areRefused(String text) {
    assertThatThrownBy(() -> Fql.parse(text)).isInstanceOf(Fql.UnsupportedException.class);
  }

  @Test
  void nesting_isBounded() {
    String deepest = "!".repeat(Fql.MAX_DEPTH - 1) + "type = 'a'";
    assertThat(Fql.parse(deepest)).isPresent();
    assertThatThrownBy(() -> Fql.parse("!" + deepest)).hasMessage("it is nested too deeply");
  }
}
