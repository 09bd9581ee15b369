package io.postrider.server.config;

/**
 * The database.
 *
 * @param url a JDBC address, which may hold a password; empty means SQLite in the data folder
 * @param poolSize the most connections of this node to PostgreSQL
 */
public record DatabaseConfig(Secret url, int poolSize) {

  public DatabaseConfig {
    String address = url.reveal();
    Bounds.that(
        address.isEmpty()
            || address.startsWith("jdbc:postgresql:")
            || address.startsWith("jdbc:sqlite:"),
        "'database.url' is neither a jdbc:postgresql: nor a jdbc:sqlite: address");
    Bounds.between(4, poolSize, 200, "database.pool-size");
  }
}
