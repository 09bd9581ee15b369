package io.postrider.bench;

import io.postrider.bench.load.BatchBodies;
import io.postrider.id.SourceId;
import io.postrider.log.RecordBatch;
import io.postrider.log.RecordLog;
import io.postrider.log.embedded.LogObserver;
import io.postrider.message.BodyReader;
import io.postrider.message.MessageNormalizer;
import io.postrider.message.RecordBuffer;
import io.postrider.message.Rejection;
import io.postrider.message.RequestContext;
import io.postrider.message.ScannedBody;
import io.postrider.message.SourceType;
import io.postrider.server.LogFactory;
import io.postrider.server.config.Config;
import io.postrider.server.config.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** Fills the log in a data folder through the log's own interface, as the product would have. */
final class LogFiller {
  private static final int MESSAGES_PER_BATCH = 500;
  private static final int BATCHES_IN_FLIGHT = 8;
  private static final SourceId SOURCE = new SourceId(1);

  private final LogFactory logs;
  private final BodyReader reader = new BodyReader();
  private final MessageNormalizer normalizer;

  private LogFiller(LogFactory logs) {
    this.logs = logs;
    this.normalizer = new MessageNormalizer(logs.hashKey(), () -> UUID.randomUUID().toString());
  }

  /**
   * Appends records until they amount to so many bytes, all durable.
   *
   * @param folder the product's data folder
   */
  static void fill(Path folder, long bytes) throws IOException {
    Files.createDirectories(folder);
    Map<String, String> flags = Map.of("data.dir", folder.toString());
    Config config = Config.of(Settings.load(null, Map.of(), flags));
    new LogFiller(new LogFactory(config, InstantSource.system())).fill(bytes);
  }

  /** Appends what the product would have made of the bodies of some batches, all durable. */
  static void fill(Path folder, Iterator<byte[]> bodies) throws IOException {
    Files.createDirectories(folder);
    Map<String, String> flags = Map.of("data.dir", folder.toString());
    Config config = Config.of(Settings.load(null, Map.of(), flags));
    new LogFiller(new LogFactory(config, InstantSource.system())).append(bodies);
  }

  private void append(Iterator<byte[]> bodies) throws IOException {
    try (RecordLog log = logs.open(LogObserver.NONE)) {
      ArrayDeque<CompletableFuture<Long>> inFlight = new ArrayDeque<>();
      while (bodies.hasNext()) {
        inFlight.addLast(log.append(0, accept(bodies.next())));
        if (inFlight.size() == BATCHES_IN_FLIGHT) {
          inFlight.removeFirst().join();
        }
      }
      inFlight.forEach(CompletableFuture::join);
    }
  }

  private void fill(long bytes) throws IOException {
    try (RecordLog log = logs.open(LogObserver.NONE)) {
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

  /** The records that the product makes of a batch's body, in arrays that nobody uses again. */
  private RecordBatch accept(byte[] body) {
    if (!(reader.readBatch(body, 0, body.length) instanceof ScannedBody scanned)) {
      throw new IllegalStateException("the product refuses the benchmark's batch");
    }
    normalizer.begin(scanned, new RequestContext(SOURCE, SourceType.SERVER, Instant.now(), null));
    RecordBuffer records = new RecordBuffer(2 * body.length);
    for (int i = 0; i < scanned.count(); i++) {
      Rejection why = normalizer.normalize(i, records);
      if (why != null) {
        throw new IllegalStateException("the product refuses a message: " + why.message());
      }
    }
    return new RecordBatch(records.bytes(), records.ends(), records.count());
  }
}
