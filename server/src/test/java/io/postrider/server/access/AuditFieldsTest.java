package io.postrider.server.access;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class AuditFieldsTest {

  private static List<String> told(AuditFields before, AuditFields after) {
    return before.changesTo(after).stream()
        .map(change -> change.field() + ": " + change.from() + " > " + change.to())
        .toList();
  }

  @Test
  void equalFields_areNoChange() {
    AuditFields one = AuditFields.none().with("a", 1).with("b", List.of("x")).secret("c", "s");
    AuditFields other = AuditFields.none().secret("c", "s").with("b", List.of("x")).with("a", 1);
    assertThat(told(one, other)).isEmpty();
  }

  @Test
  void fields_areAddedRemovedAndChanged() {
    assertThat(
            told(
                AuditFields.none().with("a", 1).with("b", "x").with("gone", null),
                AuditFields.none().with("b", "y").with("c", true)))
        .containsExactly("a: 1 > null", "b: \"x\" > \"y\"", "c: null > true");
  }

  @Test
  void secret_isHiddenInChanges() {
    assertThat(told(AuditFields.none().secret("s", "one"), AuditFields.none().secret("s", "two")))
        .containsExactly("s: \"***\" > \"***\"");
    assertThat(told(AuditFields.none(), AuditFields.none().secret("s", "one")))
        .containsExactly("s: null > \"***\"");
  }

  @Test
  void longValues_areCut() {
    String fits = "x".repeat(AuditFields.MAX_VALUE_LENGTH);
    assertThat(told(AuditFields.none(), AuditFields.none().with("a", fits)))
        .containsExactly("a: null > \"" + fits + "\"");
    assertThat(told(AuditFields.none(), AuditFields.none().with("a", fits + "y")))
        .containsExactly("a: null > \"" + fits + "…\"");
    List<String> many = List.of(fits, "z");
    assertThat(
            requireNonNull(
                    AuditFields.none()
                        .changesTo(AuditFields.none().with("a", many))
                        .getFirst()
                        .to())
                .textValue())
        .hasSize(AuditFields.MAX_VALUE_LENGTH + 1)
        .startsWith("[\"xxx")
        .endsWith("…");
    assertThat(told(AuditFields.none(), AuditFields.none().with(fits + "y", 1)))
        .containsExactly(fits + "…: null > 1");
  }

  @Test
  void changesBeyondTheLimit_areCounted() {
    AuditFields hundred = AuditFields.none();
    for (int i = 0; i < AuditFields.MAX_CHANGES; i++) {
      hundred.with("f" + i, i);
    }
    assertThat(told(AuditFields.none(), hundred)).hasSize(100).last().isEqualTo("f99: null > 99");
    hundred.with("f100", 100);
    assertThat(told(AuditFields.none(), hundred))
        .hasSize(100)
        .last()
        .isEqualTo("…: null > \"2 more\"");
  }
}
