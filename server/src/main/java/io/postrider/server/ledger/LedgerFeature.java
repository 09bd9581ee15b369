package io.postrider.server.ledger;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.ledger.HiddenEntries;
import io.postrider.ledger.LedgerBlock;
import io.postrider.log.LogState.Running;
import io.postrider.log.LogUnavailableException;
import io.postrider.log.RecordLog;
import io.postrider.log.embedded.EmbeddedLog;
import io.postrider.log.embedded.EmbeddedLogOptions;
import io.postrider.log.embedded.FolderDisk;
import io.postrider.log.embedded.LogSizes;
import io.postrider.log.embedded.RetentionLimits;
import io.postrider.log.embedded.RewritePace;
import io.postrider.server.NodeContext;
import io.postrider.server.background.LogGauge;
import io.postrider.server.cluster.KafkaEngine;
import io.postrider.server.config.LedgerConfig;
import io.postrider.server.folder.LogSweep;
import io.postrider.server.folder.SetAsideLog;
import io.postrider.server.folder.SideLog;
import io.postrider.server.ledger.index.IndexLimits;
import io.postrider.server.ledger.index.LedgerCoverage;
import io.postrider.server.ledger.index.LedgerIndex;
import io.postrider.server.ledger.index.LedgerSearch;
import io.postrider.server.ledger.sql.SqlGapStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The ledger of a node: a log of its own in the data folder, or a topic that all nodes share, its
 * index, and its gaps.
 */
public final class LedgerFeature {

  private static final String FOLDER = "ledger";
  private static final String INDEX_FOLDER = "ledger-index";
  private static final long MIB = 1 << 20;
  private static final long MAX_SEGMENT = 128 * MIB;

  /** Retention deletes whole segments, so that there must be several. */
  private static final int MIN_SEGMENTS = 16;

  /** The ledger leaves space on the disk for so many segments of the log. */
  private static final long RESERVED_SEGMENTS = 4;

  private final Path folder;
  private final @Nullable EmbeddedLog files;
  private final LedgerLog log;
  private final LedgerIndex index;
  private final GapStore gaps;

  private LedgerFeature(
      Path folder, @Nullable EmbeddedLog files, LedgerLog log, LedgerIndex index, GapStore gaps) {
    this.folder = folder;
    this.files = files;
    this.log = log;
    this.index = index;
    this.gaps = gaps;
  }

  /**
   * Opens the ledger of a node, and starts to index it.
   *
   * @param disks opens the disk of its log
   */
  public static LedgerFeature open(NodeContext node, SideLog.Disks disks) {
    KafkaEngine kafka = node.kafka().orElse(null);
    if (kafka == null) {
      EmbeddedLog files = openFiles(node, disks);
      return of(node, files, files);
    }
    return of(node, node.closing().add(kafka.openLedger()), null);
  }

  private static EmbeddedLog openFiles(NodeContext node, SideLog.Disks disks) {
    Path data = node.config().data().dir();
    LedgerRoom room =
        new LedgerRoom(
            data.toFile()::getUsableSpace,
            RESERVED_SEGMENTS * node.config().log().segmentSize().bytes());
    EmbeddedLog log =
        node.closing()
            .add(
                SideLog.openDespiteLosses(
                    data.resolve(FOLDER), "the ledger", options(node, room), disks));
    Gauge.builder("postrider.ledger.size.bytes", room, LedgerRoom::sizeBytes)
        .description("Size of the ledger on disk")
        .register(node.metrics());
    Gauge.builder("postrider.ledger.writable", log, all -> all.state() instanceof Running ? 1 : 0)
        .description("1 if the ledger can be written, 0 while its disk refuses writes")
        .register(node.metrics());
    return log;
  }

  /**
   * @param files the log, if it is in the data folder
   */
  private static LedgerFeature of(NodeContext node, RecordLog log, @Nullable EmbeddedLog files) {
    Path data = node.config().data().dir();
    LedgerIndex index = node.closing().add(index(data.resolve(INDEX_FOLDER), log));
    node.delayed().add(index::start);
    watch(index, node.metrics());
    Path folder = data.resolve(FOLDER);
    Gauge.builder("postrider.ledger.damaged", folder, path -> SetAsideLog.of(path).size())
        .description("Damaged ledgers and notices of damaged segments that are not deleted")
        .register(node.metrics());
    GapStore gaps = new SqlGapStore(node.databases().cursors());
    GapPruner _ =
        node.closing()
            .add(
                new GapPruner(
                    gaps,
                    () -> oldestLeft(log, index),
                    node.config().ledger().retention(),
                    node.time()))
            .start();
    LedgerLog written =
        new LedgerLog(
            log,
            node.metrics(),
            node.limits().ledgerBytes(),
            new PastDeliveries(new LedgerSearch(index, HiddenEntries.NONE)));
    return new LedgerFeature(folder, files, written, index, gaps);
  }

  /** The time of the oldest entry, if retention has deleted older ones. */
  private static Optional<Instant> oldestLeft(RecordLog log, LedgerIndex index) {
    return log.firstOffset(0) == 0
        ? Optional.empty()
        : Optional.ofNullable(index.coverage().since());
  }

  private static EmbeddedLogOptions options(NodeContext node, LedgerRoom room) {
    LedgerConfig config = node.config().ledger();
    long maxBytes = config.retentionSize().bytes();
    LogSizes sizes = LedgerLog.SIZES.withSegment(Math.min(MAX_SEGMENT, maxBytes / MIN_SEGMENTS));
    RetentionLimits limits =
        new RetentionLimits(config.retention(), config.retention(), Duration.ZERO, maxBytes);
    return EmbeddedLogOptions.DEFAULT
        .withSizes(sizes)
        .withRetention(limits, () -> Long.MAX_VALUE)
        .withRoom(room::maxBytes)
        .withObserver(room)
        .withTime(node.time(), node.steadyTime());
  }

  private static LedgerIndex index(Path folder, RecordLog log) {
    try {
      return LedgerIndex.open(
          log, FolderDisk.open(folder), IndexLimits.ofHeap(Runtime.getRuntime().maxMemory()));
    } catch (IOException e) {
      throw new LogUnavailableException("cannot open the ledger's index: " + e.getMessage(), e);
    }
  }

  private static void watch(LedgerIndex index, MeterRegistry metrics) {
    LogGauge.of("postrider.ledger.unindexed.blocks", index, all -> all.coverage().lagBlocks())
        .description("Blocks of the ledger that are not indexed yet")
        .register(metrics);
    LogGauge.of("postrider.ledger.entries", index, all -> all.coverage().indexedEntries())
        .description("Entries of the ledger that are indexed")
        .register(metrics);
    LogGauge.of(
            "postrider.ledger.unreadable.blocks", index, all -> all.coverage().unreadableBlocks())
        .description("Blocks of the ledger that are damaged")
        .register(metrics);
  }

  /** The log, to be written by deliveries. */
  public LedgerLog log() {
    return log;
  }

  /**
   * Answers queries.
   *
   * @param hidden entries that no answer shows, such as those of deleted users
   */
  public LedgerSearch search(HiddenEntries hidden) {
    return new LedgerSearch(index, hidden);
  }

  /**
   * Removes users from the files of the ledger: their entries lose the hash, the answer and the
   * detail. Takes minutes. Records of a topic cannot be changed: there they stay hidden until
   * retention deletes them.
   *
   * @param erased is asked about the current entry of a block
   * @return whether they are gone; false if the pace stopped, something is damaged, or the ledger
   *     is a topic
   */
  public boolean erase(Predicate<LedgerBlock> erased, RewritePace pace) {
    return files != null && LedgerErasure.run(new LogSweep(files, "the ledger", pace), erased);
  }

  /** Damaged ledgers and notices of missing segments, latest first, until they are deleted. */
  public List<SetAsideLog> damaged() {
    return SetAsideLog.of(folder);
  }

  /** How much of the ledger is indexed. */
  public LedgerCoverage coverage() {
    return index.coverage();
  }

  /** What the ledger does not have. */
  public GapStore gaps() {
    return gaps;
  }
}
