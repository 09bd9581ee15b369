package io.postrider.server.ops;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The time since the machine was started. Nobody can set it, and it goes on while this program is
 * restarted, so it shows by how much the wall clock was set meanwhile. Only Linux has it. Safe to
 * use from any thread.
 */
public final class BootClock {

  /**
   * One reading. Only readings of the same boot can be compared.
   *
   * @param boot identifies the start of the machine
   */
  public record Reading(String boot, long millis) {}

  private static final int MAX_ID_LENGTH = 64;

  private final @Nullable Path folder;

  private BootClock(@Nullable Path folder) {
    this.folder = folder;
  }

  public static BootClock ofSystem() {
    return of(Path.of("/proc"));
  }

  /** The clock in a folder of the kernel's files. */
  public static BootClock of(Path folder) {
    return new BootClock(folder);
  }

  /** A clock that cannot be read. */
  public static BootClock none() {
    return new BootClock(null);
  }

  /** Reads the clock; empty if this system has none. */
  public Optional<Reading> read() {
    if (folder == null) {
      return Optional.empty();
    }
    try {
      String boot = Files.readString(folder.resolve("sys/kernel/random/boot_id")).strip();
      String uptime = Files.readString(folder.resolve("uptime")).split(" ", 2)[0];
      return boot.isEmpty() || boot.length() > MAX_ID_LENGTH
          ? Optional.empty()
          : Optional.of(new Reading(boot, (long) (Double.parseDouble(uptime) * 1_000)));
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }
}
