package io.postrider.server.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.server.config.Secret;
import java.net.URLDecoder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The JDBC URL of an SQLite file or a PostgreSQL database. Immutable.
 *
 * <p>It may contain a password, which must not appear in logs or errors: texts that could repeat
 * the URL go through {@link #scrub}.
 */
public final class DatabaseUrl {

  private static final String SQLITE = "jdbc:sqlite:";
  private static final String POSTGRESQL = "jdbc:postgresql:";
  private static final Pattern PASSWORD =
      Pattern.compile("(?<=[?&](?:password|sslpassword)=)[^&]*", Pattern.CASE_INSENSITIVE);
  private static final Pattern USER_INFO = Pattern.compile("(?<=//)[^/?@]*(?=@)");

  public enum Engine {
    SQLITE,
    POSTGRESQL
  }

  private final Engine engine;
  private final Secret address;
  private final List<String> hidden;

  private DatabaseUrl(Engine engine, String address) {
    this.engine = engine;
    this.address = Secret.of(address);
    this.hidden = secretsIn(address);
  }

  /**
   * Parses a URL.
   *
   * @throws IllegalArgumentException if it is neither of SQLite nor of PostgreSQL
   */
  public static DatabaseUrl parse(String url) {
    if (url.startsWith(SQLITE) && url.length() > SQLITE.length()) {
      return new DatabaseUrl(Engine.SQLITE, url);
    }
    if (url.startsWith(POSTGRESQL) && url.length() > POSTGRESQL.length()) {
      return new DatabaseUrl(Engine.POSTGRESQL, url);
    }
    throw new IllegalArgumentException(
        "A database address starts with jdbc:sqlite: and a file, or with jdbc:postgresql:");
  }

  /** The URL of an SQLite file. */
  public static DatabaseUrl sqlite(Path file) {
    return new DatabaseUrl(Engine.SQLITE, SQLITE + file.toAbsolutePath());
  }

  public Engine engine() {
    return engine;
  }

  String reveal() {
    return address.reveal();
  }

  /** A text without the secrets of this URL. */
  String scrub(String text) {
    String scrubbed = text;
    for (String secret : hidden) {
      scrubbed = scrubbed.replace(secret, "***");
    }
    return scrubbed;
  }

  private static List<String> secretsIn(String address) {
    List<String> found = new ArrayList<>();
    for (Pattern pattern : List.of(PASSWORD, USER_INFO)) {
      Matcher matcher = pattern.matcher(address);
      while (matcher.find()) {
        if (!matcher.group().isEmpty()) {
          found.add(matcher.group());
          found.add(decoded(matcher.group()));
        }
      }
    }
    return List.copyOf(found);
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, UTF_8);
    } catch (IllegalArgumentException notEncoded) {
      return text;
    }
  }

  /** The URL with {@code ***} in place of secrets. */
  @Override
  public String toString() {
    String shown = PASSWORD.matcher(address.reveal()).replaceAll("***");
    return USER_INFO.matcher(shown).replaceAll("***");
  }
}
