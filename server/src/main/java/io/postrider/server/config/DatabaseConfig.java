package io.postrider.server.config;

/**
 * Where the catalog is kept.
 *
 * @param url a JDBC address, which may hold a password; empty means SQLite in the data folder
 */
public record DatabaseConfig(Secret url) {

  public DatabaseConfig {
    String address = url.reveal();
    Bounds.that(
        address.isEmpty()
            || address.startsWith("jdbc:postgresql:")
            || address.startsWith("jdbc:sqlite:"),
        "'database.url' is neither a jdbc:postgresql: nor a jdbc:sqlite: address");
  }
}
