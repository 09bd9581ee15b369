package io.postrider.bench;

import io.postrider.bench.load.BatchBodies;
import io.postrider.log.RecordBatch;
import io.postrider.log.RecordLog;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;

/**
 * Fills the log in a data folder through the log's own interface, as the product would have.
 *
 * <p>{@link #open} and {@link #accept} are the only two places that know how the product keeps its
 * log and what its records look like.
 */
final class LogFiller {
  private static final int MESSAGES_PER_BATCH = 500;
  private static final int BATCHES_IN_FLIGHT = 8;

  private LogFiller() {}

  /**
   * Appends records until they amount to so many bytes, all durable.
   *
   * @param folder the product's data folder
   */
  static void fill(Path folder, long bytes) {
    try (RecordLog log = open(folder)) {
      ArrayDeque<CompletableFuture<Long>> inFlight = new ArrayDeque<>();
      BatchBodies bodies = new BatchBodies(MESSAGES_PER_BATCH);
      long appended = 0;
      long number = 0;
      while (appended < bytes) {
        RecordBatch batch = accept(bodies.next());
        number += batch.count();
        inFlight.addLast(log.append(0, batch));
        if (inFlight.size() == BATCHES_IN_FLIGHT) {
          inFlight.removeFirst().join();
        }
        long before = appended;
        appended += batch.sizeBytes();
        if (appended >> 30 != before >> 30) {
          System.out.printf("  %d GiB, %,d records%n", appended >> 30, number);
        }
      }
      inFlight.forEach(CompletableFuture::join);
    }
  }

  /** Opens the embedded log where the product keeps it under its data folder. */
  private static RecordLog open(Path folder) {
    throw new UnsupportedOperationException("no embedded log to open in " + folder);
  }

  /** The records that the product makes of a batch's body, in arrays that nobody uses again. */
  private static RecordBatch accept(byte[] body) {
    throw new UnsupportedOperationException("no records of a body of " + body.length + " bytes");
  }
}
