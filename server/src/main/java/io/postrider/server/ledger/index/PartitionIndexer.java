package io.postrider.server.ledger.index;

import io.postrider.log.LogCorruptException;
import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.OffsetExpiredException;
import io.postrider.log.RecordLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows one partition of the ledger: indexes new blocks, fills holes that damaged runs left,
 * merges small runs, and drops runs whose blocks retention deleted. Belongs to one thread.
 */
final class PartitionIndexer {

  private static final Logger LOG = LoggerFactory.getLogger(PartitionIndexer.class);
  private static final int READ_BYTES = 1024 * 1024;

  private final RecordLog log;
  private final RunFolder folder;
  private final IndexLimits limits;
  private final PartitionIndex index;

  private PartitionIndexer(
      RecordLog log, RunFolder folder, IndexLimits limits, PartitionIndex index) {
    this.log = log;
    this.folder = folder;
    this.limits = limits;
    this.index = index;
  }

  /** Opens the index of a partition; it continues after its last run. */
  static PartitionIndexer open(RecordLog log, RunFolder folder, IndexLimits limits, int partition) {
    List<SealedRun> sealed = folder.open();
    long from = sealed.isEmpty() ? 0 : sealed.getLast().blocks().endOffset();
    OpenRun tail = new OpenRun(Math.max(from, log.firstOffset(partition)), limits);
    return new PartitionIndexer(log, folder, limits, new PartitionIndex(partition, sealed, tail));
  }

  PartitionIndex index() {
    return index;
  }

  /**
   * Does some work; returns whether more is ready.
   *
   * @param end the end of the partition
   */
  boolean step(long end) {
    try {
      dropDamaged();
      dropExpired();
      boolean more = follow(end);
      more |= !more && fill();
      return merge() || more;
    } catch (DamagedRunException damage) {
      index.reportDamage(damage);
      return true;
    }
  }

  private void dropDamaged() {
    for (SealedRun run : index.sealed()) {
      if (index.isDamaged(run)) {
        drop(run);
      }
    }
  }

  private void dropExpired() {
    long first = log.firstOffset(index.partition());
    for (SealedRun run : index.sealed()) {
      if (run.blocks().endOffset() <= first) {
        drop(run);
      }
    }
    OpenRun filler = index.filler();
    if (filler != null && filler.blocks().endOffset() < first) {
      index.startFiller(null);
    }
    if (index.tail().blocks().endOffset() < first) {
      index.startTail(new OpenRun(first, limits));
    }
  }

  private void drop(SealedRun run) {
    index.remove(run);
    folder.delete(run);
  }

  /** Indexes blocks at the end of the ledger; returns whether it has more of them. */
  private boolean follow(long end) {
    OpenRun tail = index.tail();
    boolean more = extend(tail, end);
    if (tail.isFull()) {
      index.sealTail(folder.write(tail), new OpenRun(tail.blocks().endOffset(), limits));
    }
    return more;
  }

  /** Indexes blocks of a hole; returns whether there may be more. */
  private boolean fill() {
    OpenRun filler = index.filler();
    if (filler == null) {
      long from = nextHole(log.firstOffset(index.partition()));
      if (from == index.tail().blocks().firstOffset()) {
        return false;
      }
      filler = new OpenRun(from, limits);
      index.startFiller(filler);
    }
    long end = nextSealed(filler.blocks().firstOffset());
    boolean more = extend(filler, end);
    if (filler.isFull() || !more) {
      index.sealFiller(folder.write(filler));
    }
    return true;
  }

  /** The first offset that no sealed run has; that of the tail if there is no hole. */
  private long nextHole(long from) {
    long at = from;
    for (SealedRun run : index.sealed()) {
      if (run.blocks().firstOffset() > at) {
        return at;
      }
      at = Math.max(at, run.blocks().endOffset());
    }
    return Math.min(at, index.tail().blocks().firstOffset());
  }

  /** Where the hole at an offset ends. */
  private long nextSealed(long from) {
    for (SealedRun run : index.sealed()) {
      if (run.blocks().firstOffset() > from) {
        return run.blocks().firstOffset();
      }
    }
    return index.tail().blocks().firstOffset();
  }

  /** Adds blocks to a run, up to an offset; returns whether there are more before it. */
  private boolean extend(OpenRun run, long endOffset) {
    long stop = Math.min(endOffset, run.blocks().endOffset() + limits.stepBlocks());
    while (run.blocks().endOffset() < stop && !run.isFull()) {
      try (LogReader reader = log.reader(index.partition(), run.blocks().endOffset())) {
        List<LogRecord> records = reader.read(READ_BYTES);
        if (records.isEmpty()) {
          return false;
        }
        add(run, records, stop);
      } catch (LogCorruptException corrupt) {
        addOne(run);
      } catch (OffsetExpiredException expired) {
        return true; // the next step drops the run
      }
    }
    return run.blocks().endOffset() < endOffset;
  }

  private void add(OpenRun run, List<LogRecord> records, long stop) {
    for (LogRecord record : records) {
      if (record.offset() >= stop || run.isFull()) {
        return;
      }
      index.change(() -> addBlock(run, record));
    }
  }

  private static void addBlock(OpenRun run, LogRecord record) {
    if (!run.add(record.appendedAt().toEpochMilli(), record.bytes())) {
      LOG.warn("The ledger's block {} cannot be decoded.", record.offset());
    }
  }

  /** Adds the next block alone, after corruption at or near it. */
  private void addOne(OpenRun run) {
    long offset = run.blocks().endOffset();
    try {
      Optional<LogRecord> record = log.record(index.partition(), offset);
      record.ifPresent(found -> index.change(() -> addBlock(run, found)));
    } catch (LogCorruptException corrupt) {
      LOG.warn("The ledger's block {} cannot be read.", offset);
      int size = run.blocks().size();
      long appended = size == 0 ? 0 : run.blocks().appendedMillis(size - 1);
      index.change(() -> run.addUnreadable(appended));
    }
  }

  /** Merges neighbouring small runs; returns whether it did. */
  private boolean merge() {
    List<SealedRun> parts = new ArrayList<>();
    for (SealedRun run : index.sealed()) {
      boolean small = run.blocks().entries() < 2L * limits.runEntries();
      small &= run.blocks().size() <= limits.runBlocks();
      if (!small || (!parts.isEmpty() && isApart(parts.getLast(), run))) {
        parts.clear();
      }
      if (small) {
        parts.add(run);
      }
      if (parts.size() == limits.mergeRuns()) {
        SealedRun whole = folder.write(new MergedRuns(parts));
        index.replace(parts, whole);
        parts.forEach(folder::delete);
        return true;
      }
    }
    return false;
  }

  private static boolean isApart(SealedRun one, SealedRun next) {
    return one.blocks().endOffset() != next.blocks().firstOffset();
  }

  /** Closes the files. */
  void close() {
    for (SealedRun run : index.sealed()) {
      index.remove(run);
      run.close();
    }
  }
}
