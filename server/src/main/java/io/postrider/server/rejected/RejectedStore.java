package io.postrider.server.rejected;

import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.OffsetExpiredException;
import io.postrider.log.RecordBatch;
import io.postrider.log.RecordLog;
import io.postrider.server.database.TimeStep;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The stored calls: a log, which several nodes may share, and what is known of it in memory.
 * Thread-safe; writing waits for the disk.
 *
 * <p>Invariant: memory knows only what is durable, and what a restart reads again. A crash loses
 * what was not written yet, and invents nothing.
 */
final class RejectedStore {

  private static final int PARTITION = 0;
  private static final int READ_BYTES = 256 * 1024;

  /** A call and its place in the log. */
  record Found(long offset, StoredCall call) {}

  private final RecordLog log;
  private final Duration retention;
  private final RejectedIndex index = new RejectedIndex();
  private final RejectionCounts counts = new RejectionCounts();
  private @Nullable Instant began;

  /** The offset after the last record that memory knows. */
  private long next;

  private RejectedStore(RecordLog log, Duration retention) {
    this.log = log;
    this.retention = retention;
  }

  /** Reads a log. */
  static RejectedStore open(RecordLog log, Duration retention, Instant now) {
    RejectedStore store = new RejectedStore(log, retention);
    store.refresh(now);
    if (store.began == null) {
      store.write(List.of(new RejectedRecord.Began(now)));
      store.refresh(now);
    }
    return store;
  }

  private void follow() {
    next = Math.max(next, log.firstOffset(PARTITION));
    while (next < log.endOffset(PARTITION)) {
      try (LogReader reader = log.reader(PARTITION, next)) {
        for (List<LogRecord> some = reader.read(READ_BYTES);
            !some.isEmpty();
            some = reader.read(READ_BYTES)) {
          some.forEach(this::learn);
        }
        return;
      } catch (OffsetExpiredException removed) {
        next = log.firstOffset(PARTITION);
      }
    }
  }

  private void learn(LogRecord record) {
    next = record.offset() + 1;
    RejectedRecord.decode(record.bytes()).ifPresent(known -> apply(record.offset(), known));
  }

  private void apply(long offset, RejectedRecord record) {
    if (began == null) {
      began = record.at();
    }
    switch (record) {
      case RejectedRecord.Began _ -> {}
      case RejectedRecord.Call one -> index.add(offset, one.call());
      case RejectedRecord.Counts some -> counts.add(some.at(), some.counts());
      case RejectedRecord.Erased erased -> index.hide(erased.users());
    }
  }

  /**
   * Writes records together. They are durable when this returns, and known after {@link #refresh}.
   *
   * @throws io.postrider.log.LogUnavailableException if the disk does not take them
   */
  void write(List<RejectedRecord> records) {
    if (!records.isEmpty()) {
      append(records);
    }
  }

  /**
   * Learns what was written since the last time, here or by other nodes, and forgets what is old.
   *
   * @throws io.postrider.log.LogUnavailableException if it cannot be read now
   */
  synchronized void refresh(Instant now) {
    follow();
    forgetOld(now);
  }

  private void append(List<RejectedRecord> records) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int[] ends = new int[records.size()];
    for (int i = 0; i < ends.length; i++) {
      bytes.writeBytes(RejectedRecord.encode(records.get(i)));
      ends[i] = bytes.size();
    }
    RecordBatch batch = new RecordBatch(bytes.toByteArray(), ends, ends.length);
    DurableAppend.await(log.append(PARTITION, batch));
  }

  private void forgetOld(Instant now) {
    Instant oldest = now.minus(retention);
    index.forgetBefore(oldest);
    counts.forgetBefore(oldest);
    if (began != null && began.isBefore(oldest)) {
      began = oldest;
    }
  }

  /** The newest calls before an offset, newest first. */
  List<Found> find(RejectedSearch search, long beforeOffset, int most) {
    List<Long> offsets;
    synchronized (this) {
      offsets = index.find(search, beforeOffset, most);
    }
    List<Found> found = new ArrayList<>();
    for (long offset : offsets) {
      call(offset).ifPresent(call -> found.add(new Found(offset, call)));
    }
    return found;
  }

  private Optional<StoredCall> call(long offset) {
    return log.record(PARTITION, offset)
        .flatMap(record -> RejectedRecord.decode(record.bytes()))
        .flatMap(
            record ->
                record instanceof RejectedRecord.Call one
                    ? Optional.of(one.call())
                    : Optional.empty());
  }

  /** Calls by code in each step that has any. */
  synchronized Map<Instant, Map<String, Long>> counts(
      RejectedSearch search, TimeStep step, Instant from, Instant to) {
    return counts.find(search, step, from, to);
  }

  /** The time since which all kept calls can be found. */
  synchronized Instant callsSince() {
    return later(began, index.forgottenTo());
  }

  /** The time since which all calls are counted. */
  synchronized Instant countsSince() {
    return later(began, counts.forgottenTo());
  }

  private static Instant later(@Nullable Instant one, @Nullable Instant other) {
    Instant known = one == null ? Instant.EPOCH : one;
    return other == null || other.isBefore(known) ? known : other;
  }

  /** Hides the calls of users that are stored now. */
  void erase(Set<Long> users, Instant now) {
    write(List.of(new RejectedRecord.Erased(now, users)));
    refresh(now);
  }
}
