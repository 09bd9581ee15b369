package io.postrider.bench.torture;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;

/**
 * Disk faults and clock steps of one process, by a C library that is preloaded into it.
 *
 * <p>The library reads its orders from a mapped file, so that they change while the process runs
 * and outlive its restarts. Other processes are not affected.
 */
final class FaultShim {

  /** The errors of a write. */
  enum WriteError {
    NONE(0),
    NO_SPACE(28),
    READ_ONLY(30);

    private final int errno;

    WriteError(int errno) {
      this.errno = errno;
    }
  }

  private static final String SOURCE = "/torture/fault-shim.c";
  private static final int CLOCK_STEP = 0;
  private static final int SYNC_DELAY = 8;
  private static final int WRITE_ERROR = 16;
  private static final int FROZEN = 24;
  private static final int SIZE_BYTES = 32;

  private final Path library;
  private final Path control;
  private final Path guarded;
  private final MappedByteBuffer orders;

  private FaultShim(Path library, Path control, Path guarded, MappedByteBuffer orders) {
    this.library = library;
    this.control = control;
    this.guarded = guarded;
    this.orders = orders;
  }

  /**
   * Compiles the library.
   *
   * @param folder where its files go
   * @param guarded the folder whose files fail
   */
  static FaultShim compile(Path folder, Path guarded) throws IOException, InterruptedException {
    Path source = folder.resolve("fault-shim.c");
    Path library = folder.resolve("fault-shim.so");
    try (InputStream code = FaultShim.class.getResourceAsStream(SOURCE)) {
      Files.write(source, code.readAllBytes());
    }
    Process compiler =
        new ProcessBuilder(
                "gcc", "-shared", "-fPIC", "-O2", "-o", library.toString(), source.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (compiler.waitFor() != 0) {
      throw new IllegalStateException("Cannot compile the fault library:\n" + output);
    }
    Path control = Files.write(folder.resolve("fault-orders"), new byte[SIZE_BYTES]);
    try (FileChannel file =
        FileChannel.open(control, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MappedByteBuffer orders = file.map(FileChannel.MapMode.READ_WRITE, 0, SIZE_BYTES);
      orders.order(ByteOrder.nativeOrder());
      return new FaultShim(library, control, guarded.toAbsolutePath(), orders);
    }
  }

  /** The environment of a process with the library. */
  Map<String, String> environment() {
    return Map.of(
        "LD_PRELOAD", library.toString(),
        "POSTRIDER_SHIM_CONTROL", control.toString(),
        "POSTRIDER_SHIM_FOLDER", guarded.toString());
  }

  void stepClock(Duration step) {
    orders.putLong(CLOCK_STEP, step.toNanos());
  }

  void delaySyncs(Duration delay) {
    orders.putLong(SYNC_DELAY, delay.toNanos());
  }

  void failWrites(WriteError error) {
    orders.putLong(WRITE_ERROR, error.errno);
  }

  void freeze(boolean frozen) {
    orders.putLong(FROZEN, frozen ? 1 : 0);
  }

  /** Ends all faults; the clock shows the real time again. */
  void clear() {
    for (int at = 0; at < SIZE_BYTES; at += Long.BYTES) {
      orders.putLong(at, 0);
    }
  }
}
