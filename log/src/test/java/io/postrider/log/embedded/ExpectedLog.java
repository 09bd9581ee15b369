package io.postrider.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.RecordBatch;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * A model of the expected log content: every append and its result. Tests compare the log with it.
 *
 * <p>Every non-empty record is unique, so its content identifies its append.
 */
final class ExpectedLog {

  /** The digest range of the logs under test. */
  static final DigestRange DIGESTS = new DigestRange(1, 6);

  private enum Result {
    OPEN,
    ACKNOWLEDGED,
    FAILED,
    GONE
  }

  private static final class Entry {
    final List<byte[]> records;
    final CompletableFuture<Long> future;
    Result result = Result.OPEN;
    long offset = -1;

    Entry(List<byte[]> records, CompletableFuture<Long> future) {
      this.records = records;
      this.future = future;
    }
  }

  private final List<Entry> entries = new ArrayList<>();
  private final Map<ByteBuffer, Entry> byContent = new HashMap<>();
  private long mayExpireBefore;

  void append(EmbeddedLog log, List<byte[]> records) {
    int[] ends = new int[records.size()];
    int end = 0;
    for (int i = 0; i < ends.length; i++) {
      end += records.get(i).length;
      ends[i] = end;
    }
    ByteBuffer bytes = ByteBuffer.allocate(end);
    records.forEach(bytes::put);
    Entry entry =
        new Entry(records, log.append(0, new RecordBatch(bytes.array(), ends, ends.length)));
    entries.add(entry);
    records.forEach(record -> byContent.put(ByteBuffer.wrap(record), entry));
  }

  /** Records the results of completed appends. */
  void note() {
    for (Entry entry : entries) {
      if (entry.result == Result.OPEN && entry.future.isDone()) {
        if (entry.future.isCompletedExceptionally()) {
          entry.result = Result.FAILED;
        } else {
          entry.result = Result.ACKNOWLEDGED;
          entry.offset = entry.future.join();
        }
      }
    }
  }

  /** The log has recovered: appends that failed before must never appear. */
  void superseded() {
    note();
    for (Entry entry : entries) {
      if (entry.result == Result.FAILED) {
        entry.result = Result.GONE;
      }
    }
  }

  /** Retention may have deleted records before an offset. */
  void mayExpireBefore(long offset) {
    mayExpireBefore = Math.max(mayExpireBefore, offset);
  }

  long acknowledged() {
    return entries.stream().filter(entry -> entry.result == Result.ACKNOWLEDGED).count();
  }

  long end() {
    return entries.stream()
        .filter(entry -> entry.result == Result.ACKNOWLEDGED)
        .mapToLong(entry -> entry.offset + entry.records.size())
        .max()
        .orElse(0);
  }

  /** Compares the whole content of a log, and expects exactly that content from now on. */
  void verify(EmbeddedLog log) {
    note();
    NavigableMap<Long, LogRecord> found = readAll(log);
    long first = log.firstOffset(0);
    assertThat(first).as("first offset").isLessThanOrEqualTo(mayExpireBefore);
    assertThat(log.endOffset(0)).as("end").isEqualTo(first + found.size());
    for (Entry entry : entries) {
      if (entry.result == Result.ACKNOWLEDGED) {
        verifyAcknowledged(entry, found, first);
      }
    }
    for (Map.Entry<Long, LogRecord> each : found.entrySet()) {
      verifyKnown(each.getKey(), bytes(each.getValue()), found, first);
    }
    for (Entry entry : entries) {
      if (entry.result == Result.OPEN || entry.result == Result.FAILED) {
        entry.result = Result.GONE;
      }
    }
    verifyDigests(log, found);
    verifyTimes(log, found);
  }

  private static NavigableMap<Long, LogRecord> readAll(EmbeddedLog log) {
    NavigableMap<Long, LogRecord> found = new TreeMap<>();
    try (LogReader reader = log.reader(0, log.firstOffset(0))) {
      List<LogRecord> records = reader.read(700);
      while (!records.isEmpty()) {
        for (LogRecord record : records) {
          if (record.offset() != log.firstOffset(0) + found.size()) {
            throw new AssertionError("a gap before offset " + record.offset());
          }
          found.put(record.offset(), record);
        }
        records = reader.read(700);
      }
    }
    return found;
  }

  private void verifyAcknowledged(Entry entry, NavigableMap<Long, LogRecord> found, long first) {
    for (int i = 0; i < entry.records.size(); i++) {
      long offset = entry.offset + i;
      if (offset >= first) {
        LogRecord record = found.get(offset);
        if (record == null) {
          throw new AssertionError("the acknowledged record at " + offset + " is lost");
        }
        assertThat(Arrays.equals(bytes(record), entry.records.get(i)))
            .as("same content at %s", offset)
            .isTrue();
      }
    }
  }

  /** A record that was not acknowledged must come from an append, with its whole batch. */
  private void verifyKnown(
      long offset, byte[] content, NavigableMap<Long, LogRecord> found, long first) {
    if (content.length == 0) {
      return;
    }
    Entry entry = byContent.get(ByteBuffer.wrap(content));
    if (entry == null) {
      throw new AssertionError("no append wrote the record at " + offset);
    }
    int index = indexOf(entry.records, content);
    if (entry.result != Result.ACKNOWLEDGED) {
      if (entry.result == Result.GONE) {
        throw new AssertionError("the record at " + offset + " failed and has reappeared");
      }
      entry.result = Result.ACKNOWLEDGED;
      entry.offset = offset - index;
      verifyAcknowledged(entry, found, first);
    }
    if (offset != entry.offset + index) {
      throw new AssertionError("the record at " + offset + " was acknowledged at " + entry.offset);
    }
  }

  private static int indexOf(List<byte[]> records, byte[] content) {
    for (int i = 0; i < records.size(); i++) {
      if (Arrays.equals(records.get(i), content)) {
        return i;
      }
    }
    throw new AssertionError("the record is not in its batch");
  }

  private static void verifyDigests(EmbeddedLog log, NavigableMap<Long, LogRecord> found) {
    NavigableMap<Long, String> digests = new TreeMap<>();
    log.digestsSince(
        Instant.EPOCH,
        (time, base, count, bytes) -> {
          for (int i = 0; i < count; i++) {
            byte[] digest = new byte[DIGESTS.lengthBytes()];
            bytes.get(digest);
            digests.put(base + i, time + Arrays.toString(digest));
          }
          assertThat(bytes.hasRemaining()).isFalse();
          return true;
        });
    NavigableMap<Long, String> expected = new TreeMap<>();
    found.forEach(
        (offset, record) -> {
          byte[] content = bytes(record);
          int end = DIGESTS.from() + DIGESTS.lengthBytes();
          byte[] digest =
              content.length < end
                  ? new byte[DIGESTS.lengthBytes()]
                  : Arrays.copyOfRange(content, DIGESTS.from(), end);
          expected.put(offset, record.appendedAt() + Arrays.toString(digest));
        });
    assertThat(digests).as("digests").isEqualTo(expected);
  }

  private static void verifyTimes(EmbeddedLog log, NavigableMap<Long, LogRecord> found) {
    Instant last = Instant.EPOCH;
    for (LogRecord record : found.values()) {
      if (record.appendedAt().isBefore(last)) {
        throw new AssertionError("time goes back at " + record.offset());
      }
      if (record.appendedAt().isAfter(last)) {
        assertThat(log.offsetAt(0, record.appendedAt())).isEqualTo(record.offset());
      }
      last = record.appendedAt();
    }
  }

  private static byte[] bytes(LogRecord record) {
    byte[] bytes = new byte[record.bytes().remaining()];
    record.bytes().duplicate().get(bytes);
    return bytes;
  }
}
