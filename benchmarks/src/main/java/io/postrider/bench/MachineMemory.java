package io.postrider.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Fills the page cache before each measurement, as on a machine that has been running for a while.
 *
 * <p>A virtual machine gets a memory page from its host on the first write, which takes several
 * times as long as later writes. Many return free pages to the host after seconds. A log fills the
 * page cache and would pay this cost in its first gigabytes only; the baseline writes nothing. This
 * class reads a sparse file, which needs no disk space. The kernel evicts these pages first, so no
 * program runs out of memory.
 */
final class MachineMemory implements AutoCloseable {
  private static final long LEFT_BYTES = 1L << 30;
  private static final int READ_BYTES = 1 << 20;

  private final Scratch scratch;
  private final Path sparseFile;

  MachineMemory(Path root) throws IOException {
    scratch = Scratch.open(root, "memory", 0);
    sparseFile = scratch.folder().resolve("sparseFile");
    long bytes = Math.max(0, availableBytes() - LEFT_BYTES);
    try (FileChannel file =
        FileChannel.open(sparseFile, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.allocate(1), bytes);
    }
  }

  /** Fills the page cache again. */
  void fillPageCache() throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(READ_BYTES);
    try (FileChannel file = FileChannel.open(sparseFile)) {
      System.out.printf("%nFilling the page cache (%.0f GiB).%n", file.size() / 0x1p30);
      while (file.read(buffer) > 0) {
        buffer.clear();
      }
    }
  }

  @Override
  public void close() {
    scratch.close();
  }

  private static long availableBytes() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/meminfo"))) {
      if (line.startsWith("MemAvailable:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) << 10;
      }
    }
    return 0;
  }
}
