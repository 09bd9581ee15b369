package io.postrider.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Set;

/**
 * A file of random bytes, made once and only for its owner to read.
 *
 * <p>A crash leaves either no file or a whole one: it is written beside, synced, and renamed.
 */
final class KeyFile {

  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private KeyFile() {}

  /** The bytes in a file, which is made if there is none. */
  static byte[] open(Path path, int length) {
    try {
      if (!Files.exists(path)) {
        create(path, length);
      }
      byte[] key = Files.readAllBytes(path);
      if (key.length != length) {
        throw new StartException(
            path.toAbsolutePath()
                + " should hold "
                + length
                + " bytes and holds "
                + key.length
                + ". Put it back from a backup; without it messages sent twice are not recognized."
                + " If there is none, delete the file: a new key is made at the next start.");
      }
      return key;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot use " + path.toAbsolutePath(), e);
    }
  }

  private static void create(Path path, int length) throws IOException {
    byte[] key = new byte[length];
    new SecureRandom().nextBytes(key);
    Path beside = path.resolveSibling(path.getFileName() + ".new");
    Files.deleteIfExists(beside);
    try (FileChannel file =
        FileChannel.open(
            beside, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OWNER_ONLY)) {
      file.write(ByteBuffer.wrap(key));
      file.force(true);
    }
    Files.move(beside, path, StandardCopyOption.ATOMIC_MOVE);
    try (FileChannel folder =
        FileChannel.open(path.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
      folder.force(true);
    }
  }
}
