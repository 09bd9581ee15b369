package io.postrider.server.commands;

import io.postrider.server.access.AdminToken;
import io.postrider.server.commands.https.ServiceTrust;
import io.postrider.server.config.Config;
import io.postrider.server.config.ConfigException;
import io.postrider.server.config.FileErrorText;
import io.postrider.server.config.HttpConfig;
import io.postrider.server.config.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options of commands that call a running service. An option wins over the environment, which
 * wins over the profile.
 */
final class ServiceOptions {

  private static final String URL_VARIABLE = "POSTRIDER_URL";
  private static final String CA_VARIABLE = "POSTRIDER_CA";
  private static final String KEY_VARIABLE = "POSTRIDER_WRITE_KEY";

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = {
        "The URL of a running service. Default: POSTRIDER_URL, or the profile, or else this"
            + " machine."
      })
  private @Nullable String url;

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      description = {
        "An API token of that service. Default: POSTRIDER_ADMIN_TOKEN, or the profile, or else the"
            + " token file in the data folder."
      })
  private @Nullable String token;

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      description = {
        "A PEM file of certificate authorities to trust, besides those of Java. Default:"
            + " POSTRIDER_CA, or the profile."
      })
  private @Nullable Path authorities;

  @Option(
      names = "--profile",
      paramLabel = "FILE",
      description = {
        "A file with url, token, write-key and ca, for its owner only. Default: POSTRIDER_PROFILE,"
            + " or else ~/.config/postrider/profile."
      })
  private @Nullable Path file;

  @Option(names = "--json", description = "Print JSON, one value per line.")
  private boolean json;

  private final Map<String, String> environment;
  private @Nullable ConnectionProfile loaded;

  ServiceOptions() {
    this(System.getenv());
  }

  /**
   * @param environment variables of the process
   */
  ServiceOptions(Map<String, String> environment) {
    this.environment = environment;
  }

  /** Whether the output is for programs. */
  boolean json() {
    return json;
  }

  /**
   * Whether a service is named, by option, environment or profile.
   *
   * @param ownData whether the user named the data folder of a service on this machine
   */
  boolean hasUrl(boolean ownData) {
    return named(ownData) != null;
  }

  /**
   * A client of the service that is named, or else of the service on this machine.
   *
   * @param ownData whether the user named the data folder of that service
   */
  AdminClient client(Config config, boolean ownData) {
    String address = AdminClient.requireUrl(address(config, ownData));
    SSLContext trust = trust(address, ownData);
    return new AdminClient(address, token(config, ownData), trust);
  }

  /**
   * The certificates to trust.
   *
   * @param address of the service that is called
   */
  SSLContext trust(String address, boolean ownData) {
    String variable = environment.getOrDefault(CA_VARIABLE, "");
    if (authorities != null) {
      return ServiceTrust.withFile(authorities, "--ca");
    } else if (!variable.isEmpty()) {
      return ServiceTrust.withFile(Path.of(variable), CA_VARIABLE);
    } else if (ownData || !profile().isFor(address)) {
      return ServiceTrust.usual();
    }
    Path own = profile().authorities();
    return own == null ? ServiceTrust.usual() : ServiceTrust.withFile(own, "ca of the profile");
  }

  /** The address of the service's admin API. */
  String address(Config config, boolean ownData) {
    String named = named(ownData);
    return named == null ? ownAddress(config.adminHttp().orElse(config.http())) : named;
  }

  /** The address of the service's tracking API. */
  String trackingAddress(Config config, boolean ownData) {
    String named = named(ownData);
    return named == null ? ownAddress(config.http()) : named;
  }

  /** A certificate names a host, hardly an address. */
  private static String ownAddress(HttpConfig http) {
    return http.ownUrl(http.tls().scheme().equals("https") ? "localhost" : "127.0.0.1");
  }

  private @Nullable String named(boolean ownData) {
    if (url != null || ownData) {
      return url;
    }
    String variable = environment.getOrDefault(URL_VARIABLE, "");
    return variable.isEmpty() ? profile().url() : variable;
  }

  /** The write key of the environment or the profile; null if there is none for the address. */
  @Nullable String writeKey(String address) {
    String variable = environment.getOrDefault(KEY_VARIABLE, "");
    if (!variable.isEmpty()) {
      return variable;
    }
    return profile().isFor(address) ? profile().writeKey() : null;
  }

  private ConnectionProfile profile() {
    ConnectionProfile profile = loaded;
    if (profile == null) {
      profile = ConnectionProfile.load(file, environment);
      loaded = profile;
    }
    return profile;
  }

  /** The token file belongs to the service on this machine, so no other service gets it. */
  private String token(Config config, boolean ownData) {
    String configured = config.admin().token().reveal();
    Path tokenFile = config.data().dir().resolve(AdminToken.FILE);
    if (token != null) {
      return token;
    } else if (!configured.isEmpty()) {
      return configured;
    } else if (ownData) {
      return read(tokenFile);
    }
    String own = profile().isFor(address(config, false)) ? profile().token() : null;
    if (own != null) {
      return own;
    } else if (named(false) == null && Files.exists(tokenFile)) {
      return read(tokenFile);
    }
    throw new ConfigException(
        "A token is required: use --token, set POSTRIDER_ADMIN_TOKEN, write a profile, or name the"
            + " data folder of the service with --data.");
  }

  /** Reads the token file of a data folder. */
  private static String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new StartException(
          "Cannot read the admin token from %s: %s".formatted(file, FileErrorText.ofFile(file, e)));
    }
  }
}
