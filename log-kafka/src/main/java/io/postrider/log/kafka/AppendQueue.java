package io.postrider.log.kafka;

import io.postrider.log.LogBusyException;
import io.postrider.log.LogUnavailableException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The appends of one partition that the brokers have not answered yet; decides whether another one
 * may join them. Thread-safe.
 *
 * <p>The bytes are bounded over all partitions. An append that waits too long closes the queue, so
 * that new ones are refused at once instead of waiting as well. It opens again with the next
 * success. After a failure one append at a time is let through to try, until one succeeds or the
 * brokers are seen healthy.
 */
final class AppendQueue {

  /** The bytes that wait in all partitions. */
  record Budget(long maxBytes, AtomicLong usedBytes) {

    Budget(long maxBytes) {
      this(maxBytes, new AtomicLong());
    }

    private boolean take(long bytes) {
      long before = usedBytes.get();
      while (before + bytes <= maxBytes) {
        if (usedBytes.compareAndSet(before, before + bytes)) {
          return true;
        }
        before = usedBytes.get();
      }
      return false;
    }
  }

  private final int partition;
  private final Budget budget;
  private final Duration stall;
  private final LongSupplier nanoTime;
  private final ArrayDeque<InFlightAppend> pending = new ArrayDeque<>();
  private boolean failing;

  AppendQueue(int partition, Budget budget, Duration stall, LongSupplier nanoTime) {
    this.partition = partition;
    this.budget = budget;
    this.stall = stall;
    this.nanoTime = nanoTime;
  }

  /**
   * @throws LogUnavailableException if the brokers do not acknowledge appends
   * @throws LogBusyException if too many bytes wait
   */
  synchronized void join(InFlightAppend append) {
    Optional<String> outage = outage();
    if (outage.isPresent() && !(failing && pending.isEmpty())) {
      throw new LogUnavailableException(outage.get());
    }
    if (!budget.take(append.weightBytes())) {
      throw new LogBusyException("the append queue is full: " + budget.maxBytes() + " bytes");
    }
    append.startedAt(nanoTime.getAsLong());
    pending.add(append);
  }

  /** The append is answered, whatever the answer. */
  void leave(InFlightAppend append) {
    synchronized (this) {
      pending.remove(append); // the first one, as a rule
    }
    budget.usedBytes().addAndGet(-append.weightBytes());
  }

  /** The brokers did not store an append. */
  synchronized void failed() {
    failing = true;
  }

  /** An append succeeded, or the brokers look healthy: a past failure closes the queue no more. */
  synchronized void healthy() {
    failing = false;
  }

  /** Why appends are refused, if they are. */
  synchronized Optional<String> outage() {
    InFlightAppend oldest = pending.peekFirst();
    if (oldest != null && nanoTime.getAsLong() - oldest.startedNanos() >= stall.toNanos()) {
      return Optional.of(
          "the brokers have not acknowledged an append to partition "
              + partition
              + " for "
              + stall.toSeconds()
              + " seconds");
    }
    return failing
        ? Optional.of("the brokers did not acknowledge the last append to partition " + partition)
        : Optional.empty();
  }
}
