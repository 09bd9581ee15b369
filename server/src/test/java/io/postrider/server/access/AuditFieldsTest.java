package io.postrider.server.access;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class AuditFieldsTest {

  private static List<String> described(AuditFields before, AuditFields after) {
    return before.changesTo(after).stream()
        .map(change -> change.field() + ": " + change.from() + " > " + change.to())
        .toList();
  }

  @Test
  void equalFields_areNoChange() {
    AuditFields one = AuditFields.none().with("a", 1).with("b", List.of("x")).secret("c", "s");
    AuditFields other = AuditFields.none().secret("c", "s").with("b", List.of("x")).with("a", 1);
    assertThat(described(one, other)).isEmpty();
  }

  @Test
  void fields_areAddedRemovedAndChanged() {
    assertThat(
            described(
                AuditFields.none().with("a", 1).with("b", "x").with("gone", null),
                AuditFields.none().with("b", "y").with("c", true)))
        .containsExactly("a: 1 > null", "b: \"x\" > \"y\"", "c: null > true");
  }

  @Test
  void secret_isHiddenInChanges() {
    assertThat(
            described(AuditFields.none().secret("s", "one"), AuditFields.none().secret("s", "two")))
        .containsExactly("s: \"***\" > \"***\"");
    assertThat(described(AuditFields.none(), AuditFields.none().secret("s", "one")))
        .containsExactly("s: null > \"***\"");
  }

  @Test
  void longValues_areCut() {
    String fits = "x".repeat(AuditFields.MAX_VALUE_LENGTH);
    assertThat(described(AuditFields.none(), AuditFields.none().with("a", fits)))
        .containsExactly("a: null > \"" + fits + "\"");
    assertThat(described(AuditFields.none(), AuditFields.none().with("a", fits + "y")))
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
    assertThat(described(AuditFields.none(), AuditFields.none().with(fits + "y", 1)))
        .containsExactly(fits + "…: null > 1");
  }

  @Test
  void changesBeyondTheLimit_areCounted() {
    AuditFields hundred = AuditFields.none();
    for (int i = 0; i < AuditFields.MAX_CHANGES; i++) {
      hundred.with("f" + i, i);
    }
    assertThat(described(AuditFields.none(), hundred))
        .hasSize(100)
        .last()
        .isEqualTo("f99: null > 99");
    hundred.with("f100", 100);
    assertThat(described(AuditFields.none(), hundred))
        .hasSize(100)
        .last()
        .isEqualTo("…: null > \"2 more\"");
  }
}
