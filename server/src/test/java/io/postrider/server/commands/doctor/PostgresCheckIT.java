package io.postrider.server.commands.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.commands.doctor.Finding.Level;
import io.postrider.server.config.Config;
import io.postrider.server.config.Secret;
import io.postrider.server.database.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What {@code postrider doctor} says about a real PostgreSQL server and its users. */
final class PostgresCheckIT {

  @RegisterExtension static final PostgresServer POSTGRES = PostgresServer.withoutTables();

  @BeforeEach
  void createUser() throws SQLException {
    execute("create role plain login");
  }

  @AfterEach
  void dropUser() throws SQLException {
    execute("drop owned by plain", "drop role plain");
  }

  private static void execute(String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(POSTGRES.setting());
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static List<Finding> check(String url, int poolSize, InstantSource time) {
    return PostgresCheck.of(new Config.Database(Secret.of(url), poolSize), time);
  }

  private static Finding rights(String user) {
    String url = POSTGRES.setting().replace("user=postgres", "user=" + user);
    assertThat(url).contains("user=" + user);
    return check(url, 16, InstantSource.system()).stream()
        .filter(one -> one.check().equals("PostgreSQL rights"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void owner_canUseIt() {
    List<Finding> found = check(POSTGRES.setting(), 16, InstantSource.system());
    assertThat(found).extracting(Finding::level).containsOnly(Level.OK);
    assertThat(found)
        .extracting(Finding::check)
        .containsExactly(
            "PostgreSQL", "PostgreSQL rights", "PostgreSQL connections", "PostgreSQL clock");
    assertThat(found.getFirst().message()).contains("version 1");
  }

  @Test
  void userWithoutRights_isTold() throws SQLException {
    Finding refused = rights("plain");
    assertThat(refused.level()).isEqualTo(Level.PROBLEM);
    assertThat(refused.action()).isEqualTo("Run: grant usage, create on schema public to plain");

    execute("grant usage, create on schema public to plain");
    assertThat(rights("plain").level()).isEqualTo(Level.OK);

    execute("create table sources (id text)");
    Finding foreign = rights("plain");
    assertThat(foreign.level()).isEqualTo(Level.PROBLEM);
    assertThat(foreign.message()).contains("another user: sources");

    execute("alter table sources owner to plain");
    assertThat(rights("plain").level()).isEqualTo(Level.OK);

    execute("alter role plain set default_transaction_read_only = on");
    Finding readOnly = rights("plain");
    assertThat(readOnly.level()).isEqualTo(Level.PROBLEM);
    assertThat(readOnly.message()).contains("read-only");
  }

  @Test
  void connections_areCompared() {
    Finding found = check(POSTGRES.setting(), 200, InstantSource.system()).get(2);
    assertThat(found.message()).contains("a node uses up to 200");
    assertThat(found.level()).isEqualTo(Level.OK); // the server of tests allows 300
  }

  @Test
  void otherClock_isNoticed() {
    Finding found = check(POSTGRES.setting(), 16, () -> Instant.now().minusSeconds(60)).getLast();
    assertThat(found.level()).isEqualTo(Level.WARNING);
    assertThat(found.message()).contains("ahead of");
  }
}
