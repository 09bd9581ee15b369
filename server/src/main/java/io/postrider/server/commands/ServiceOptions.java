package io.postrider.server.commands;

import io.postrider.server.access.AdminToken;
import io.postrider.server.config.Config;
import io.postrider.server.config.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of commands that call a running service. */
final class ServiceOptions {

  @Option(names = "--url", paramLabel = "URL", description = "The URL of a running service.")
  private @Nullable String url;

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      description = "An API token of that service. Default: POSTRIDER_ADMIN_TOKEN.")
  private @Nullable String token;

  boolean hasUrl() {
    return url != null;
  }

  /** A client of the service at the URL, or else of the service on this machine. */
  AdminClient client(Config config) {
    return new AdminClient(
        url == null ? "http://127.0.0.1:" + config.http().port() : url, token(config));
  }

  /** The token file belongs to the service on this machine, so no other service gets it. */
  private String token(Config config) {
    String configured = config.admin().token().reveal();
    Path file = config.data().dir().resolve(AdminToken.FILE);
    if (token != null) {
      return token;
    } else if (!configured.isEmpty()) {
      return configured;
    } else if (url == null && Files.exists(file)) {
      return read(file);
    }
    throw new StartException("A token is required: use --token or set POSTRIDER_ADMIN_TOKEN.");
  }

  /** Reads the token file of a data folder. */
  static String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new StartException(
          "Cannot read the admin token from %s: %s"
              .formatted(file, e instanceof NoSuchFileException ? "no such file" : e.getMessage()));
    }
  }
}
