package io.postrider.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a key file that cannot be used is reported as, and what to do about it. */
final class PrivateFileTest {

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("hash-key");
  }

  @Test
  void key_isCreatedOnce() {
    byte[] key = open();
    assertThat(key).hasSize(16);
    assertThat(open()).isEqualTo(key);
  }

  @Test
  void linkToAKey_isFollowed() throws IOException {
    Path other = folder.resolve("other");
    Files.write(other, new byte[16]);
    Files.createSymbolicLink(file, other);
    assertThat(open()).isEqualTo(new byte[16]);
  }

  @Test
  void folder_isRefused() throws IOException {
    Files.createDirectory(file);
    refuses("is a folder");
    assertThat(file).isEmptyDirectory();
  }

  @Test
  void linkThatLeadsToNoFile_isRefused() throws IOException {
    Files.createSymbolicLink(file, file);
    refuses("is a symbolic link that leads to no file");
    Files.delete(file);
    Files.createSymbolicLink(file, folder.resolve("nowhere"));
    refuses("is a symbolic link that leads to no file");
    assertThat(Files.isSymbolicLink(file)).isTrue();
  }

  @Test
  void device_isRefused() throws IOException {
    Files.createSymbolicLink(file, Path.of("/dev/zero"));
    refuses("is not a regular file");
  }

  @Test
  void fileOfAnotherLength_isRefused() throws IOException {
    Files.write(file, new byte[0]);
    refuses("is empty");
    Files.write(file, new byte[15]);
    refuses("has 15 bytes instead of 16");
    Files.write(file, new byte[17]);
    refuses("has 17 bytes instead of 16");
  }

  @Test
  void fileOfAnotherUser_isReportedWithAWayOut() {
    StartException denied =
        PrivateFile.unreadable(file, new AccessDeniedException(file.toString()));
    assertThat(denied)
        .hasMessage(
            "Cannot use the key file "
                + file
                + ": permission denied. Give the file and its folder to the user that runs"
                + " Postrider (chown), and allow that user to read and write it (chmod 600).");
  }

  private void refuses(String what) {
    assertThatThrownBy(this::open)
        .isInstanceOf(StartException.class)
        .hasMessage(
            ("The key file %s %s. Restore it from a backup; without it, x is lost. If there is no"
                    + " backup, run 'postrider accept-loss --data %s hash-key'; the next start"
                    + " creates a new key.")
                .formatted(file, what, folder));
  }

  private byte[] open() {
    return PrivateFile.openKey(file, 16, "x is lost");
  }
}
