package io.postrider.server.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * The validated configuration: one record per component. The component's name is the first word of
 * its keys; only the keys of {@code node} have no prefix.
 */
public record Config(
    Node node,
    Data data,
    HttpConfig http,
    Admin admin,
    LogConfig log,
    ClusterConfig cluster,
    Database database,
    Secrets secrets,
    Workspace workspace,
    Dedupe dedupe,
    DeliveryConfig delivery,
    LedgerConfig ledger,
    TracingConfig tracing,
    Audience audience,
    Notifications notifications,
    Logging logging) {

  public Config {
    if (http.port() != 0 && admin.port().equals(Optional.of(http.port()))) {
      throw new ConfigException("The settings 'http.port' and 'admin.port' must differ.");
    }
    if (log.engine() == LogConfig.Engine.KAFKA) {
      Bounds.that(
          !log.kafka().bootstrap().isBlank(),
          "'log.kafka.bootstrap' is empty; name brokers as host:port, separated by commas");
      Bounds.that(
          database.url().reveal().startsWith("jdbc:postgresql:"),
          "'database.url' is no jdbc:postgresql: URL, which 'log.engine' = kafka needs: nodes share"
              + " their cursors there");
      Bounds.that(
          secrets.bytes().isPresent(),
          "'secrets.key' is empty, which 'log.engine' = kafka needs: all nodes share one. Create"
              + " one with: openssl rand -base64 32");
      Bounds.that(
          !node.has(Role.CONTROL) || !admin.token().reveal().isEmpty(),
          "'admin.token' is empty, which 'log.engine' = kafka needs: all nodes share one");
    }
  }

  /** Validates settings. */
  public static Config of(Settings settings) {
    return new Binding(settings).bind(Config.class, "");
  }

  /** The settings of the listener that only the admin API has; empty if it has none. */
  public Optional<HttpConfig> adminHttp() {
    return admin.port().map(port -> http.at(admin.host().orElse(http.host()), port));
  }

  /** The roles of this node. */
  public record Node(List<Role> roles) {

    public Node {
      Bounds.that(!roles.isEmpty(), "'roles' is empty; name at least one");
      roles = List.copyOf(roles);
    }

    /** Whether this node has a role. */
    public boolean has(Role role) {
      return roles.contains(role);
    }
  }

  /** The data folder. */
  public record Data(Path dir) {

    public Data {
      Bounds.that(!dir.toString().isEmpty(), "'data.dir' is empty; name the data folder");
    }
  }

  /**
   * The admin API.
   *
   * @param host the address of its own listener; empty means that of {@code http.host}
   * @param port the port of its own listener; empty means that the tracking API's serves both
   * @param writeKeyGrace how long a rotated write key stays valid
   * @param secretGrace how long a rotated shared secret still signs
   */
  public record Admin(
      Secret token,
      Optional<String> host,
      Optional<Integer> port,
      Duration writeKeyGrace,
      Duration secretGrace) {

    private static final int MIN_TOKEN_LENGTH = 16;

    public Admin {
      port.ifPresent(value -> Bounds.between(0, value, 65_535, "admin.port"));
      Bounds.that(
          host.isEmpty() || port.isPresent(),
          "'admin.host' is set without 'admin.port'; set both, or none");
      int length = token.reveal().length();
      Bounds.that(
          length == 0 || length >= MIN_TOKEN_LENGTH,
          "'admin.token' is shorter than " + MIN_TOKEN_LENGTH + " characters; use a longer one");
    }
  }

  /**
   * The database.
   *
   * @param url a JDBC URL, which may contain a password; empty means SQLite in the data folder
   * @param poolSize the most connections of this node to PostgreSQL
   */
  public record Database(Secret url, int poolSize) {

    public Database {
      String text = url.reveal();
      Bounds.that(
          text.isEmpty() || text.startsWith("jdbc:postgresql:") || text.startsWith("jdbc:sqlite:"),
          "'database.url' is neither a jdbc:postgresql: nor a jdbc:sqlite: URL");
      Bounds.between(4, poolSize, 200, "database.pool-size");
    }
  }

  /**
   * The key that encrypts secrets in the database.
   *
   * @param key 32 bytes in Base64; empty means a file in the data folder
   */
  public record Secrets(Secret key) {

    private static final int KEY_LENGTH = 32;

    public Secrets {
      Bounds.that(
          key.reveal().isEmpty() || decoded(key).length == KEY_LENGTH,
          () ->
              "'secrets.key' is not %d bytes in Base64; create one with: openssl rand -base64 %d"
                  .formatted(KEY_LENGTH, KEY_LENGTH));
    }

    /** The key, if one is configured. */
    public Optional<byte[]> bytes() {
      return key.reveal().isEmpty() ? Optional.empty() : Optional.of(decoded(key));
    }

    private static byte[] decoded(Secret key) {
      try {
        return Base64.getDecoder().decode(key.reveal());
      } catch (IllegalArgumentException notBase64) {
        return new byte[0];
      }
    }
  }

  /** The workspace file, if there is one. */
  public record Workspace(Optional<Path> file) {}

  /** How long message IDs are remembered, and in how much memory. */
  public record Dedupe(Optional<Duration> window, ByteSize memory) {

    public Dedupe {
      window.ifPresent(
          chosen ->
              Bounds.between(Duration.ofMillis(1), chosen, Duration.ofDays(7), "dedupe.window"));
      Bounds.between(1 << 20, memory.bytes(), 1L << 40, "dedupe.memory");
    }

    /** The configured window, or the default of a log engine. */
    public Duration windowFor(LogConfig.Engine engine) {
      return window.orElse(
          switch (engine) {
            case EMBEDDED -> Duration.ofHours(1);
            case KAFKA -> Duration.ofMinutes(10);
          });
    }
  }

  /** How many events a profile retains, and for how long. */
  public record Audience(Duration history, int historyMaxEvents, ByteSize historyMaxBytes) {

    public Audience {
      Bounds.between(Duration.ofHours(1), history, Duration.ofDays(3650), "audience.history");
      Bounds.between(10, historyMaxEvents, 1_000_000, "audience.history-max-events");
      Bounds.between(64 << 10, historyMaxBytes.bytes(), 1L << 30, "audience.history-max-bytes");
    }
  }

  /**
   * When alerts end.
   *
   * @param recoveredAfter how long a destination works without failures before it has recovered
   */
  public record Notifications(Duration recoveredAfter) {

    public Notifications {
      Bounds.between(
          Duration.ofMillis(1),
          recoveredAfter,
          Duration.ofDays(1),
          "notifications.recovered-after");
    }
  }

  /** The format of log lines. */
  public record Logging(Format format) {

    /** A format of log lines. */
    public enum Format {
      TEXT,
      JSON
    }
  }
}
