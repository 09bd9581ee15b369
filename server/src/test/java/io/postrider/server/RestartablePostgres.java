package io.postrider.server;

import static java.util.Objects.requireNonNull;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL server that a test can stop and start again; its data and its port stay. Confined to
 * the test's thread.
 */
final class RestartablePostgres implements AutoCloseable {

  private final Path folder;
  private @Nullable EmbeddedPostgres server;
  private int port;

  RestartablePostgres(Path folder) {
    this.folder = folder;
  }

  /** Starts the server and waits until it serves. */
  void start() {
    try {
      EmbeddedPostgres.Builder builder =
          EmbeddedPostgres.builder().setDataDirectory(folder).setCleanDataDirectory(false);
      server = (port == 0 ? builder : builder.setPort(port)).start();
      port = server.getPort();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Stops the server at once; connections break. */
  void stop() {
    try {
      requireNonNull(server).close();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Where the database is, as a setting's value. */
  String setting() {
    return requireNonNull(server).getJdbcUrl("postgres", "postgres");
  }

  @Override
  public void close() {
    stop();
  }
}
