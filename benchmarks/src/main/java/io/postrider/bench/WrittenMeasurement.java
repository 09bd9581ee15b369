package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Measures what the product writes to disk for each byte of a message that it accepts and delivers
 * to one destination: the log, its digests, cursors and the ledger. First while the log grows, then
 * while the log has its maximum size and old segments make room for new ones. Nothing else may
 * write to the disk meanwhile.
 */
record WrittenMeasurement(DeliverSetup setup) {
  private static final double FIRST_TARGET = 2.4;
  private static final double FULL_TARGET = 1.4;
  private static final int BATCH = 100;

  /** Profiles are not counted. */
  private static final String ROLES = "--roles=collect,deliver,control";

  /**
   * The size of the log.
   *
   * @param fill how many bytes of messages are written in each phase
   */
  private record Sizes(long fill, String segment, String retention) {}

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

    /** Sends some bytes in total; returns the bytes that the disk wrote for each of them. */
    double run(String name, int batch, long bytes) throws IOException, InterruptedException {
      int length = SampleBody.length();
      long before = DiskWrites.bytes(scratch.folder());
      long messages = 0;
      while (messages * length < bytes) {
        setup.receiver().ask("reset");
        long sent = send(batch);
        setup.awaitArrivals(setup.receiver(), sent);
        messages += sent;
      }
      double written = (double) (DiskWrites.bytes(scratch.folder()) - before) / messages;
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

    private long send(int batch) throws IOException {
      return batch == 0
          ? setup.sendCalls(product, key, 0, Duration.ofSeconds(1)).messages()
          : setup.sendBatches(product, key, batch, Duration.ofMillis(100)).messages();
    }
  }

  void measure(ObjectNode figures) throws IOException, InterruptedException {
    Sizes sizes =
        setup.isQuick()
            ? new Sizes(64L << 20, "16MiB", "64MiB")
            : new Sizes(1L << 30, "128MiB", "1GiB");
    List<String> flags =
        List.of(
            ROLES,
            "--log.segment-size=" + sizes.segment(),
            "--log.retention-size=" + sizes.retention());
    try (Scratch scratch = setup.scratch(8L << 30);
        Product product = setup.product(scratch, "written", null, flags)) {
      JsonNode source = product.createdSource();
      setup.destination(product, source.required("id").asText(), setup.receiverPort(), "/hook");
      String key = source.required("writeKey").asText();
      Phases phases = new Phases(product, key, scratch, figures.putObject("written"));
      double first = phases.run("growing", BATCH, sizes.fill());
      // the log is full now; its next segments replace old ones
      double full = phases.run("full", BATCH, sizes.fill());
      double _ = phases.run("full, single calls", 0, sizes.fill() / 4);
      figures.put("written_first_ratio", first).put("written_first_met", first <= FIRST_TARGET);
      figures.put("written_full_ratio", full).put("written_full_met", full <= FULL_TARGET);
    }
  }
}
