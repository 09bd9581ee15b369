package io.postrider.server;

import io.postrider.log.embedded.DigestRange;
import io.postrider.log.embedded.EmbeddedLog;
import io.postrider.log.embedded.EmbeddedLogOptions;
import io.postrider.log.embedded.FolderDisk;
import io.postrider.log.embedded.LogObserver;
import io.postrider.log.embedded.LogSizes;
import io.postrider.log.embedded.RetentionLimits;
import io.postrider.message.HashKey;
import io.postrider.message.RecordHeader;
import io.postrider.server.config.Config;
import io.postrider.server.config.KeyFile;
import io.postrider.server.config.LogConfig;
import io.postrider.server.ingest.dedupe.Deduplication;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * Opens the log of a data folder as a node keeps it, and remembers from it which messages it holds.
 */
public final class LogOpening {

  private static final String FOLDER = "log";
  private static final String HASH_KEY_FILE = "hash-key";

  /** Beside every segment the log keeps the hash that each record's header carries. */
  private static final DigestRange MESSAGE_HASH =
      new DigestRange(RecordHeader.MESSAGE_HASH_OFFSET, RecordHeader.MESSAGE_HASH_LENGTH);

  private final Config config;
  private final Path dataFolder;
  private final InstantSource time;

  /** The log in the data folder that is configured, which must be there. */
  public LogOpening(Config config, InstantSource time) {
    this.config = config;
    this.dataFolder = config.data().dir();
    this.time = time;
  }

  /** What hashes in this log are keyed with. */
  public HashKey openHashKey() {
    return HashKey.of(
        KeyFile.open(
            dataFolder.resolve(HASH_KEY_FILE),
            HashKey.LENGTH,
            "messages sent twice are not recognized"));
  }

  /** Opens the log of a node on which nobody still needs anything. */
  public EmbeddedLog openLog(LogObserver observer) throws IOException {
    return openLog(observer, () -> Long.MAX_VALUE);
  }

  /** Opens the log; what is needed is spared as long as it may be. */
  EmbeddedLog openLog(LogObserver observer, LongSupplier neededFrom) throws IOException {
    LogConfig log = config.log();
    LogSizes usual = LogSizes.DEFAULT;
    LogSizes sizes =
        new LogSizes(
            log.segmentSize().bytes(),
            usual.firstSegment(),
            usual.maxAppend(),
            log.maxWaiting().bytes(),
            usual.fillChunk());
    return EmbeddedLog.open(
        FolderDisk.open(dataFolder.resolve(FOLDER)),
        EmbeddedLogOptions.DEFAULT
            .withSizes(sizes)
            .withRetention(retention(log), neededFrom)
            .withDigests(MESSAGE_HASH)
            .withClock(time)
            .withObserver(observer));
  }

  /** How long a message stays that nobody needs, at most: its segment may end late. */
  Duration keeps() {
    RetentionLimits limits = retention(config.log());
    return limits.retention().plus(limits.rollAfter());
  }

  private RetentionLimits retention(LogConfig log) {
    long maxBytes = log.retentionSize().bytes();
    return new RetentionLimits(
        log.retention(),
        log.retentionMax(),
        config.delivery().retryWindow(),
        maxBytes == 0 ? Long.MAX_VALUE : maxBytes);
  }

  /** The messages of the last window, newest first and as many as there is memory for. */
  Deduplication openDeduplication(EmbeddedLog log) {
    Duration window = config.dedupe().windowFor(config.log().engine());
    Deduplication deduplication = new Deduplication(window, config.dedupe().memory().bytes(), time);
    Instant from = time.instant().minus(window);
    log.digestsSince(
        from,
        (appendedAt, baseOffset, count, digests) ->
            restore(deduplication, appendedAt.toEpochMilli(), digests));
    return deduplication;
  }

  private static boolean restore(
      Deduplication deduplication, long appendedMillis, ByteBuffer digests) {
    boolean room = true;
    while (digests.hasRemaining()) {
      room = deduplication.restore(digests.getLong(), digests.getLong(), appendedMillis) && room;
    }
    return room;
  }
}
