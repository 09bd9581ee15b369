package io.postrider.log.kafka;

import io.postrider.log.LogRecord;
import io.postrider.log.LogUnavailableException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * A bounded number of fetchers that all readers share. A read borrows one, preferably the one that
 * continues where it begins. Thread-safe; a read waits for the brokers, and for a free fetcher.
 */
final class FetchPool implements AutoCloseable {

  private final Supplier<PartitionFetcher> factory;
  private final int max;
  private final Duration timeout;
  private final Deque<PartitionFetcher> idle = new ArrayDeque<>(); // most recently used last
  private final Set<PartitionFetcher> busy = new HashSet<>();
  private boolean closed;

  FetchPool(Supplier<PartitionFetcher> factory, int max, Duration timeout) {
    this.factory = factory;
    this.max = max;
    this.timeout = timeout;
  }

  /** As {@link PartitionFetcher#read}. */
  List<LogRecord> read(TopicPartition partition, long offset, long end, int maxBytes) {
    PartitionFetcher fetcher = borrow(partition, offset);
    boolean usable = false;
    try {
      List<LogRecord> records = fetcher.read(partition, offset, end, maxBytes, timeout);
      usable = true;
      return records;
    } catch (OffsetOutOfRangeException e) {
      usable = true;
      throw e;
    } finally {
      giveBack(fetcher, usable);
    }
  }

  private synchronized PartitionFetcher borrow(TopicPartition partition, long offset) {
    long deadlineNanos = System.nanoTime() + timeout.toNanos();
    while (!closed) {
      PartitionFetcher fetcher = choose(partition, offset);
      if (fetcher != null) {
        busy.add(fetcher);
        return fetcher;
      }
      long leftMillis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
      if (leftMillis <= 0) {
        throw new LogUnavailableException("all " + max + " consumers are busy reading");
      }
      try {
        wait(leftMillis);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new LogUnavailableException("interrupted while waiting to read", e);
      }
    }
    throw LogUnavailableException.closed();
  }

  private @Nullable PartitionFetcher choose(TopicPartition partition, long offset) {
    for (Iterator<PartitionFetcher> each = idle.iterator(); each.hasNext(); ) {
      PartitionFetcher fetcher = each.next();
      if (fetcher.isAt(partition, offset)) {
        each.remove();
        return fetcher;
      }
    }
    if (!idle.isEmpty()) {
      return idle.pollLast(); // reads in turns gather at one, which fetches for all of them
    }
    return busy.size() < max ? factory.get() : null;
  }

  private void giveBack(PartitionFetcher fetcher, boolean usable) {
    boolean discard;
    synchronized (this) {
      busy.remove(fetcher);
      discard = closed || !usable;
      if (!discard) {
        idle.addLast(fetcher);
      }
      notifyAll();
    }
    if (discard) {
      fetcher.close();
    }
  }

  /** Ends the reads that run, and closes all consumers that are idle. */
  @Override
  public void close() {
    List<PartitionFetcher> left;
    synchronized (this) {
      closed = true;
      busy.forEach(PartitionFetcher::wake);
      left = List.copyOf(idle);
      idle.clear();
      notifyAll();
    }
    left.forEach(PartitionFetcher::close);
  }
}
