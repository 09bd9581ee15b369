package io.postrider.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColonParametersTest {

  private static final List<String> PIECES =
      List.of(
          "select ",
          ":name",
          ":a_1",
          ":Z9",
          "?",
          "::",
          "::text",
          "'it''s :quoted ?'",
          "\"a :column ?\"",
          "-- :comment ?\n",
          "/* :comment ? */",
          " - ",
          " / ",
          " < ",
          "12",
          ", ",
          "(",
          ")",
          "\n");

  @Test
  void namedParameters_becomePositional() {
    ParsedSql parsed =
        ColonParameters.parse("update t set a = :first, b = :second_2 where c = :first");

    assertThat(parsed.text()).isEqualTo("update t set a = ?, b = ? where c = ?");
    assertThat(parsed.parameters()).isEqualTo(3);
    assertThat(parsed.names()).containsExactly("first", "second_2", "first");
  }

  @Test
  void positionalParameters_stay() {
    ParsedSql parsed = ColonParameters.parse("select a from t where b = ? and c in (?,?)");

    assertThat(parsed.text()).isEqualTo("select a from t where b = ? and c in (?,?)");
    assertThat(parsed.parameters()).isEqualTo(3);
    assertThat(parsed.names()).isEmpty();
  }

  @Test
  void parametersOfBothKinds_areRefused() {
    assertThatThrownBy(() -> ColonParameters.parse("select a from t where b = ? and c = :c"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "select ':a ?' from t",
        "select \":a ?\" from t",
        "select 'it''s :a' from t",
        "select a::bigint from t",
        "select a -- :b ?\nfrom t",
        "select a -- :b ?",
        "select a /* :b ? */ from t",
        "select a / b - c from t"
      })
  void quotedTextCommentsAndCasts_haveNone(String sql) {
    ParsedSql parsed = ColonParameters.parse(sql);

    assertThat(parsed.text()).isEqualTo(sql);
    assertThat(parsed.parameters()).isZero();
  }

  @Test
  void anyStatement_isReadPieceByPiece() {
    long seed = new Random().nextLong();
    System.out.println("ColonParametersTest: seed " + seed);
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      boolean named = random.nextBoolean();
      StringBuilder sql = new StringBuilder();
      StringBuilder text = new StringBuilder();
      List<String> names = new ArrayList<>();
      int marks = 0;
      for (int pieces = random.nextInt(12); pieces > 0; pieces--) {
        String piece = PIECES.get(random.nextInt(PIECES.size()));
        boolean isName = piece.startsWith(":") && !piece.startsWith("::");
        if (piece.equals("?") ? named : isName && !named) {
          continue;
        }
        sql.append(piece).append(' ');
        text.append(isName ? "?" : piece).append(' ');
        marks += isName || piece.equals("?") ? 1 : 0;
        if (isName) {
          names.add(piece.substring(1));
        }
      }

      assertThat(ColonParameters.parse(sql.toString()))
          .as(sql.toString())
          .isEqualTo(new ParsedSql(text.toString(), marks, names));
    }
  }
}
