package io.postrider.server.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.server.config.PrivateFile;
import io.postrider.server.config.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file {@code admin-token} of a data folder, readable by its owner alone.
 *
 * <p>It appears whole or not at all: a crash while it is made leaves at most a temporary file that
 * nobody reads.
 */
public final class AdminTokenFile {

  /** The file's name in the data folder. */
  public static final String NAME = "admin-token";

  private static final Logger logger = LoggerFactory.getLogger(AdminTokenFile.class);
  private static final int LONGEST_BYTES = 4096;

  private AdminTokenFile() {}

  /** The token kept in a folder, made now if there is none. */
  public static Secret openOrCreate(Path folder, KeyGenerator keys) throws IOException {
    Path file = folder.resolve(NAME);
    if (!Files.exists(file)) {
      PrivateFile.create(file, (keys.adminToken() + "\n").getBytes(UTF_8));
    }
    warnIfOthersCanRead(file);
    if (Files.size(file) > LONGEST_BYTES) {
      throw unusable(file);
    }
    Secret token = Secret.of(Files.readString(file, UTF_8).strip());
    try {
      AdminToken.of(token);
    } catch (IllegalArgumentException notToken) {
      throw unusable(file);
    }
    return token;
  }

  private static IOException unusable(Path file) {
    return new IOException(
        "The file %s does not contain an admin token. Delete it to create a new one."
            .formatted(file));
  }

  /**
   * Warns and goes on: some platforms widen the mode of every file in a mounted volume, and a
   * program that then refuses to start again helps nobody.
   */
  private static void warnIfOthersCanRead(Path file) throws IOException {
    Set<PosixFilePermission> mode = Files.getPosixFilePermissions(file);
    if (!PrivateFile.MODE.containsAll(mode)) {
      logger.warn(
          "Other users can access {} (mode {}); run chmod 600 on it.",
          file,
          PosixFilePermissions.toString(mode));
    }
  }
}
