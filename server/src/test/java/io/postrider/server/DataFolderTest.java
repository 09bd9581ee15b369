package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTest {

  @Test
  void newFolder_isPrivate(@TempDir Path parent) throws IOException {
    Path folder = parent.resolve("data");
    DataFolder.open(folder).close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwx------");
    assertThat(DataFolder.permissionWarning(folder)).isEmpty();
  }

  @Test
  void folderOthersCanAccess_isWarnedAbout(@TempDir Path folder) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-x--x"));
    assertThat(DataFolder.permissionWarning(folder).orElseThrow())
        .contains(folder.toString(), "rwxr-x--x", "chmod 700 " + folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    assertThat(DataFolder.permissionWarning(folder)).isEmpty();
  }

  @Test
  void smallBlocks_areWarnedOf() {
    assertThat(DataFolder.blockWarning(4096)).isEmpty();
    assertThat(DataFolder.blockWarning(1024).orElseThrow())
        .isEqualTo(
            "The file system of the data folder has blocks of 1024 bytes, so that a full disk can"
                + " end the process; nothing acknowledged is lost. Use a file system with blocks of"
                + " at least 4096 bytes.");
  }
}
