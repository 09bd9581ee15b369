package io.postrider.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The operating system's page cache, which only root may drop. */
final class PageCache {
  private static final Path CONTROL = Path.of("/proc/sys/vm/drop_caches");

  private PageCache() {}

  /** Writes back and drops all pages; returns false if that is not permitted. */
  static boolean drop() throws InterruptedException {
    try {
      new ProcessBuilder("sync").start().waitFor();
      Files.writeString(CONTROL, "3");
      return true;
    } catch (IOException e) {
      return false; // not root, or not permitted in this container
    }
  }
}
