package io.postrider.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The contract of {@link RecordLog}. Every implementation extends this class, with no opt-outs. */
@Timeout(60)
public abstract class RecordLogContract {

  /** The append limit of the logs under test. */
  protected static final int MAX_APPEND_BYTES = 64 * 1024;

  /** The queue limit of the logs under test. */
  protected static final int MAX_QUEUED_BYTES = 256 * 1024;

  /** A log under test, and how a test controls it. */
  protected interface Subject extends AutoCloseable {

    RecordLog log();

    /** Blocks commits: appends stay queued. */
    void hold();

    /** Unblocks commits. */
    void release();

    /** Reopens the log after the test has closed it. */
    void reopen();

    /** Runs retention up to an offset. */
    void expireBefore(long offset);

    @Override
    void close();
  }

  protected final TestClock clock = new TestClock();
  private Subject subject;

  /** A new, empty log with the limits above and this clock. */
  protected abstract Subject create();

  @BeforeEach
  final void open() {
    subject = create();
  }

  @AfterEach
  final void tidy() {
    subject.close();
  }

  @Test
  void newLog_isEmpty() {
    assertThat(log().firstOffset(0)).isZero();
    assertThat(log().endOffset(0)).isZero();
    assertThat(log().record(0, 0)).isEmpty();
    assertThat(log().reader(0, 0).read(1000)).isEmpty();
    assertThat(log().offsetAt(0, Instant.EPOCH)).isZero();
  }

  @Test
  void partitions_areNumberedFromZero() {
    assertThat(log().partitions()).isPositive();
    assertThatThrownBy(() -> log().endOffset(log().partitions()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> log().endOffset(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void append_givesTheFirstOffset() throws Exception {
    assertThat(append("a", "b", "c")).isEqualTo(0);
    assertThat(append("d")).isEqualTo(3);
    assertThat(append("e", "f")).isEqualTo(4);
    assertThat(log().endOffset(0)).isEqualTo(6);
    assertThat(log().firstOffset(0)).isZero();
  }

  @Test
  void endOffsets_areThoseOfAllPartitions() throws Exception {
    append("a", "b");
    List<Long> ends = log().endOffsets();
    assertThat(ends).hasSize(log().partitions()).startsWith(2L);
    for (int partition = 0; partition < ends.size(); partition++) {
      assertThat(log().endOffset(partition)).isEqualTo(ends.get(partition));
    }
  }

  @Test
  void records_areReadInOrder() throws Exception {
    append("a", "bb");
    append("ccc");
    assertThat(readAll(0)).containsExactly("0:a", "1:bb", "2:ccc");
    assertThat(readAll(1)).containsExactly("1:bb", "2:ccc");
    assertThat(readAll(3)).isEmpty();
  }

  @Test
  void append_usesOnlyTheRecordsCounted() throws Exception {
    byte[] bytes = "abcdef".getBytes(UTF_8);
    log().append(0, new RecordBatch(bytes, new int[] {1, 3, 6}, 2)).get();
    assertThat(readAll(0)).containsExactly("0:a", "1:bc");
  }

  @Test
  void emptyRecords_areRecords() throws Exception {
    append("", "x", "");
    append("");
    assertThat(readAll(0)).containsExactly("0:", "1:x", "2:", "3:");
    assertThat(text(log().record(0, 2))).isEqualTo("2:");
  }

  @Test
  void record_isReadByOffset() throws Exception {
    append("a", "b");
    append("c");
    assertThat(text(log().record(0, 0))).isEqualTo("0:a");
    assertThat(text(log().record(0, 1))).isEqualTo("1:b");
    assertThat(text(log().record(0, 2))).isEqualTo("2:c");
    assertThat(log().record(0, 3)).isEmpty();
  }

  @Test
  void recordBytes_areReadOnlyAndStable() throws Exception {
    append("first");
    LogReader reader = log().reader(0, 0);
    LogRecord first = reader.read(1000).getFirst();
    append("other");
    reader.read(1000);
    assertThat(first.bytes().isReadOnly()).isTrue();
    assertThat(text(Optional.of(first))).isEqualTo("0:first");
  }

  @Test
  void read_respectsItsBudget() throws Exception {
    append("a".repeat(100), "b".repeat(100), "c".repeat(100));
    append("d".repeat(100));
    LogReader reader = log().reader(0, 0);
    assertThat(reader.read(250)).hasSize(2);
    assertThat(reader.position()).isEqualTo(2);
    assertThat(reader.read(1)).hasSize(1);
    assertThat(reader.read(0)).hasSize(1);
    assertThat(reader.read(1000)).isEmpty();
    assertThat(reader.position()).isEqualTo(4);
  }

  @Test
  void largestRecord_isAccepted() throws Exception {
    byte[] record = new byte[MAX_APPEND_BYTES - 4];
    record[record.length - 1] = 7;
    assertThat(log().append(0, RecordBatch.of(record)).get()).isZero();
    assertThat(log().record(0, 0).orElseThrow().bytes().remaining()).isEqualTo(record.length);
    assertThat(log().record(0, 0).orElseThrow().bytes().get(record.length - 1)).isEqualTo((byte) 7);
  }

  @Test
  void tooLargeBatch_isRefused() throws Exception {
    assertThat(failure(log().append(0, RecordBatch.of(new byte[MAX_APPEND_BYTES - 3]))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("" + MAX_APPEND_BYTES);
    int tooMany = MAX_APPEND_BYTES / 4 + 1;
    assertThat(failure(log().append(0, new RecordBatch(new byte[0], new int[tooMany], tooMany))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(log().endOffset(0)).isZero();
    assertThat(append("a")).isZero();
  }

  @Test
  void notYetDurable_isNotReadable() throws Exception {
    append("a");
    subject.hold();
    LogReader reader = log().reader(0, 0);
    CompletableFuture<Long> pending = log().append(0, batch("b", "c"));
    assertThat(pending).isNotDone();
    assertThat(log().endOffset(0)).isEqualTo(1);
    assertThat(reader.read(1000)).hasSize(1);
    assertThat(reader.read(1000)).isEmpty();
    assertThat(log().record(0, 1)).isEmpty();
    subject.release();
    assertThat(pending.get()).isEqualTo(1);
    assertThat(reader.read(1000)).hasSize(2);
  }

  @Test
  void completedAppend_isReadableAtOnce() throws Exception {
    CompletableFuture<Optional<LogRecord>> seen =
        log().append(0, batch("a")).thenApply(offset -> log().record(0, offset));
    assertThat(text(seen.get())).isEqualTo("0:a");
  }

  @Test
  void queue_isBusyExactlyBeyondItsBound() throws Exception {
    subject.hold();
    List<CompletableFuture<Long>> queued = new ArrayList<>();
    for (int i = 0; i < MAX_QUEUED_BYTES / MAX_APPEND_BYTES; i++) {
      queued.add(log().append(0, RecordBatch.of(new byte[MAX_APPEND_BYTES - 4])));
    }
    CompletableFuture<Long> over = log().append(0, RecordBatch.of(new byte[0]));
    assertThat(failure(over)).isInstanceOf(LogBusyException.class);
    assertThat(queued).noneMatch(CompletableFuture::isDone);
    subject.release();
    for (int i = 0; i < queued.size(); i++) {
      assertThat(queued.get(i).get()).isEqualTo(i);
    }
    assertThat(append("a")).isEqualTo(queued.size());
  }

  @Test
  void offsetAt_findsTheFirstRecordNotOlder() throws Exception {
    Instant start = clock.instant();
    append("a", "b");
    clock.advance(Duration.ofSeconds(10));
    append("c");
    clock.advance(Duration.ofSeconds(10));
    append("d");
    assertThat(log().offsetAt(0, start.minusSeconds(5))).isEqualTo(0);
    assertThat(log().offsetAt(0, start)).isEqualTo(0);
    assertThat(log().offsetAt(0, start.plusNanos(1))).isEqualTo(2);
    assertThat(log().offsetAt(0, start.plusSeconds(10))).isEqualTo(2);
    assertThat(log().offsetAt(0, start.plusSeconds(11))).isEqualTo(3);
    assertThat(log().offsetAt(0, start.plusSeconds(21))).isEqualTo(4);
  }

  @Test
  void appendTime_neverGoesBack() throws Exception {
    Instant start = clock.instant();
    append("a");
    clock.advance(Duration.ofMinutes(-1));
    append("b");
    reopen();
    append("c");
    for (int offset = 0; offset < 3; offset++) {
      assertThat(log().record(0, offset).orElseThrow().appendedAt()).isEqualTo(start);
    }
  }

  @Test
  void whenBeyond_completesByAppending() throws Exception {
    assertThat(log().whenBeyond(0, -1)).isCompleted();
    CompletableFuture<Void> first = log().whenBeyond(0, 0);
    CompletableFuture<Void> third = log().whenBeyond(0, 2);
    assertThat(first).isNotDone();
    append("a");
    first.get(30, TimeUnit.SECONDS);
    assertThat(third).isNotDone();
    append("b", "c");
    third.get(30, TimeUnit.SECONDS);
    assertThat(log().whenBeyond(0, 2)).isCompleted();
  }

  @Test
  void readers_followTheLogWithoutDisturbingEachOther() throws Exception {
    int count = 2000;
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<List<String>>> readers = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        Pace pace = i < 3 ? Pace.LIVE : Pace.BULK;
        readers.add(pool.submit(() -> follow(count, pace)));
      }
      List<String> expected = new ArrayList<>();
      CompletableFuture<Long> last = CompletableFuture.completedFuture(0L);
      for (int i = 0; i < count; i++) {
        last = log().append(0, batch("record " + i));
        expected.add(i + ":record " + i);
        if (i % 20 == 19) { // a slow disk may take milliseconds for each commit
          last.get(30, TimeUnit.SECONDS);
        }
      }
      for (Future<List<String>> reader : readers) {
        assertThat(reader.get(30, TimeUnit.SECONDS)).isEqualTo(expected);
      }
    }
  }

  private List<String> follow(int count, Pace pace) throws Exception {
    List<String> seen = new ArrayList<>();
    try (LogReader reader = log().reader(0, 0, pace)) {
      while (seen.size() < count) {
        log().whenBeyond(0, reader.position(), pace).get(30, TimeUnit.SECONDS);
        reader.read(500).forEach(record -> seen.add(text(Optional.of(record))));
      }
    }
    return seen;
  }

  @Test
  void concurrentAppends_eachStayTogether() throws Exception {
    int appenders = 16;
    int each = 100;
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Void>> done = new ArrayList<>();
      for (int a = 0; a < appenders; a++) {
        String name = "appender " + a;
        done.add(
            pool.submit(
                () -> {
                  for (int i = 0; i < each; i++) {
                    long base = append(name + " " + i + " first", name + " " + i + " second");
                    assertThat(text(log().record(0, base + 1)))
                        .isEqualTo((base + 1) + ":" + name + " " + i + " second");
                  }
                  return null;
                }));
      }
      for (Future<Void> one : done) {
        one.get(30, TimeUnit.SECONDS);
      }
    }
    List<String> all = readAll(0);
    assertThat(all).hasSize(appenders * each * 2);
    for (int i = 0; i < all.size(); i += 2) {
      assertThat(all.get(i)).startsWith(i + ":").endsWith("first");
      String pair = all.get(i).substring(all.get(i).indexOf(':') + 1).replace("first", "second");
      assertThat(all.get(i + 1)).isEqualTo((i + 1) + ":" + pair);
    }
  }

  @Test
  void reader_mayStartBeyondTheEnd() throws Exception {
    LogReader reader = log().reader(0, 2);
    append("a", "b");
    assertThat(reader.read(1000)).isEmpty();
    append("c");
    assertThat(text(Optional.of(reader.read(1000).getFirst()))).isEqualTo("2:c");
  }

  @Test
  void reopenedLog_isTheSameLog() throws Exception {
    LogIdentity identity = log().identity();
    append("a", "b");
    reopen();
    assertThat(log().identity()).isEqualTo(identity);
    assertThat(log().endOffset(0)).isEqualTo(2);
    assertThat(append("c")).isEqualTo(2);
    reopen();
    reopen();
    assertThat(readAll(0)).containsExactly("0:a", "1:b", "2:c");
    assertThat(log().identity()).isEqualTo(identity);
  }

  @Test
  void retention_deletesTheOldest() throws Exception {
    for (int i = 0; i < 100; i++) {
      append("x".repeat(10_000) + i);
    }
    LogReader left = log().reader(0, 0);
    assertThat(left.read(1)).hasSize(1);
    clock.advance(Duration.ofHours(1));
    subject.expireBefore(80);
    long first = log().firstOffset(0);
    assertThat(first).isBetween(2L, 80L);
    assertThat(log().endOffset(0)).isEqualTo(100);
    assertThat(log().record(0, first - 1)).isEmpty();
    assertThat(log().record(0, first)).isPresent();
    assertThatThrownBy(() -> left.read(1000))
        .isInstanceOfSatisfying(
            OffsetExpiredException.class, e -> assertThat(e.firstOffset()).isEqualTo(first));
    assertThatThrownBy(() -> log().reader(0, first - 1).read(1000))
        .isInstanceOf(OffsetExpiredException.class);
    assertThat(log().offsetAt(0, Instant.EPOCH)).isEqualTo(first);
    reopen();
    assertThat(log().firstOffset(0)).isEqualTo(first);
    assertThat(log().endOffset(0)).isEqualTo(100);
    assertThat(append("y")).isEqualTo(100);
    assertThat(readAll(first)).hasSize((int) (101 - first));
  }

  @Test
  void close_makesOutstandingAppendsDurable() throws Exception {
    subject.hold();
    List<CompletableFuture<Long>> outstanding = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      outstanding.add(log().append(0, batch("record " + i)));
    }
    CompletableFuture<Void> closing = CompletableFuture.runAsync(log()::close);
    subject.release();
    closing.get(30, TimeUnit.SECONDS);
    for (int i = 0; i < 20; i++) {
      assertThat(outstanding.get(i).get(30, TimeUnit.SECONDS)).isEqualTo(i);
    }
    subject.reopen();
    assertThat(readAll(0)).hasSize(20).endsWith("19:record 19");
  }

  @Test
  void closedLog_isUnavailable() throws Exception {
    append("a");
    LogReader reader = log().reader(0, 0);
    CompletableFuture<Void> waiting = log().whenBeyond(0, 5);
    CompletableFuture<Void> bulk = log().whenBeyond(0, 5, Pace.BULK);
    log().close();
    log().close();
    assertThat(failure(log().append(0, batch("b")))).isInstanceOf(LogUnavailableException.class);
    assertThat(failure(waiting)).isInstanceOf(LogUnavailableException.class);
    assertThat(failure(bulk)).isInstanceOf(LogUnavailableException.class);
    assertThat(failure(log().whenBeyond(0, 9))).isInstanceOf(LogUnavailableException.class);
    assertThatThrownBy(() -> reader.read(1)).isInstanceOf(LogUnavailableException.class);
    assertThatThrownBy(() -> log().reader(0, 0)).isInstanceOf(LogUnavailableException.class);
    assertThatThrownBy(() -> log().record(0, 0)).isInstanceOf(LogUnavailableException.class);
    assertThatThrownBy(() -> log().offsetAt(0, Instant.EPOCH))
        .isInstanceOf(LogUnavailableException.class);
  }

  private RecordLog log() {
    return subject.log();
  }

  private void reopen() {
    log().close();
    subject.reopen();
  }

  private long append(String... records) throws Exception {
    return log().append(0, batch(records)).get(30, TimeUnit.SECONDS);
  }

  private List<String> readAll(long from) {
    List<String> all = new ArrayList<>();
    try (LogReader reader = log().reader(0, from)) {
      List<LogRecord> records = reader.read(1000);
      while (!records.isEmpty()) {
        records.forEach(record -> all.add(text(Optional.of(record))));
        records = reader.read(1000);
      }
    }
    return all;
  }

  private static Throwable failure(CompletableFuture<?> future) throws Exception {
    try {
      future.get(30, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      return Objects.requireNonNull(e.getCause());
    }
    throw new AssertionError("did not fail");
  }

  private static String text(Optional<LogRecord> record) {
    LogRecord found = record.orElseThrow();
    return found.offset() + ":" + UTF_8.decode(found.bytes().duplicate());
  }

  /** A batch of texts. */
  protected static RecordBatch batch(String... records) {
    int[] ends = new int[records.length];
    for (int i = 0; i < records.length; i++) {
      ends[i] = (i == 0 ? 0 : ends[i - 1]) + records[i].getBytes(UTF_8).length;
    }
    return new RecordBatch(String.join("", records).getBytes(UTF_8), ends, records.length);
  }
}
