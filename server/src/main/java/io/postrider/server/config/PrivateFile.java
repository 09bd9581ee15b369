package io.postrider.server.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Set;

/**
 * Creates files that contain a secret and that only their owner can read.
 *
 * <p>A crash leaves no file or a complete one: a temporary file is written, synced and renamed.
 */
public final class PrivateFile {

  /** Only the owner may read and write. */
  public static final Set<PosixFilePermission> MODE = PosixFilePermissions.fromString("rw-------");

  private PrivateFile() {}

  /** Creates a file with this content, or replaces it. */
  public static void create(Path file, byte[] content) throws IOException {
    create(file, content, () -> {});
  }

  /**
   * The same.
   *
   * @param afterStep called after each step; tests let the process end there
   */
  public static void create(Path file, byte[] content, Runnable afterStep) throws IOException {
    Path temporary = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(temporary);
    try (FileChannel channel =
        FileChannel.open(
            temporary,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(MODE))) {
      ByteBuffer bytes = ByteBuffer.wrap(content);
      afterStep.run();
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      afterStep.run();
      channel.force(true);
    }
    afterStep.run();
    Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    afterStep.run();
    try (FileChannel folder =
        FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
      folder.force(true);
    }
    afterStep.run();
  }

  /**
   * Reads a key file; creates it with random bytes if it does not exist.
   *
   * @param loss what is lost without the key, as a clause
   */
  public static byte[] openKey(Path file, int length, String loss) {
    requireFile(file, loss);
    try {
      if (!Files.exists(file)) {
        byte[] key = new byte[length];
        new SecureRandom().nextBytes(key);
        create(file, key);
      }
      byte[] key = Files.readAllBytes(file);
      if (key.length != length) {
        String what = "has %d bytes instead of %d".formatted(key.length, length);
        throw unusable(file, key.length == 0 ? "is empty" : what, loss);
      }
      return key;
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  /**
   * Refuses a folder, a broken link or a device in the place of a file.
   *
   * @param loss what is lost without the file, as a clause
   * @throws StartException if there is one
   */
  public static void requireFile(Path file, String loss) {
    String obstacle = FileErrorText.obstacle(file);
    if (obstacle != null) {
      throw unusable(file, obstacle, loss);
    }
  }

  private static StartException unusable(Path file, String what, String loss) {
    Path path = file.toAbsolutePath();
    return new StartException(
        ("The key file %s %s. Restore it from a backup; without it, %s. If there is no backup, run"
                + " 'postrider accept-loss --data %s %s'; the next start creates a new key.")
            .formatted(path, what, loss, path.getParent(), path.getFileName()));
  }

  /** The error for a file that the operating system does not let this process read or create. */
  public static StartException unreadable(Path file, IOException failure) {
    String help =
        failure instanceof AccessDeniedException
            ? " Give the file and its folder to the user that runs Postrider (chown), and allow"
                + " that user to read and write it (chmod 600)."
            : "";
    return new StartException(
        "Cannot use the key file %s: %s%s"
            .formatted(file.toAbsolutePath(), FileErrorText.ofFile(file, failure), help));
  }
}
