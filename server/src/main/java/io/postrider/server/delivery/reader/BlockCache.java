package io.postrider.server.delivery.reader;

import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.RecordLog;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cache of blocks and open readers, by offset. Safe to use from any thread; reads in parallel.
 *
 * <p>The numbers of blocks and open readers are bounded; the oldest go first.
 */
final class BlockCache implements AutoCloseable {

  private static final int MAX_BLOCKS = 16;
  private static final int MAX_READERS = 8;

  private final RecordLog log;
  private final Deque<Block> recent = new ArrayDeque<>();
  private final Deque<OpenReader> readers = new ArrayDeque<>();

  private record OpenReader(int partition, LogReader reader) {}

  BlockCache(RecordLog log) {
    this.log = log;
  }

  /**
   * The block that contains an offset, or null at the end of the log.
   *
   * @throws io.postrider.log.OffsetExpiredException if retention has deleted it
   */
  @Nullable Block at(int partition, long offset, int maxBytes) {
    Block known = known(partition, offset);
    if (known != null) {
      return known;
    }
    OpenReader open = takeReader(partition, offset);
    List<LogRecord> records;
    try {
      records = open.reader.read(maxBytes);
    } catch (RuntimeException failed) {
      open.reader.close();
      throw failed;
    }
    if (records.isEmpty()) {
      open.reader.close();
      return null;
    }
    Block block = Block.of(partition, records);
    store(block, open);
    return block;
  }

  private synchronized @Nullable Block known(int partition, long offset) {
    for (Block block : recent) {
      if (block.partition() == partition && block.contains(offset)) {
        return block;
      }
    }
    return null;
  }

  private OpenReader takeReader(int partition, long offset) {
    synchronized (this) {
      for (Iterator<OpenReader> all = readers.iterator(); all.hasNext(); ) {
        OpenReader open = all.next();
        if (open.partition == partition && open.reader.position() == offset) {
          all.remove();
          return open;
        }
      }
    }
    return new OpenReader(partition, log.reader(partition, offset));
  }

  private synchronized void store(Block block, OpenReader open) {
    recent.addFirst(block);
    if (recent.size() > MAX_BLOCKS) {
      recent.removeLast();
    }
    readers.addFirst(open);
    if (readers.size() > MAX_READERS) {
      readers.removeLast().reader.close();
    }
  }

  @Override
  public synchronized void close() {
    readers.forEach(open -> open.reader.close());
    readers.clear();
    recent.clear();
  }
}
