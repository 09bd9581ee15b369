package io.postrider.server.commands.migrate;

import io.postrider.delivery.CursorCorruptException;
import io.postrider.delivery.CursorSplit;
import io.postrider.log.LogCorruptException;
import io.postrider.log.LogUnavailableException;
import io.postrider.log.RecordLog;
import io.postrider.log.embedded.EmbeddedLog;
import io.postrider.log.embedded.EmbeddedLogOptions;
import io.postrider.log.embedded.FolderDisk;
import io.postrider.log.kafka.KafkaLog;
import io.postrider.log.kafka.TopicRefusedException;
import io.postrider.message.HashKey;
import io.postrider.server.DataFolder;
import io.postrider.server.config.Config;
import io.postrider.server.config.ConfigException;
import io.postrider.server.config.DurationText;
import io.postrider.server.config.LogConfig;
import io.postrider.server.config.PrivateFile;
import io.postrider.server.config.StartException;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseException;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.database.Databases;
import io.postrider.server.database.SecretSeal;
import io.postrider.server.database.UnreadableSecretException;
import io.postrider.server.folder.DataFile;
import io.postrider.server.folder.MigrationMark;
import io.postrider.server.folder.SideLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * Moves a data folder, which no program uses, to Kafka and PostgreSQL. Belongs to one thread.
 *
 * <p>Every step can be repeated, so that a run that was killed is continued by running all steps
 * again: copies of logs continue where they end, and tables are replaced in one transaction. The
 * folder itself is only read. Until the last step no node starts with the database or the folder.
 */
public final class Migration {

  private static final String LEDGER = "ledger";
  private static final String OFFSETS = "migration.offsets";

  /** Files without which the folder cannot be moved. */
  private static final Set<DataFile> REQUIRED =
      Set.of(
          DataFile.CATALOG,
          DataFile.CURSORS,
          DataFile.PROFILES,
          DataFile.STATISTICS,
          DataFile.HASH_KEY,
          DataFile.LOG);

  private final Config config;
  private final Path data;
  private final InstantSource time;
  private final MigrationProgress progress;

  /**
   * @param config the settings of the nodes that will serve what is moved
   */
  public Migration(Config config, InstantSource time, MigrationProgress progress) {
    this.config = config;
    this.data = config.data().dir();
    this.time = time;
    this.progress = progress;
  }

  /** How a run ended. */
  public enum Outcome {
    MOVED,
    /** An earlier run had moved everything. */
    ALREADY_MOVED
  }

  /**
   * Moves the folder.
   *
   * @throws StartException if that is impossible, with what to do
   */
  public Outcome run() throws IOException {
    requireSettings();
    try (DataFolder folder = DataFolder.open(data)) {
      return move(folder);
    } catch (LogCorruptException
        | LogUnavailableException
        | TopicRefusedException
        | DatabaseException
        | DatabaseUnavailableException
        | UnreadableSecretException
        | CursorCorruptException e) {
      throw new StartException(e.getMessage());
    }
  }

  private void requireSettings() {
    if (config.log().engine() != LogConfig.Engine.KAFKA) {
      throw new ConfigException(
          "'log.engine' is embedded, so that there is nowhere to move the data folder. Run the"
              + " command with the settings of the new nodes: 'log.engine' = kafka,"
              + " 'log.kafka.bootstrap', 'database.url', 'secrets.key' and 'admin.token'.");
    }
    if (!Files.exists(DataFile.LOG.in(data)) || !Files.exists(DataFile.CATALOG.in(data))) {
      throw new StartException(
          "%s is not a data folder with a log and SQLite files. Name it with --data."
              .formatted(data.toAbsolutePath()));
    }
  }

  private Outcome move(DataFolder folder) throws IOException {
    MigrationMark mark = MigrationMark.of(data);
    if (mark.isFinished()) {
      return Outcome.ALREADY_MOVED;
    }
    folder.manifest().requireFiles(REQUIRED);
    try (EmbeddedLog log = openLog();
        Databases from = Databases.inFolder(folder.manifest(), time);
        MigrationTarget target = MigrationTarget.open(config, folder.manifest(), time)) {
      String identity = log.identity().toString();
      folder.manifest().requireMark(DataFile.LOG, identity);
      requireRetention(log, from);
      boolean moved = target.hasAllOf(identity);
      if (!moved) {
        try (MigrationTarget.Topics topics = target.openTopics()) {
          mark.start();
          target.begin(identity, hashKey());
          target.into(topics);
          copy(log, from, topics, target);
          target.finish();
        }
      }
      mark.finish();
      return moved ? Outcome.ALREADY_MOVED : Outcome.MOVED;
    }
  }

  /** Opens the log without its retention: every run must find the same records. */
  private EmbeddedLog openLog() throws IOException {
    return EmbeddedLog.open(
        FolderDisk.open(data.resolve(DataFile.LOG.fileName())), EmbeddedLogOptions.DEFAULT);
  }

  private byte[] hashKey() {
    return PrivateFile.openKey(
        DataFile.HASH_KEY.in(data), HashKey.LENGTH, "repeated messages are not recognized");
  }

  /** Refuses records to deliver that the topic would delete at once. */
  private void requireRetention(RecordLog log, Databases from) {
    long needed =
        LongStream.concat(
                from.cursors().list(Long.class, "select position from delivery_position").stream()
                    .mapToLong(Long::longValue),
                from
                    .cursors()
                    .list(row -> row.getBytes(1), "select state from delivery_cursor")
                    .stream()
                    .filter(state -> state.length > 0)
                    .mapToLong(CursorSplit::neededFrom))
            .min()
            .orElse(Long.MAX_VALUE);
    Instant oldest = time.instant().minus(config.log().retention());
    log.record(0, Math.max(needed, log.firstOffset(0)))
        .filter(record -> record.appendedAt().isBefore(oldest))
        .ifPresent(
            record -> {
              throw new StartException(
                  ("Messages of %s are still to be delivered, but the topic keeps records for"
                          + " 'log.retention' = %s only. Set a longer 'log.retention' for the new"
                          + " nodes, or serve the data folder until they are delivered.")
                      .formatted(record.appendedAt(), DurationText.text(config.log().retention())));
            });
  }

  private void copy(
      EmbeddedLog log, Databases from, MigrationTarget.Topics topics, MigrationTarget target)
      throws IOException {
    KafkaLog copy = topics.log();
    long first = log.firstOffset(0);
    long count = log.endOffset(0) - first;
    try (OffsetMap offsets =
        OffsetMap.create(data.resolve(OFFSETS), first, first + count, copy.partitions())) {
      RecordScan scan = new LogScan(log, copy.partitions(), progress::done);
      RecordScan mapping =
          sink ->
              scan.run(
                  (partition, appendedAt, record) -> {
                    offsets.add(partition);
                    sink.take(partition, appendedAt, record);
                  });
      step("Copying the log", count, "records", () -> LogCopy.copy(mapping, copy, target.clock()));
      step(
          "Comparing the log",
          count,
          "records",
          () -> CopyCheck.check(scan, copy, target.logTopic()));
      copyLedger(offsets, topics.ledger(), target);
      copyTables(from, target, new OffsetRules(offsets, identity(log), identity(copy)));
    }
  }

  private static String identity(RecordLog log) {
    return log.identity().toString();
  }

  private void copyLedger(OffsetMap offsets, KafkaLog copy, MigrationTarget target) {
    if (!Files.isDirectory(data.resolve(LEDGER))) {
      return;
    }
    try (EmbeddedLog ledger =
        SideLog.openDespiteLosses(
            data.resolve(LEDGER), "the ledger", EmbeddedLogOptions.DEFAULT, FolderDisk::open)) {
      long count = ledger.endOffset(0) - ledger.firstOffset(0);
      RecordScan scan = new LedgerScan(ledger, offsets, progress::done);
      step("Copying the ledger", count, "blocks", () -> LogCopy.copy(scan, copy, target.clock()));
      step(
          "Comparing the ledger",
          count,
          "blocks",
          () -> CopyCheck.check(scan, copy, target.ledgerTopic()));
    }
  }

  /** The profiles and counters first, and last the cursors, without which nothing is delivered. */
  private void copyTables(Databases from, MigrationTarget target, OffsetRules offsets) {
    SecretSeal own =
        new SecretSeal(
            "the file " + DataFile.SECRETS_KEY.in(data).toAbsolutePath(),
            () -> Files.exists(DataFile.SECRETS_KEY.in(data)),
            () ->
                PrivateFile.openKey(
                    DataFile.SECRETS_KEY.in(data),
                    SecretSeal.KEY_LENGTH,
                    "shared secrets cannot be read"));
    Map<String, Supplier<RowRule>> rules = new HashMap<>(offsets.byTable());
    rules.putAll(new SecretRules(own, target.seal()).byTable());
    Databases to = target.databases();
    record Pair(String what, Database from, Database to) {}
    for (Pair pair :
        List.of(
            new Pair("profiles", from.profiles(), to.profiles()),
            new Pair("counters", from.statistics(), to.statistics()),
            new Pair("configuration", from.catalog(), to.catalog()),
            new Pair("cursors", from.cursors(), to.cursors()))) {
      step(
          "Copying the " + pair.what(),
          DatabaseCopy.rows(pair.from()),
          "rows",
          () -> DatabaseCopy.copy(pair.from(), pair.to(), rules, progress::done));
    }
  }

  private void step(String what, long total, String unit, Runnable work) {
    progress.begin(what, total, unit);
    work.run();
    progress.end();
  }
}
