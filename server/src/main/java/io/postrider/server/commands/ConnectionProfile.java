package io.postrider.server.commands;

import io.postrider.server.config.ConfigException;
import io.postrider.server.config.DidYouMean;
import io.postrider.server.config.FileErrorText;
import io.postrider.server.config.PrivateFile;
import io.postrider.server.config.StartException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The profile of a user: the address of a service, and the keys for it. A properties file that only
 * its owner can read.
 *
 * @param authorities a PEM file of certificate authorities
 */
record ConnectionProfile(
    @Nullable String url,
    @Nullable String token,
    @Nullable String writeKey,
    @Nullable Path authorities) {

  /** The variable that names the file. */
  static final String VARIABLE = "POSTRIDER_PROFILE";

  static final ConnectionProfile NONE = new ConnectionProfile(null, null, null, null);

  private static final List<String> KEYS = List.of("url", "token", "write-key", "ca");

  /**
   * Reads the file that an option or the environment names, or else the user's own, which need not
   * exist.
   */
  static ConnectionProfile load(@Nullable Path named, Map<String, String> environment) {
    if (named != null) {
      return read(named);
    }
    String variable = environment.getOrDefault(VARIABLE, "");
    if (!variable.isEmpty()) {
      return read(Path.of(variable));
    }
    Path usual = usualFile(environment);
    return Files.exists(usual) ? read(usual) : NONE;
  }

  private static Path usualFile(Map<String, String> environment) {
    String home = environment.getOrDefault("HOME", System.getProperty("user.home", ""));
    String folder = environment.getOrDefault("XDG_CONFIG_HOME", "");
    Path config = folder.isEmpty() ? Path.of(home, ".config") : Path.of(folder);
    return config.resolve("postrider").resolve("profile");
  }

  /**
   * Reads a file.
   *
   * @throws StartException if it is unusable
   * @throws ConfigException if other users can read it
   * @throws ConfigException if it has an unknown key
   */
  static ConnectionProfile read(Path file) {
    Properties values = new Properties();
    try {
      String text = Files.readString(file, StandardCharsets.UTF_8);
      requirePrivate(file);
      values.load(new StringReader(text));
    } catch (IOException | IllegalArgumentException e) {
      throw new StartException(
          "Cannot read the profile %s: %s".formatted(file, FileErrorText.ofFile(file, e)));
    }
    for (String key : new TreeSet<>(values.stringPropertyNames())) {
      if (!KEYS.contains(key)) {
        Optional<String> guess = DidYouMean.of(key, KEYS);
        throw new ConfigException(
            "Unknown key '%s' in the profile %s%s"
                .formatted(
                    key,
                    file,
                    guess
                        .map(name -> "; did you mean '" + name + "'?")
                        .orElse(". Known keys are: " + String.join(", ", KEYS) + ".")));
      }
    }
    String authorities = values.getProperty("ca", "");
    return new ConnectionProfile(
        values.getProperty("url"),
        values.getProperty("token"),
        values.getProperty("write-key"),
        authorities.isEmpty() ? null : file.toAbsolutePath().resolveSibling(authorities));
  }

  private static void requirePrivate(Path file) throws IOException {
    Set<PosixFilePermission> mode = Files.getPosixFilePermissions(file);
    if (!PrivateFile.MODE.containsAll(mode)) {
      throw new ConfigException(
          "Other users can use the profile %s (mode %s), which contains keys. Run: chmod 600 %s"
              .formatted(file, PosixFilePermissions.toString(mode), file));
    }
  }

  /**
   * Whether its keys are for an address: the keys of one service are never sent to another one.
   *
   * @param address of the service that is called
   */
  boolean isFor(String address) {
    return url == null || withoutSlash(url).equals(withoutSlash(address));
  }

  private static String withoutSlash(String address) {
    return address.replaceAll("/+$", "");
  }

  @Override
  public String toString() {
    return "ConnectionProfile[" + url + "]";
  }
}
