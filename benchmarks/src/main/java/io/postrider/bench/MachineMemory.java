package io.postrider.bench;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Touches the machine's free memory once before anything is measured.
 *
 * <p>A virtual machine gets a page from its host when it first writes to it, which takes several
 * times as long as writing to it again. A program that fills the page cache, as a log does, would
 * be charged for that in its first gigabytes and never again; the baseline writes nothing.
 */
final class MachineMemory {
  private static final long SLICE_BYTES = 256L << 20;

  private MachineMemory() {}

  /** Touches three quarters of what is available and gives it back. */
  static void touch() throws IOException {
    long bytes = availableBytes() / 4 * 3;
    System.out.printf("Touching %.1f GiB of free memory once.%n", bytes / (double) (1L << 30));
    List<Arena> slices = new ArrayList<>();
    try {
      for (long touched = 0; touched + SLICE_BYTES <= bytes; touched += SLICE_BYTES) {
        Arena slice = Arena.ofConfined();
        slices.add(slice);
        slice.allocate(SLICE_BYTES).fill((byte) 1);
      }
    } finally {
      slices.forEach(Arena::close);
    }
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
