package io.postrider.server.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.server.config.PrivateFile;
import io.postrider.server.config.Secret;
import io.postrider.server.folder.DataFile;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The operator's token, which has the role admin. It is set in the configuration, or lies in the
 * file {@code admin-token} of the data folder, which only its owner can read.
 */
public record AdminToken(TokenHash hash) {

  /** The file's name in the data folder. */
  public static final String FILE = DataFile.ADMIN_TOKEN.fileName();

  private static final Logger LOG = LoggerFactory.getLogger(AdminToken.class);
  private static final int MAX_BYTES = 4096;

  /**
   * Validates a secret.
   *
   * @throws IllegalArgumentException if a header cannot carry it
   */
  public static AdminToken of(Secret secret) {
    String text = secret.reveal();
    if (text.isEmpty() || !text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw new IllegalArgumentException(
          "The admin token must consist of visible ASCII characters without spaces");
    }
    return new AdminToken(TokenHash.of(text));
  }

  /** The token in the file of a folder; creates the file, atomically, if it does not exist. */
  public static Secret openOrCreate(Path folder, KeyGenerator keys) throws IOException {
    Path file = folder.resolve(FILE);
    PrivateFile.requireFile(file, "the next start creates another token");
    if (!Files.exists(file)) {
      PrivateFile.create(file, (keys.adminToken() + "\n").getBytes(UTF_8));
    }
    warnIfOthersCanRead(file);
    if (Files.size(file) > MAX_BYTES) {
      throw unusable(file);
    }
    Secret token = Secret.of(new String(content(file), UTF_8).strip());
    try {
      AdminToken.of(token);
    } catch (IllegalArgumentException invalid) {
      throw unusable(file);
    }
    return token;
  }

  private static byte[] content(Path file) throws IOException {
    try {
      return Files.readAllBytes(file);
    } catch (AccessDeniedException denied) {
      throw PrivateFile.unreadable(file, denied);
    }
  }

  private static IOException unusable(Path file) {
    return new IOException(
        ("The file %s does not contain an admin token. Run 'postrider accept-loss %s'; the next"
                + " start creates a new one.")
            .formatted(file, FILE));
  }

  /** Only warns: some platforms widen the mode of every file in a mounted volume. */
  private static void warnIfOthersCanRead(Path file) throws IOException {
    Set<PosixFilePermission> mode = Files.getPosixFilePermissions(file);
    if (!PrivateFile.MODE.containsAll(mode)) {
      LOG.warn(
          "Other users can access {} (mode {}); run chmod 600 on it.",
          file,
          PosixFilePermissions.toString(mode));
    }
  }
}
