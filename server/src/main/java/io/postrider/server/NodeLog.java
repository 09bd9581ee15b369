package io.postrider.server;

import io.postrider.log.LogState;
import io.postrider.log.RecordLog;
import io.postrider.log.embedded.EmbeddedLog;
import io.postrider.log.kafka.KafkaLog;
import io.postrider.message.HashKey;
import io.postrider.server.background.ClosingStack;
import io.postrider.server.background.RetainedOffsets;
import io.postrider.server.cluster.KafkaEngine;
import io.postrider.server.config.Config;
import io.postrider.server.config.Role;
import io.postrider.server.folder.DataFile;
import io.postrider.server.folder.FolderManifest;
import io.postrider.server.ingest.dedupe.Deduplication;
import io.postrider.server.ops.LogMetrics;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The log of a node, as its engine opens it.
 *
 * @param kafka the brokers; empty for the embedded log
 */
record NodeLog(
    RecordLog records,
    Supplier<LogState> state,
    HashKey hashKey,
    Deduplication deduplication,
    Optional<KafkaEngine> kafka) {

  /**
   * Opens the log in the data folder, and begins to restore the deduplication of its last messages.
   */
  static NodeLog embedded(
      Config config,
      FolderManifest manifest,
      LogMetrics observer,
      RetainedOffsets retained,
      InstantSource time,
      InstantSource steadyTime,
      ClosingStack closing)
      throws IOException {
    LogFactory logs = new LogFactory(config, time, steadyTime);
    EmbeddedLog log =
        closing.add(
            config.node().has(Role.DELIVER)
                ? logs.open(observer, () -> retained.neededFrom(0))
                : logs.open(observer));
    manifest.requireMark(DataFile.LOG, log.identity().toString());
    // Closed after the event loops, which use its memory.
    Deduplication deduplication = closing.add(Deduplication.restoring(config, log, steadyTime));
    return new NodeLog(log, log::state, logs.hashKey(), deduplication, Optional.empty());
  }

  /**
   * Opens the log on Kafka. This node remembers only the messages that it accepts from now on.
   *
   * @param key the key of hashes, which all nodes share
   */
  static NodeLog onKafka(
      Config config,
      HashKey key,
      InstantSource time,
      InstantSource steadyTime,
      ClosingStack closing) {
    KafkaEngine kafka = KafkaEngine.of(config, time);
    KafkaLog log = closing.add(kafka.openLog());
    Deduplication deduplication =
        closing.add(
            new Deduplication(
                config.dedupe().windowFor(config.log().engine()),
                config.dedupe().memory().bytes(),
                steadyTime));
    return new NodeLog(log, log::state, key, deduplication, Optional.of(kafka));
  }
}
