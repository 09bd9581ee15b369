package io.postrider.server.commands;

import io.postrider.server.access.AdminToken;
import io.postrider.server.config.Config;
import io.postrider.server.config.FileErrorText;
import io.postrider.server.config.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of commands that call a running service. */
final class ServiceOptions {

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "The URL of a running service. Without it, this machine is used.")
  private @Nullable String url;

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      description = {
        "An API token of that service. Default: POSTRIDER_ADMIN_TOKEN, or else the token file in"
            + " the data folder."
      })
  private @Nullable String token;

  boolean hasUrl() {
    return url != null;
  }

  /**
   * A client of the service at the URL, or else of the service on this machine.
   *
   * @param ownData whether the user named the data folder of that service
   */
  AdminClient client(Config config, boolean ownData) {
    return new AdminClient(
        url == null ? "http://127.0.0.1:" + config.http().port() : url, token(config, ownData));
  }

  /** The token file belongs to the service on this machine, so no other service gets it. */
  private String token(Config config, boolean ownData) {
    String configured = config.admin().token().reveal();
    Path file = config.data().dir().resolve(AdminToken.FILE);
    if (token != null) {
      return token;
    } else if (!configured.isEmpty()) {
      return configured;
    } else if (ownData || (url == null && Files.exists(file))) {
      return read(file);
    }
    throw new StartException(
        "A token is required: use --token, set POSTRIDER_ADMIN_TOKEN, or name the data folder of"
            + " the service with --data.");
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
