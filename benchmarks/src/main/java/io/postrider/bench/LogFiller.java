package io.postrider.bench;

import io.postrider.log.RecordBatch;
import io.postrider.log.RecordLog;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;

/**
 * Fills the log in a data folder through the log's own interface, as the product would have.
 *
 * <p>{@link #open} and {@link #record} are the only two places that know how the product keeps its
 * log and what its records look like.
 */
final class LogFiller {
  private static final int RECORDS_PER_BATCH = 500;
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
      long appended = 0;
      long number = 0;
      while (appended < bytes) {
        RecordBatch batch = batch(number);
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

  private static RecordBatch batch(long firstNumber) {
    byte[][] records = new byte[RECORDS_PER_BATCH][];
    int[] ends = new int[RECORDS_PER_BATCH];
    int length = 0;
    for (int i = 0; i < RECORDS_PER_BATCH; i++) {
      records[i] = record(firstNumber + i);
      length += records[i].length;
      ends[i] = length;
    }
    byte[] bytes = new byte[length];
    for (int i = 0; i < RECORDS_PER_BATCH; i++) {
      System.arraycopy(records[i], 0, bytes, ends[i] - records[i].length, records[i].length);
    }
    return new RecordBatch(bytes, ends, RECORDS_PER_BATCH);
  }

  /** Opens the embedded log where the product keeps it under its data folder. */
  private static RecordLog open(Path folder) {
    throw new UnsupportedOperationException("no embedded log to open in " + folder);
  }

  /** A record of about 600 bytes as the product writes it, with its own message id and user. */
  private static byte[] record(long number) {
    throw new UnsupportedOperationException("no record format for message " + number);
  }
}
