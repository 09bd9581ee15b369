package io.postrider.server.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;

/** A file of random bytes, made once and only for its owner to read. */
public final class KeyFile {

  private KeyFile() {}

  /**
   * The bytes in a file, which is made if there is none.
   *
   * @param withoutIt what is lost with the file, in words
   */
  public static byte[] open(Path path, int length, String withoutIt) {
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
                + ". Put it back from a backup; without it "
                + withoutIt
                + ". If there is none, delete the file: a new key is made at the next start.");
      }
      return key;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot use " + path.toAbsolutePath(), e);
    }
  }

  private static void create(Path path, int length) throws IOException {
    byte[] key = new byte[length];
    new SecureRandom().nextBytes(key);
    PrivateFile.create(path, key);
  }
}
