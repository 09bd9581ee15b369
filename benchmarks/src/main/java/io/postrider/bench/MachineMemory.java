package io.postrider.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The machine's memory, in the state of one that has been running for a while: what no program uses
 * is page cache, which the next who writes a file gets.
 *
 * <p>A virtual machine gets a page from its host when it first writes to it, which takes several
 * times as long as writing to it again, and many give pages back seconds after they became free. A
 * program that fills the page cache, as a log does, would be charged for that in its first
 * gigabytes and never again; the baseline writes nothing. So the page cache is filled before each
 * cell, by reading a file that is all holes: that costs no disk, and nobody runs out of memory
 * since the system takes these pages away first.
 */
final class MachineMemory implements AutoCloseable {
  private static final long LEFT_BYTES = 1L << 30;
  private static final int READ_BYTES = 1 << 20;

  private final Scratch scratch;
  private final Path holes;

  MachineMemory(Path root) throws IOException {
    scratch = Scratch.open(root, "memory", 0);
    holes = scratch.folder().resolve("holes");
    long bytes = Math.max(0, availableBytes() - LEFT_BYTES);
    try (FileChannel file =
        FileChannel.open(holes, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.allocate(1), bytes);
    }
  }

  /** Fills the page cache with what was lost of it. */
  void settle() throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(READ_BYTES);
    try (FileChannel file = FileChannel.open(holes)) {
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
