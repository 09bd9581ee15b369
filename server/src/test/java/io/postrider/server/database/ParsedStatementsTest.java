package io.postrider.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ParsedStatementsTest {

  private final ParsedStatements statements = new ParsedStatements();

  @Test
  void text_isParsedOnce() {
    ParsedSql first = statements.parse("select :a");

    assertThat(statements.parse("select " + ":a")).isSameAs(first);
    assertThat(statements.parse("select :b")).isNotSameAs(first);
  }

  @Test
  void texts_areBounded() {
    for (int i = 0; i < 3 * ParsedStatements.MAX_KNOWN; i++) {
      ParsedSql parsed = statements.parse("select " + i);

      assertThat(parsed.text()).isEqualTo("select " + i);
      assertThat(statements.size()).isBetween(1, ParsedStatements.MAX_KNOWN);
    }
  }
}
