package io.postrider.server;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * A PostgreSQL server and a standby that streams from it, which can take over. Confined to the
 * test's thread.
 */
final class ReplicatedPostgres implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private final RestartablePostgres primary;
  private final RestartablePostgres standby;

  /**
   * Starts both.
   *
   * @param synchronous whether a commit waits until the standby has it
   */
  ReplicatedPostgres(Path folder, boolean synchronous) {
    Path first = folder.resolve("primary");
    Path second = folder.resolve("standby");
    primary =
        new RestartablePostgres(
            first, synchronous ? Map.of("synchronous_standby_names", "*") : Map.of());
    standby = new RestartablePostgres(second);
    primary.start();
    primary.stop();
    try {
      SmallDisk.copy(first, second);
      primary.start();
      Files.createFile(second.resolve("standby.signal"));
      // in this file, so that the server can forget it
      Files.writeString(
          second.resolve("postgresql.auto.conf"),
          "primary_conninfo = 'host=127.0.0.1 port=%d user=postgres'%n".formatted(primary.port()));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    standby.start();
    await().atMost(TIMEOUT).until(() -> streaming() == 1);
  }

  private long streaming() {
    return primary.number("select count(*) from pg_stat_replication where state = 'streaming'");
  }

  /** The URL of both, as a setting's value. */
  String setting() {
    return "jdbc:postgresql://127.0.0.1:%d,127.0.0.1:%d/postgres?user=postgres"
        .formatted(primary.port(), standby.port());
  }

  /** From now on the standby learns of nothing, and lags behind. */
  void detachStandby() {
    standby.execute("alter system set primary_conninfo = ''");
    standby.execute("select pg_reload_conf()");
    await().atMost(TIMEOUT).until(() -> streaming() == 0);
  }

  void killPrimary() {
    primary.kill();
  }

  /** The standby takes over. */
  void promote() {
    standby.execute("select pg_promote()");
  }

  /** The server that was the standby. */
  RestartablePostgres standby() {
    return standby;
  }

  @Override
  public void close() {
    standby.close();
    primary.close();
  }
}
