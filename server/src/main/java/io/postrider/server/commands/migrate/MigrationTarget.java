package io.postrider.server.commands.migrate;

import io.postrider.log.RecordLog;
import io.postrider.log.kafka.KafkaLog;
import io.postrider.server.cluster.KafkaEngine;
import io.postrider.server.cluster.MigratedFolder;
import io.postrider.server.cluster.SharedKey;
import io.postrider.server.config.Config;
import io.postrider.server.config.StartException;
import io.postrider.server.database.Databases;
import io.postrider.server.database.SecretSeal;
import io.postrider.server.folder.FolderManifest;
import java.time.InstantSource;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The topics and the database that receive a data folder. They must be empty, or hold a part of the
 * same folder that an earlier run copied. Belongs to one thread.
 */
final class MigrationTarget implements AutoCloseable {

  private final Config config;
  private final Databases databases;
  private final SecretSeal seal;
  private final CopyClock clock = new CopyClock();
  private final MigratedFolder folder;

  private MigrationTarget(Config config, Databases databases, SecretSeal seal) {
    this.config = config;
    this.databases = databases;
    this.seal = seal;
    this.folder = new MigratedFolder(databases.catalog(), seal);
  }

  /**
   * Connects to the database; creates its tables.
   *
   * @throws StartException if its nodes have another key
   */
  static MigrationTarget open(Config config, FolderManifest manifest, InstantSource time) {
    Databases databases = Databases.of(config, manifest, time);
    try {
      SecretSeal seal = SecretSeal.of(config, manifest);
      SharedKey.require(databases.catalog(), seal);
      return new MigrationTarget(config, databases, seal);
    } catch (RuntimeException failure) {
      databases.close();
      throw failure;
    }
  }

  Databases databases() {
    return databases;
  }

  SecretSeal seal() {
    return seal;
  }

  /** What the topics take for the time of appends. */
  CopyClock clock() {
    return clock;
  }

  /**
   * Whether the database has a folder completely.
   *
   * @param log the identity of the folder's log
   * @throws StartException if the database has something else
   */
  boolean hasAllOf(String log) {
    Optional<MigratedFolder.State> known = folder.find();
    if (known.isEmpty()) {
      requireEmpty();
      return false;
    }
    if (!known.get().log().equals(log)) {
      throw new StartException(
          ("The database already received another data folder, with the log %s; this one has the"
                  + " log %s. Use an empty database ('database.url').")
              .formatted(known.get().log(), log));
    }
    return known.get().finished();
  }

  private void requireEmpty() {
    boolean used =
        databases
                .catalog()
                .list(Boolean.class, "select had_source or version > 0 from catalog")
                .contains(true)
            || !databases
                .cursors()
                .list(Long.class, "select epoch from delivery_position")
                .isEmpty();
    if (used) {
      throw new StartException(
          "The database is in use: it has sources or delivery cursors. A data folder can be moved"
              + " to an empty database only. Name another one with 'database.url'.");
    }
  }

  /** Notes that a folder begins to be moved here. */
  void begin(String log, byte[] hashKey) {
    if (folder.find().isEmpty()) {
      folder.begin(log, hashKey);
    }
  }

  /** The topics, open. */
  record Topics(KafkaLog log, KafkaLog ledger) implements AutoCloseable {

    String identities() {
      return log.identity() + "," + ledger.identity();
    }

    @Override
    public void close() {
      log.close();
      ledger.close();
    }
  }

  /**
   * Opens the topics; creates those that do not exist.
   *
   * @throws StartException if one of them has records that no earlier run copied
   */
  Topics openTopics() {
    KafkaEngine kafka = KafkaEngine.of(config, clock);
    KafkaLog log = kafka.openLog();
    Topics topics = null;
    try {
      topics = new Topics(log, kafka.openLedger());
      requireOurs(topics);
      return topics;
    } catch (RuntimeException failure) {
      if (topics == null) {
        log.close();
      } else {
        topics.close();
      }
      throw failure;
    }
  }

  private void requireOurs(Topics topics) {
    String known = folder.find().map(MigratedFolder.State::topics).orElse("");
    if (known.equals(topics.identities())) {
      return;
    }
    if (hasRecords(topics.log()) || hasRecords(topics.ledger())) {
      throw new StartException(
          ("The topics '%s' and '%s' are not empty. A data folder can be moved to empty topics"
                  + " only: name others with 'log.kafka.topic', or delete them.")
              .formatted(logTopic(), ledgerTopic()));
    }
  }

  private static boolean hasRecords(RecordLog topic) {
    return IntStream.range(0, topic.partitions()).anyMatch(i -> topic.endOffset(i) > 0);
  }

  /** Notes the topics, whose records are from now on those of the folder. */
  void into(Topics topics) {
    folder.into(topics.identities());
  }

  /** Lets nodes start. */
  void finish() {
    folder.finish();
  }

  String logTopic() {
    return config.log().kafka().topic();
  }

  String ledgerTopic() {
    return logTopic() + "-ledger";
  }

  @Override
  public void close() {
    databases.close();
  }
}
