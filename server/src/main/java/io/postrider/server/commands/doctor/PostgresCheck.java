package io.postrider.server.commands.doctor;

import io.postrider.server.config.Config;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.PostgresProbe;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Checks PostgreSQL: that a node can use it, and that its clock is that of this machine. */
final class PostgresCheck {

  private static final String NAME = "PostgreSQL";
  private static final String CLOCK = "PostgreSQL clock";

  /** The oldest version that its makers support, and that the tests use. */
  static final int OLDEST = 14;

  /** Clocks that differ by more make times of several nodes hard to compare. */
  static final Duration TOLERANCE = Duration.ofSeconds(2);

  private PostgresCheck() {}

  static List<Finding> of(Config.Database config, InstantSource time) {
    DatabaseUrl url = DatabaseUrl.parse(config.url().reveal());
    return switch (PostgresProbe.of(url, time)) {
      case PostgresProbe.Refused refused ->
          List.of(
              Finding.problem(
                  NAME,
                  "Cannot connect: " + refused.reason(),
                  "Check database.url, that the server runs, and that it lets this user in."));
      case PostgresProbe.Connected server -> {
        List<Finding> findings = new ArrayList<>();
        findings.add(version(server));
        findings.add(use(server));
        findings.add(connections(server, config.poolSize()));
        findings.add(clock(server.ahead(), server.uncertain()));
        yield findings;
      }
    };
  }

  static Finding version(PostgresProbe.Connected server) {
    String text = "Connected to %s; version %s.".formatted(server.host(), server.version());
    return server.majorVersion() < OLDEST
        ? Finding.warning(
            NAME, text, "Use version %d or newer; older ones get no fixes.".formatted(OLDEST))
        : Finding.ok(NAME, text);
  }

  /** Whether a node can write, and create its tables. */
  static Finding use(PostgresProbe.Connected server) {
    String name = "PostgreSQL rights";
    if (server.readOnly()) {
      return Finding.problem(
          name,
          server.standby()
              ? "The server is a standby: nothing can be written."
              : "Transactions are read-only for this user.",
          "Name the primary in database.url, or all hosts (jdbc:postgresql://one,two/…).");
    }
    if (!server.mayCreate()) {
      return Finding.problem(
          name,
          "This user cannot create tables in the schema '%s'.".formatted(server.schema()),
          "Run: grant usage, create on schema %s to %s".formatted(server.schema(), server.user()));
    }
    return server.foreignTables().isEmpty()
        ? Finding.ok(
            name, "This user can write, and create tables in '%s'.".formatted(server.schema()))
        : Finding.problem(
            name,
            "Tables belong to another user: %s."
                .formatted(String.join(", ", server.foreignTables())),
            "Run for each: alter table NAME owner to " + server.user());
  }

  static Finding connections(PostgresProbe.Connected server, int poolSize) {
    String name = "PostgreSQL connections";
    String text =
        "The server allows %d, of which %d are free; a node uses up to %d."
            .formatted(server.maxConnections(), server.freeConnections(), poolSize);
    return server.maxConnections() < poolSize
        ? Finding.problem(
            name, text, "Raise max_connections of the server, or lower database.pool-size.")
        : Finding.ok(name, text);
  }

  /**
   * @param ahead by how much the clock of the server is ahead
   * @param uncertain how exact that is
   */
  static Finding clock(Duration ahead, Duration uncertain) {
    String text =
        String.format(
            Locale.ROOT,
            "The clock of the server is %.2f s %s that of this machine (±%.2f s).",
            ahead.abs().toMillis() / 1e3,
            ahead.isNegative() ? "behind" : "ahead of",
            uncertain.toMillis() / 1e3);
    return ahead.abs().minus(uncertain).compareTo(TOLERANCE) > 0
        ? Finding.warning(CLOCK, text, "Keep both clocks right with NTP.")
        : Finding.ok(CLOCK, text);
  }
}
