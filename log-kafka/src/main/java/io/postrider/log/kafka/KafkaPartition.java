package io.postrider.log.kafka;

import io.postrider.log.OffsetWaiters;
import io.postrider.log.Pace;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;

/**
 * What this node knows of a partition. Thread-safe.
 *
 * <p>Invariant: a record below {@link #knownEnd} is durable; the known end and first offset only
 * grow.
 */
final class KafkaPartition {

  /** How long a partition is followed after the last reader that wanted it. */
  private static final long WANTED_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** How far another node's clock is followed; also what brokers accept by default. */
  static final long MAX_AHEAD_MILLIS = TimeUnit.HOURS.toMillis(1);

  private final TopicPartition name;
  private final PartitionTail tail;
  private final OffsetWaiters live = new OffsetWaiters();
  private final OffsetWaiters bulk = new OffsetWaiters();
  private final AtomicLong first = new AtomicLong();
  private final AtomicLong end = new AtomicLong();
  private final AtomicLong lastTimeMillis = new AtomicLong(Long.MIN_VALUE);
  private long wantedAtNanos;
  private boolean wanted;

  KafkaPartition(TopicPartition name, long tailBytes) {
    this.name = name;
    this.tail = new PartitionTail(tailBytes);
  }

  TopicPartition name() {
    return name;
  }

  int number() {
    return name.partition();
  }

  PartitionTail tail() {
    return tail;
  }

  /** Completes when the known end is beyond an offset. */
  CompletableFuture<Void> whenBeyond(long offset, Pace pace) {
    return (pace == Pace.LIVE ? live : bulk).whenBeyond(offset, knownEnd());
  }

  long knownFirst() {
    return first.get();
  }

  long knownEnd() {
    return end.get();
  }

  void startsAt(long offset) {
    first.accumulateAndGet(offset, Math::max);
    endsAt(offset);
  }

  /** Records below this offset are durable; wakes who waits for them. */
  void endsAt(long offset) {
    if (end.getAndAccumulate(offset, Math::max) < offset) {
      live.reached(offset);
      bulk.reached(offset);
    }
  }

  /** A record of this time was seen. */
  void saw(long timeMillis) {
    lastTimeMillis.accumulateAndGet(timeMillis, Math::max);
  }

  /**
   * The time for the next append: now, but never earlier than a record that was seen, unless that
   * is far in the future: one node with a wrong clock must not mislead all others.
   */
  long stamp(long nowMillis) {
    long lastMillis = lastTimeMillis.get();
    if (lastMillis > nowMillis + MAX_AHEAD_MILLIS) {
      return nowMillis;
    }
    return lastTimeMillis.accumulateAndGet(nowMillis, Math::max);
  }

  /** A live reader is at the end, or waits there. Returns whether nobody was for a while. */
  synchronized boolean want() {
    wantedAtNanos = System.nanoTime();
    boolean fresh = !wanted;
    wanted = true;
    return fresh;
  }

  /** Whether a live reader is or was at the end a moment ago. */
  synchronized boolean isWanted() {
    if (wanted && System.nanoTime() - wantedAtNanos > WANTED_NANOS && !live.isWaiting()) {
      wanted = false;
    }
    return wanted;
  }

  /** Whether somebody waits for records that nobody fetches for live readers. */
  boolean needsEnd() {
    return !tail.isOpen() && bulk.isWaiting();
  }

  /** Fails everyone who waits. */
  void close() {
    live.close();
    bulk.close();
  }
}
