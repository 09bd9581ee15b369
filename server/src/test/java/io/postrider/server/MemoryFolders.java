package io.postrider.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Puts the folders of unit tests into memory, if there is enough of it. No unit test cuts the
 * power, so a sync that waits for the disk proves nothing there. Integration tests use the disk.
 */
public final class MemoryFolders implements TempDirFactory {

  private static final Path MEMORY = Path.of("/dev/shm");
  private static final long ENOUGH_BYTES = 2L << 30;

  @Override
  public Path createTempDirectory(
      AnnotatedElementContext element, ExtensionContext extensionContext) throws IOException {
    return Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() > ENOUGH_BYTES
        ? Files.createTempDirectory(MEMORY, "junit-")
        : Files.createTempDirectory("junit-");
  }
}
