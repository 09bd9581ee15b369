package io.postrider.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class StatementCacheTest {

  private static final String SAME = "select ?";

  private Connection connection;
  private StatementCache cache;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:sqlite::memory:");
    cache = new StatementCache(connection, 3 * SAME.length());
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @Test
  void aTextUsedAgain_hasTheSameStatement() throws SQLException {
    PreparedStatement first = cache.use(SAME, statement -> statement);
    assertThat(cache.<Object>use(SAME, statement -> statement)).isSameAs(first);
    assertThat(cache.size()).isEqualTo(1);
  }

  @Test
  void valuesOfTheLastUse_areForgotten() throws SQLException {
    assertThat(value(SAME, "one")).isEqualTo("one");
    assertThat(value(SAME, null)).isEqualTo("null");
  }

  @Test
  void aTextWithinItsOwnRows_hasAStatementOfItsOwn() throws SQLException {
    String found = cache.use(SAME, outer -> value(SAME, "inner"));
    assertThat(found).isEqualTo("inner");
    assertThat(cache.size()).isEqualTo(1);
  }

  @Test
  void aStatementThatFailed_isClosed() {
    List<PreparedStatement> used = new ArrayList<>();
    assertThatThrownBy(
            () ->
                cache.use(
                    SAME,
                    statement -> {
                      used.add(statement);
                      throw new SQLException("broken");
                    }))
        .hasMessage("broken");
    assertThat(cache.size()).isZero();
    assertThatThrownBy(() -> used.getFirst().setString(1, "x")).isInstanceOf(SQLException.class);
  }

  @Test
  void textsUpToTheLimit_areKept_andTheLongestUnusedLeavesFirst() throws SQLException {
    PreparedStatement first = cache.use("select 1", statement -> statement);
    PreparedStatement second = cache.use("select 2", statement -> statement);
    PreparedStatement third = cache.use("select 3", statement -> statement);
    assertThat(cache.size()).isEqualTo(3);
    assertThat(cache.<Object>use("select 1", statement -> statement)).isSameAs(first);

    PreparedStatement _ = cache.use("select 4", statement -> statement);

    assertThat(cache.size()).isEqualTo(3);
    assertThat(second.isClosed()).isTrue();
    assertThat(third.isClosed()).isFalse();
    assertThat(first.isClosed()).isFalse();
  }

  @Test
  void aTextLongerThanTheLimit_isNotKept() throws SQLException {
    String tooLong = "select" + " ".repeat(3 * SAME.length() - 6) + "1";
    String longest = "select" + " ".repeat(3 * SAME.length() - 7) + "1";
    assertThat(cache.use(tooLong, statement -> statement).isClosed()).isTrue();
    assertThat(cache.use(longest, statement -> statement).isClosed()).isFalse();
    assertThat(cache.size()).isEqualTo(1);
  }

  @Test
  void withoutALimit_nothingIsKept() throws SQLException {
    StatementCache none = new StatementCache(connection, 0);
    assertThat(none.use(SAME, statement -> statement).isClosed()).isTrue();
    assertThat(none.size()).isZero();
  }

  private String value(String text, @Nullable String bound) throws SQLException {
    return cache.use(
        text,
        statement -> {
          if (bound != null) {
            statement.setString(1, bound);
          }
          try (ResultSet rows = statement.executeQuery()) {
            assertThat(rows.next()).isTrue();
            return String.valueOf(rows.getString(1));
          }
        });
  }
}
