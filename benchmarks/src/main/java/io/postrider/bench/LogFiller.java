package io.postrider.bench;

import io.postrider.bench.load.BatchBodies;
import io.postrider.id.SourceId;
import io.postrider.log.RecordBatch;
import io.postrider.log.RecordLog;
import io.postrider.log.SteadyTime;
import io.postrider.log.embedded.LogObserver;
import io.postrider.message.BodyReader;
import io.postrider.message.MessageNormalizer;
import io.postrider.message.RecordBuffer;
import io.postrider.message.RecordForm;
import io.postrider.message.Rejection;
import io.postrider.message.RequestContext;
import io.postrider.message.ScannedBody;
import io.postrider.message.SourceType;
import io.postrider.server.LogFactory;
import io.postrider.server.config.Config;
import io.postrider.server.config.Settings;
import io.postrider.server.folder.FolderManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * Fills the log in a data folder through the log's API, with the records that the product would
 * write.
 */
final class LogFiller {
  private static final int MESSAGES_PER_BATCH = 500;
  private static final int BATCHES_IN_FLIGHT = 8;
  private static final SourceId SOURCE = new SourceId(1);

  private final LogFactory logs;
  private final BodyReader reader = new BodyReader();
  private final MessageNormalizer normalizer;

  private LogFiller(LogFactory logs) {
    this.logs = logs;
    this.normalizer =
        new MessageNormalizer(
            logs.hashKey(), () -> UUID.randomUUID().toString(), RecordForm.COMPACT);
  }

  /**
   * Appends records until they have a total size in bytes; returns when all are durable.
   *
   * @param folder the product's data folder
   */
  static void fill(Path folder, long bytes) throws IOException {
    fill(folder, Stream.generate(new BatchBodies(MESSAGES_PER_BATCH)::next).iterator(), bytes);
  }

  /** Appends the records of some batch bodies; returns when all are durable. */
  static void fill(Path folder, Iterator<byte[]> bodies) throws IOException {
    fill(folder, bodies, Long.MAX_VALUE);
  }

  private static void fill(Path folder, Iterator<byte[]> bodies, long maxBytes) throws IOException {
    Files.createDirectories(folder);
    // A node refuses a folder that has a log and no manifest.
    FolderManifest.of(folder).requireFiles(Set.of());
    Map<String, String> flags = Map.of("data.dir", folder.toString());
    Config config = Config.of(Settings.load(null, Map.of(), flags));
    new LogFiller(new LogFactory(config, InstantSource.system(), SteadyTime.ofSystem()))
        .append(bodies, maxBytes);
  }

  private void append(Iterator<byte[]> bodies, long maxBytes) throws IOException {
    try (RecordLog log = logs.open(LogObserver.NONE)) {
      ArrayDeque<CompletableFuture<Long>> inFlight = new ArrayDeque<>();
      long appended = 0;
      long records = 0;
      while (appended < maxBytes && bodies.hasNext()) {
        RecordBatch batch = accept(bodies.next());
        inFlight.addLast(log.append(0, batch));
        if (inFlight.size() == BATCHES_IN_FLIGHT) {
          inFlight.removeFirst().join();
        }
        records += batch.count();
        long before = appended;
        appended += batch.sizeBytes();
        if (appended >> 30 != before >> 30) {
          System.out.printf("  %d GiB, %,d records%n", appended >> 30, records);
        }
      }
      inFlight.forEach(CompletableFuture::join);
    }
  }

  /** Converts a batch body to records, as the product does. */
  private RecordBatch accept(byte[] body) {
    if (!(reader.readBatch(body, 0, body.length) instanceof ScannedBody scanned)) {
      throw new IllegalStateException("the product rejects the benchmark's batch");
    }
    normalizer.begin(scanned, new RequestContext(SOURCE, SourceType.SERVER, Instant.now(), null));
    RecordBuffer records = new RecordBuffer(2 * body.length);
    for (int i = 0; i < scanned.count(); i++) {
      Rejection why = normalizer.normalize(i, records);
      if (why != null) {
        throw new IllegalStateException("the product rejects a message: " + why.message());
      }
    }
    return new RecordBatch(records.bytes(), records.ends(), records.count());
  }
}
