package io.postrider.message;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;

/**
 * Compares one Jackson pass over a batch of 100 track calls with reading, and with reading and
 * normalizing. Run by hand for RATIONALE.md. Variants take turns in short rounds; prints the 95th
 * percentile and the median.
 */
final class ScanSpeed {

  /** Counts processor time, which other processes disturb less. */
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static final int ROUNDS = 200;
  private static final int BATCHES = 200;

  private interface Pass {
    long run() throws IOException;
  }

  private ScanSpeed() {}

  public static void main(String[] args) throws IOException {
    report("canonical", batch(false, false));
    report("canonical, no context like another", distinct(batch(false, false)));
    report("canonical, context and sentAt on the batch", batch(false, true));
    report("escaped slashes, must be rewritten", batch(true, false));
    report("as Python writes it, must be rewritten", python(batch(false, false)));
  }

  /** The same batch with a number in every context. */
  private static byte[] distinct(byte[] batch) {
    String context = "\"context\":{";
    StringBuilder json = new StringBuilder(IngestHarness.utf8(ByteBuffer.wrap(batch)));
    int made = 0;
    for (int at = json.indexOf(context); at >= 0; at = json.indexOf(context, at + 1)) {
      json.insert(at + context.length(), "\"n\":" + made++ + ",");
    }
    return IngestHarness.bytes(json.toString());
  }

  private static byte[] python(byte[] batch) {
    return IngestHarness.bytes(
        IngestHarness.utf8(ByteBuffer.wrap(batch))
            .replace("\":", "\": ")
            .replace(",\"", ", \"")
            .replace("\u00e9", "\\u00e9"));
  }

  private static byte[] batch(boolean escaped, boolean shared) {
    StringBuilder json = new StringBuilder("{");
    if (shared) {
      json.append("\"context\":{\"library\":{\"name\":\"postrider-java\",\"version\":\"1.0\"}},");
      json.append("\"sentAt\":\"2026-01-02T19:11:01.169Z\",");
    }
    json.append("\"batch\":[");
    for (int i = 0; i < 100; i++) {
      json.append(i == 0 ? "" : ",").append(message(i, escaped));
    }
    return IngestHarness.bytes(json.append("]}").toString());
  }

  private static String message(int i, boolean escaped) {
    String url = "https://shop.example/products/" + i + "?ref=mail";
    return String.format(
        Locale.ROOT,
        "{\"type\":\"track\",\"messageId\":\"ajs-next-%08x-2f1c-4d6e-9a55-0242ac120002\","
            + "\"userId\":\"user-%d\",\"anonymousId\":\"5f0c6c2e-7a57-4f0e-8c7b-%012d\","
            + "\"event\":\"Product Added\",\"properties\":{\"product_id\":\"sku-%d\","
            + "\"name\":\"Caf\u00e9 table, round\",\"price\":%d.95,\"quantity\":%d,"
            + "\"currency\":\"EUR\",\"url\":\"%s\",\"coupon\":null,\"gift\":false},"
            + "\"context\":{\"locale\":\"de-DE\",\"page\":{\"path\":\"/products\"},"
            + "\"userAgent\":\"Mozilla/5.0 (X11; Linux x86_64)\"},"
            + "\"timestamp\":\"2026-01-02T19:11:01.152Z\"}",
        i * 7919,
        i,
        i,
        i,
        i,
        1 + i % 5,
        escaped ? url.replace("/", "\\/") : url);
  }

  private static void report(String name, byte[] body) throws IOException {
    JsonFactory factory = new JsonFactory();
    IngestHarness harness = new IngestHarness().sourceType(SourceType.SERVER);
    RequestContext acceptance =
        new RequestContext(IngestHarness.SOURCE, SourceType.SERVER, IngestHarness.RECEIVED, null);
    RecordBuffer records = new RecordBuffer(1 << 20);
    Pass[] passes = {
      () -> {
        long tokens = 0;
        try (JsonParser parser = factory.createParser(body)) {
          while (parser.nextToken() != null) {
            tokens++;
          }
        }
        return tokens;
      },
      () -> ((ScannedBody) harness.reader.readBatch(body, 0, body.length)).count(),
      () -> {
        ScannedBody scanned = (ScannedBody) harness.reader.readBatch(body, 0, body.length);
        records.clear();
        harness.normalizer.begin(scanned, acceptance);
        for (int i = 0; i < scanned.count(); i++) {
          if (harness.normalizer.normalize(i, records) != null) {
            throw new IllegalStateException("rejected");
          }
        }
        return records.sizeBytes();
      }
    };
    double[][] speeds = new double[passes.length][ROUNDS];
    long blackHole = 0;
    for (int round = 0; round < ROUNDS; round++) {
      for (int pass = 0; pass < passes.length; pass++) {
        long start = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < BATCHES; i++) {
          blackHole += passes[pass].run();
        }
        speeds[pass][round] =
            BATCHES * (double) body.length * 1e3 / (THREADS.getCurrentThreadCpuTime() - start);
      }
    }
    StringBuilder line = new StringBuilder();
    for (double[] speed : speeds) {
      Arrays.sort(speed);
      line.append(
          String.format(
              Locale.ROOT, " %4.0f (%4.0f)", speed[ROUNDS - 1 - ROUNDS / 20], speed[ROUNDS / 2]));
    }
    System.out.printf(
        Locale.ROOT,
        "%-42s %d bytes; MB/s Jackson pass, read, read and settle:%s [%d]%n",
        name,
        body.length,
        line,
        blackHole % 10);
  }
}
