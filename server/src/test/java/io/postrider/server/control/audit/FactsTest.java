package io.postrider.server.control.audit;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class FactsTest {

  private static List<String> told(Facts before, Facts after) {
    return before.changesTo(after).stream()
        .map(change -> change.field() + ": " + change.from() + " > " + change.to())
        .toList();
  }

  @Test
  void sameFacts_areNoChange() {
    Facts one = Facts.none().with("a", 1).with("b", List.of("x")).secret("c", "s");
    Facts other = Facts.none().secret("c", "s").with("b", List.of("x")).with("a", 1);
    assertThat(told(one, other)).isEmpty();
  }

  @Test
  void fields_comeGoAndChange() {
    assertThat(
            told(
                Facts.none().with("a", 1).with("b", "x").with("gone", null),
                Facts.none().with("b", "y").with("c", true)))
        .containsExactly("a: 1 > null", "b: \"x\" > \"y\"", "c: null > true");
  }

  @Test
  void secret_showsThatItChangedAndNotWhat() {
    assertThat(told(Facts.none().secret("s", "one"), Facts.none().secret("s", "two")))
        .containsExactly("s: \"***\" > \"***\"");
    assertThat(told(Facts.none(), Facts.none().secret("s", "one")))
        .containsExactly("s: null > \"***\"");
  }

  @Test
  void longValues_areCut() {
    String fits = "x".repeat(Facts.LONGEST_VALUE);
    assertThat(told(Facts.none(), Facts.none().with("a", fits)))
        .containsExactly("a: null > \"" + fits + "\"");
    assertThat(told(Facts.none(), Facts.none().with("a", fits + "y")))
        .containsExactly("a: null > \"" + fits + "…\"");
    List<String> many = List.of(fits, "z");
    assertThat(
            requireNonNull(Facts.none().changesTo(Facts.none().with("a", many)).getFirst().to())
                .textValue())
        .hasSize(Facts.LONGEST_VALUE + 1)
        .startsWith("[\"xxx")
        .endsWith("…");
    assertThat(told(Facts.none(), Facts.none().with(fits + "y", 1)))
        .containsExactly(fits + "…: null > 1");
  }

  @Test
  void manyChanges_areCounted() {
    Facts hundred = Facts.none();
    for (int i = 0; i < Facts.MOST_CHANGES; i++) {
      hundred.with("f" + i, i);
    }
    assertThat(told(Facts.none(), hundred)).hasSize(100).last().isEqualTo("f99: null > 99");
    hundred.with("f100", 100);
    assertThat(told(Facts.none(), hundred)).hasSize(100).last().isEqualTo("…: null > \"2 more\"");
  }
}
