package io.postrider.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The bytes that a disk has written since the start of the machine, for all processes and with the
 * journal of the file system.
 *
 * <p>{@code write_bytes} in {@code /proc/PID/io} would be of one process alone, but was measured at
 * hundreds of times what reaches the disk, probably because it counts a whole folio when a few
 * bytes of it change.
 */
final class DiskWrites {
  private static final int SECTOR = 512;

  /** Major and minor number, name, four of reads, writes, merged writes, written sectors. */
  private static final int SECTORS_WRITTEN = 9;

  private DiskWrites() {}

  /** Writes everything back, then asks the disk that has a folder. */
  static long bytes(Path folder) throws IOException, InterruptedException {
    new ProcessBuilder("sync").start().waitFor();
    long device = (Long) Files.getAttribute(folder, "unix:dev");
    return bytes(Files.readAllLines(Path.of("/proc/diskstats")), device);
  }

  /** Parses {@code /proc/diskstats}. */
  static long bytes(List<String> diskStats, long device) {
    String major = Long.toString((device >>> 8) & 0xfff);
    String minor = Long.toString((device & 0xff) | ((device >>> 12) & 0xfff00));
    for (String line : diskStats) {
      String[] words = line.trim().split("\\s+", -1);
      if (words.length > SECTORS_WRITTEN && words[0].equals(major) && words[1].equals(minor)) {
        return Long.parseLong(words[SECTORS_WRITTEN]) * SECTOR;
      }
    }
    throw new IllegalStateException(
        "Cannot tell what the disk writes: /proc/diskstats has no device %s:%s"
            .formatted(major, minor));
  }
}
