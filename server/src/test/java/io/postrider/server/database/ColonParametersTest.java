package io.postrider.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import java.util.Random;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.ColonPrefixSqlParser;
import org.jdbi.v3.core.statement.ParsedSql;
import org.jdbi.v3.core.statement.StatementContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColonParametersTest {

  private static final List<String> PIECES =
      List.of(
          "select ",
          ":name",
          ":a_1",
          "?",
          "::",
          "::text",
          "'it''s :quoted ?'",
          "\"a :column\"",
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

    assertThat(parsed.getSql()).isEqualTo("update t set a = ?, b = ? where c = ?");
    assertThat(parsed.getParameters().getParameterNames())
        .containsExactly("first", "second_2", "first");
    assertThat(parsed.getParameters().isPositional()).isFalse();
  }

  @Test
  void positionalParameters_stay() {
    ParsedSql parsed = ColonParameters.parse("select a from t where b = ? and c in (?,?)");

    assertThat(parsed.getSql()).isEqualTo("select a from t where b = ? and c in (?,?)");
    assertThat(parsed.getParameters().getParameterCount()).isEqualTo(3);
    assertThat(parsed.getParameters().isPositional()).isTrue();
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

    assertThat(parsed.getSql()).isEqualTo(sql);
    assertThat(parsed.getParameters().getParameterCount()).isZero();
  }

  @Test
  void anyStatement_isReadAsJdbiReadsIt() throws Exception {
    long seed = new Random().nextLong();
    System.out.println("ColonParametersTest: seed " + seed);
    Random random = new Random(seed);
    ColonPrefixSqlParser original = new ColonPrefixSqlParser();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        Handle handle = Jdbi.open(connection)) {
      for (int i = 0; i < 2_000; i++) {
        String sql = statement(random);
        StatementContext context = handle.createQuery(sql).getContext();

        assertThat(ColonParameters.parse(sql)).as(sql).isEqualTo(original.parse(sql, context));
      }
    }
  }

  /** JDBI refuses a statement that has parameters of both kinds. */
  private static String statement(Random random) {
    String without = random.nextBoolean() ? ":" : "?";
    StringBuilder sql = new StringBuilder();
    for (int pieces = random.nextInt(12); pieces > 0; pieces--) {
      String piece = PIECES.get(random.nextInt(PIECES.size()));
      if (piece.startsWith("::") || !piece.startsWith(without)) {
        sql.append(piece).append(' ');
      }
    }
    return sql.toString();
  }
}
