package io.postrider.server.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
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
    try {
      if (!Files.exists(file)) {
        byte[] key = new byte[length];
        new SecureRandom().nextBytes(key);
        create(file, key);
      }
      byte[] key = Files.readAllBytes(file);
      if (key.length != length) {
        throw new StartException(
            ("The key file %s has %d bytes instead of %d. Restore it from a backup; without it, %s."
                    + " If there is no backup, run 'postrider accept-loss %s'; the next start"
                    + " creates a new key.")
                .formatted(file.toAbsolutePath(), key.length, length, loss, file.getFileName()));
      }
      return key;
    } catch (IOException e) {
      throw new StartException(
          "Cannot use the key file %s: %s"
              .formatted(file.toAbsolutePath(), FileErrorText.ofFile(file, e)));
    }
  }
}
