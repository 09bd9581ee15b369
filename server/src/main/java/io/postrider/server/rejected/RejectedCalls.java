package io.postrider.server.rejected;

import io.postrider.id.SourceId;
import io.postrider.message.ErrorCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes rejected calls from the tracking API: counts all, and queues some of them to be stored.
 * Safe to call from any thread; never waits for the disk.
 */
public final class RejectedCalls {

  /** How many calls wait to be stored: at most about 2 MiB, and one batch of their log. */
  static final int MAX_QUEUED = 512;

  /** Why a call was counted and not kept. */
  enum Dropped {
    /** Its sender, or all senders together, sent too many. */
    RATE,
    /** Too many waited to be stored. */
    QUEUE,
    /** The disk did not take it. */
    DISK
  }

  /**
   * What is counted.
   *
   * @param source null if no source is known
   */
  record Key(@Nullable SourceId source, ErrorCode code) {}

  private final SenderLimits limits;
  private final ArrayBlockingQueue<RejectedCall> queue = new ArrayBlockingQueue<>(MAX_QUEUED);
  private final Map<Key, LongAdder> counts = new ConcurrentHashMap<>();
  private final Map<Dropped, LongAdder> dropped = new ConcurrentHashMap<>();

  /**
   * @param nanos a clock that never goes back
   */
  public RejectedCalls(LongSupplier nanos) {
    limits = new SenderLimits(nanos);
    for (Dropped why : Dropped.values()) {
      dropped.put(why, new LongAdder());
    }
  }

  /** Counts a call; returns whether to {@link #keep} it. */
  public boolean counted(@Nullable SourceId source, ErrorCode code, String sender) {
    counts.computeIfAbsent(new Key(source, code), key -> new LongAdder()).increment();
    boolean wanted = limits.take(sender);
    if (!wanted) {
      drop(Dropped.RATE, 1);
    }
    return wanted;
  }

  /** Queues a call to be stored, or drops it if too many wait. */
  public void keep(RejectedCall call) {
    if (!queue.offer(call)) {
      drop(Dropped.QUEUE, 1);
    }
  }

  void drop(Dropped why, long calls) {
    LongAdder adder = dropped.get(why);
    if (adder != null) {
      adder.add(calls);
    }
  }

  /** How many calls were counted and not kept since the start. */
  long dropped(Dropped why) {
    LongAdder adder = dropped.get(why);
    return adder == null ? 0 : adder.sum();
  }

  /** Takes all queued calls. */
  List<RejectedCall> takeQueued() {
    List<RejectedCall> taken = new ArrayList<>();
    queue.drainTo(taken);
    return taken;
  }

  /** Takes what was counted since the last time. */
  Map<Key, Long> takeCounts() {
    Map<Key, Long> taken = new HashMap<>();
    counts.forEach(
        (key, adder) -> {
          long count = adder.sumThenReset();
          if (count > 0) {
            taken.put(key, count);
          }
        });
    return taken;
  }

  /** Counts again what could not be stored. */
  void putBack(Map<Key, Long> taken) {
    taken.forEach((key, count) -> counts.computeIfAbsent(key, k -> new LongAdder()).add(count));
  }
}
