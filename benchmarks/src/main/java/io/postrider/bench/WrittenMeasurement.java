package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Measures what the product writes to disk for each byte of a message that it accepts and delivers
 * to one destination: the log, its digests, cursors and the ledger. First while the log grows, then
 * while the log has its maximum size and old segments make room for new ones. Nothing else may
 * write to the disk meanwhile.
 *
 * <p>Batches are counted from the beginning of a segment to the beginning of another, each time
 * when the next segment is filled with zeros, which goes on while nothing is sent.
 */
record WrittenMeasurement(DeliverSetup setup) {
  private static final double FIRST_TARGET = 2.4;
  private static final double FULL_TARGET = 1.4;
  private static final int BATCH = 100;
  private static final Duration LOOK = Duration.ofSeconds(2);
  private static final Duration SETTLED_WITHIN = Duration.ofMinutes(2);

  /** Less than this in one look is not the filling of a segment. */
  private static final long QUIET_BYTES = 1 << 20;

  private static final String FOLDER = "written";
  private static final Pattern SEGMENT = Pattern.compile(".*/([0-9]+)\\.segment");

  /** Profiles are not counted. */
  private static final String ROLES = "--roles=collect,deliver,control";

  /**
   * The size of the log.
   *
   * @param segments how many of them are written in each phase
   * @param singleBytes how many bytes of messages are sent in single calls
   */
  private record Sizes(int segments, long singleBytes, String segment, String retention) {}

  /** Sends and counts, one phase after the other. */
  private final class Phases {
    private final Product product;
    private final String key;
    private final Scratch scratch;
    private final ObjectNode details;

    Phases(Product product, String key, Scratch scratch, ObjectNode details) {
      this.product = product;
      this.key = key;
      this.scratch = scratch;
      this.details = details;
    }

    /** Sends batches until so many segments have begun. */
    long fill(int segments) throws IOException, InterruptedException {
      long messages = 0;
      for (long last = newestSegment() + segments; newestSegment() < last; ) {
        messages += deliver(BATCH);
      }
      return messages;
    }

    /** Sends batches for so many segments; returns the bytes written for each byte of them. */
    double segments(String name, int segments) throws IOException, InterruptedException {
      fill(2); // the first segment is smaller
      long before = settled();
      return ratio(name, fill(segments), settled() - before);
    }

    /** What the disk has written when it writes no more zeros for the next segment. */
    private long settled() throws IOException, InterruptedException {
      long deadlineNanos = System.nanoTime() + SETTLED_WITHIN.toNanos();
      long last = DiskWrites.bytes(scratch.folder());
      while (System.nanoTime() - deadlineNanos < 0) {
        LockSupport.parkNanos(LOOK.toNanos());
        long now = DiskWrites.bytes(scratch.folder());
        if (now - last < QUIET_BYTES) {
          return now;
        }
        last = now;
      }
      throw new IOException("The disk does not come to rest within " + SETTLED_WITHIN);
    }

    /** Sends single calls of some bytes in total; returns the bytes written for each of them. */
    double singleCalls(String name, long bytes) throws IOException, InterruptedException {
      long before = DiskWrites.bytes(scratch.folder());
      long messages = 0;
      while (messages * SampleBody.length() < bytes) {
        messages += deliver(0);
      }
      return ratio(name, messages, DiskWrites.bytes(scratch.folder()) - before);
    }

    private double ratio(String name, long messages, long bytes) {
      int length = SampleBody.length();
      double written = (double) bytes / messages;
      double ratio = Comparison.rounded(written / length);
      System.out.printf(
          "  %s: %,d messages of %d bytes; %.0f bytes written for each, ratio %.2f%n",
          name, messages, length, written, ratio);
      details
          .putObject(name)
          .put("messages", messages)
          .put("message_bytes", length)
          .put("written_bytes", Math.round(written))
          .put("ratio", ratio);
      return ratio;
    }

    /** The ID of the newest segment of the log. */
    private long newestSegment() throws IOException {
      try (Stream<Path> files = Files.list(scratch.folder().resolve(FOLDER).resolve("log"))) {
        return files
            .map(file -> SEGMENT.matcher(file.toString()))
            .filter(Matcher::matches)
            .map(segment -> segment.group(1))
            .mapToLong(Long::parseLong)
            .max()
            .orElseThrow();
      }
    }

    private long deliver(int batch) throws IOException {
      setup.receiver().ask("reset");
      long sent = send(batch);
      setup.awaitArrivals(setup.receiver(), sent);
      return sent;
    }

    private long send(int batch) throws IOException {
      return batch == 0
          ? setup.sendCalls(product, key, 0, Duration.ofSeconds(1)).messages()
          : setup.sendBatches(product, key, batch, Duration.ofMillis(100)).messages();
    }
  }

  void measure(ObjectNode figures) throws IOException, InterruptedException {
    Sizes sizes =
        setup.isQuick()
            ? new Sizes(2, 16L << 20, "16MiB", "64MiB")
            : new Sizes(8, 256L << 20, "128MiB", "2GiB");
    List<String> flags =
        List.of(
            ROLES,
            "--log.segment-size=" + sizes.segment(),
            "--log.retention-size=" + sizes.retention());
    try (Scratch scratch = setup.scratch(8L << 30);
        Product product = setup.product(scratch, FOLDER, null, flags)) {
      JsonNode source = product.createdSource();
      setup.destination(product, source.required("id").asText(), setup.receiverPort(), "/hook");
      String key = source.required("writeKey").asText();
      Phases phases = new Phases(product, key, scratch, figures.putObject("written"));
      double first = phases.segments("growing", sizes.segments());
      phases.fill(sizes.segments());
      // the log is full now; its next segments replace old ones
      double full = phases.segments("full", sizes.segments());
      double _ = phases.singleCalls("full, single calls", sizes.singleBytes());
      figures.put("written_first_ratio", first).put("written_first_met", first <= FIRST_TARGET);
      figures.put("written_full_ratio", full).put("written_full_met", full <= FULL_TARGET);
    }
  }
}
