package io.postrider.server.ledger.index;

import io.postrider.ledger.LedgerBlock;
import io.postrider.ledger.LedgerCorruptException;
import io.postrider.log.LogCorruptException;
import io.postrider.log.LogRecord;
import io.postrider.log.RecordLog;
import io.postrider.log.embedded.Disk;
import io.postrider.server.background.BackgroundTask;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The index of the ledger. {@link #start} lets it follow the ledger in the background; {@link
 * LedgerSearch} asks it. It is derived data: whatever is missing or damaged is rebuilt from the
 * ledger, while queries answer from what is indexed, and {@link #coverage} says how much that is.
 *
 * <p>Memory per 100 million entries: 5 MB for the tops of tables and full blocks (28 bytes per
 * block), the dictionaries of kinds that are in use, and the two runs that grow.
 */
public final class LedgerIndex implements AutoCloseable {

  /** The first block of a partition that was read, and the time of its first entry. */
  private record FirstBlock(long offset, Instant at) {}

  /** How often the index looks for new blocks. */
  static final Duration INTERVAL = Duration.ofMillis(500);

  private static final BackgroundTask.Options OPTIONS =
      BackgroundTask.Options.every(INTERVAL, "ledger-index", "Cannot index the ledger; retrying.")
          .atOnce()
          .lowPriority();

  private final RecordLog log;
  private final List<PartitionIndexer> partitions = new ArrayList<>();
  private final Map<Integer, FirstBlock> firstBlocks = new ConcurrentHashMap<>();
  private final BackgroundTask task = BackgroundTask.of(OPTIONS, this::step);

  private LedgerIndex(RecordLog log, Disk disk, IndexLimits limits) {
    this.log = log;
    for (int partition = 0; partition < log.partitions(); partition++) {
      RunFolder folder = new RunFolder(disk, log, partition);
      partitions.add(PartitionIndexer.open(log, folder, limits, partition));
    }
  }

  /**
   * Opens the index of a ledger. Damaged files are dropped.
   *
   * @param disk the folder of the index, which nothing else writes
   * @throws io.postrider.log.LogUnavailableException if the disk cannot be read
   */
  public static LedgerIndex open(RecordLog log, Disk disk, IndexLimits limits) {
    return new LedgerIndex(log, disk, limits);
  }

  /** Follows the ledger from now on. */
  public void start() {
    task.start();
  }

  /** Does some work; returns whether more is ready. For the task, and for tests without it. */
  boolean step() {
    boolean more = false;
    List<Long> ends = log.endOffsets();
    for (PartitionIndexer partition : partitions) {
      more |= partition.step(ends.get(partition.index().partition()));
    }
    return more;
  }

  RecordLog log() {
    return log;
  }

  List<PartitionIndexer> partitions() {
    return partitions;
  }

  /** How much of the ledger the index knows. */
  public LedgerCoverage coverage() {
    LedgerCoverage.Sum sum = new LedgerCoverage.Sum();
    List<Long> ends = log.endOffsets();
    for (PartitionIndexer indexer : partitions) {
      int partition = indexer.index().partition();
      long first = log.firstOffset(partition);
      sum.addLedger(ends.get(partition) - first, firstTime(partition, first));
      List<Run> runs = indexer.index().hold();
      try {
        runs.forEach(run -> sum.addRun(run.blocks(), first));
      } finally {
        indexer.index().release();
      }
    }
    return sum.coverage();
  }

  /** The time of the first entry of the first block; read once while that block is the first. */
  private @Nullable Instant firstTime(int partition, long first) {
    FirstBlock known = firstBlocks.get(partition);
    if (known != null && known.offset == first) {
      return known.at;
    }
    Instant at = readTime(partition, first);
    if (at != null) {
      firstBlocks.put(partition, new FirstBlock(first, at));
    }
    return at;
  }

  private @Nullable Instant readTime(int partition, long first) {
    try {
      Optional<LogRecord> record = log.record(partition, first);
      if (record.isEmpty()) {
        return null;
      }
      LedgerBlock block = LedgerBlock.of(record.get().bytes());
      return block.next() ? Instant.ofEpochMilli(block.atMillis()) : null;
    } catch (LogCorruptException | LedgerCorruptException damaged) {
      return null;
    }
  }

  /** Stops. What is not in a file yet is indexed again after the next start. */
  @Override
  public void close() {
    task.close();
    partitions.forEach(PartitionIndexer::close);
  }
}
