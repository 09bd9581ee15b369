package io.postrider.audience;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.condition.Decimal;
import io.postrider.condition.Value;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TraitValueJsonTest {

  private static final List<Value> VALUES =
      List.of(
          Value.of("text with \"quotes\", \u00e9, \u2028 and \ud83d\ude00"),
          Value.of(""),
          Value.of("100"),
          Value.of("true"),
          number("100"),
          number("-0.5"),
          number("12345678901234567890"),
          Value.of(true),
          Value.of(false),
          new Value.Items(List.of(Value.of("a,b"), number("1"), Value.of(false))));

  private static Value number(String text) {
    return Value.of(Decimal.of(text));
  }

  @Test
  void sentForm_saysItsValueAndNoOther() {
    for (Value one : VALUES) {
      for (Value other : VALUES) {
        assertThat(TraitValueJson.says(TraitValueJson.sent(one), other))
            .as("%s says %s", one, other)
            .isEqualTo(one.equals(other));
      }
    }
  }

  @Test
  void spellingOfANumber_doesNotMatter() {
    assertThat(TraitValueJson.says("100", number("1E+2"))).isTrue();
    assertThat(TraitValueJson.says("1E+2", number("100"))).isTrue();
    assertThat(TraitValueJson.says("[100,\"a\"]", items("1E+2"))).isTrue();
    assertThat(TraitValueJson.says("101", number("1E+2"))).isFalse();
    assertThat(TraitValueJson.says("[101,\"a\"]", items("1E+2"))).isFalse();
  }

  private static Value items(String first) {
    return new Value.Items(List.of(number(first), Value.of("a")));
  }
}
