package io.postrider.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/**
 * Measures what the disk itself can do, without any program: appends to one file, each followed by
 * fdatasync. A service that answers after the data is durable cannot be faster than this.
 */
final class DurableWrites {
  private static final int SMALL_BYTES = 4 << 10;
  private static final int LARGE_BYTES = 1 << 20;
  private static final Duration LENGTH = Duration.ofSeconds(1);

  private DurableWrites() {}

  static ObjectNode measure(Path root) throws IOException {
    try (Scratch scratch = Scratch.open(root, "disk", 2L << 30)) {
      double small = perSecond(scratch.folder().resolve("small"), SMALL_BYTES);
      double large = perSecond(scratch.folder().resolve("large"), LARGE_BYTES);
      System.out.printf(
          "The disk by itself: %,.0f durable writes/s of 4 KiB, %,.0f MiB/s in writes of 1 MiB.%n",
          small, large);
      return Results.figures()
          .put("durable_writes_4k_per_s", Math.round(small))
          .put("durable_mib_per_s", Math.round(large));
    }
  }

  private static double perSecond(Path file, int bytes) throws IOException {
    ByteBuffer data = ByteBuffer.allocateDirect(bytes);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      long start = System.nanoTime();
      long writes = 0;
      do {
        data.clear();
        while (data.hasRemaining()) {
          channel.write(data);
        }
        channel.force(false);
        writes++;
      } while (System.nanoTime() - start < LENGTH.toNanos());
      return writes * 1e9 / (System.nanoTime() - start);
    }
  }
}
