package io.postrider.server.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.SourceId;
import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.MemoryLog;
import io.postrider.log.RecordBatch;
import io.postrider.message.ComputedRecordWriter;
import io.postrider.message.HashKey;
import io.postrider.message.RecordBuffer;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PartitionDuplicatesTest {

  private static final long WINDOW = 600;

  private static LogRecord record(long offset, String messageId) {
    RecordBuffer buffer = new RecordBuffer(256);
    String json =
        "{'type':'track','event':'E','userId':'u','messageId':'%s','timestamp':'%s'}"
            .replace('\'', '"')
            .formatted(messageId, "2026-01-01T00:00:00.000Z");
    new ComputedRecordWriter(HashKey.of(new byte[HashKey.LENGTH]))
        .add(json.getBytes(UTF_8), new SourceId(7), Instant.EPOCH, new long[0], buffer);
    byte[] bytes = Arrays.copyOf(buffer.bytes(), buffer.sizeBytes());
    return new LogRecord(offset, Instant.EPOCH, ByteBuffer.wrap(bytes));
  }

  private static PartitionDuplicates empty(int maxOffsets) {
    return new PartitionDuplicates(Duration.ofMinutes(10), List.of(), 0, maxOffsets);
  }

  @Test
  void repeats_areFoundOnce_andSavedUpToThePosition() {
    PartitionDuplicates duplicates = empty(10);
    List<LogRecord> records = List.of(record(0, "a"), record(1, "a"), record(2, "b"));
    duplicates.observe(records);
    duplicates.observe(records); // a read that failed halfway
    duplicates.observe(List.of(record(3, "b")));
    assertThat(List.of(0L, 1L, 2L, 3L)).filteredOn(duplicates::contains).containsExactly(1L, 3L);
    assertThat(duplicates.unsavedBefore(3)).containsExactly(1L);
    duplicates.saved(List.of(1L));
    assertThat(duplicates.unsavedBefore(4)).containsExactly(3L);
    assertThat(duplicates.contains(1)).isTrue();
  }

  @Test
  void repeatThatWaitedLongForAnOwner_isFound() {
    AtomicLong minutes = new AtomicLong();
    MemoryLog log =
        new MemoryLog(
            1 << 20, 1 << 20, () -> Instant.EPOCH.plus(Duration.ofMinutes(minutes.get())));
    for (LogRecord one : List.of(record(0, "a"), record(1, "a"))) {
      log.append(0, RecordBatch.of(one.bytes().array())).join();
      minutes.addAndGet(9);
    }
    Instant later = Instant.EPOCH.plus(Duration.ofHours(1));
    PartitionDuplicates duplicates =
        PartitionDuplicates.restored(log, 0, 1, Duration.ofMinutes(10), List.of(), later);
    try (LogReader reader = log.reader(0, 1)) {
      duplicates.observe(reader.read(1));
    }
    assertThat(duplicates.contains(1)).isTrue();
  }

  @Test
  void repeatsBeyondTheBound_areDelivered() {
    PartitionDuplicates duplicates = empty(2);
    duplicates.observe(
        List.of(record(0, "a"), record(1, "a"), record(2, "a"), record(3, "a"), record(4, "b")));
    assertThat(List.of(1L, 2L, 3L)).filteredOn(duplicates::contains).containsExactly(1L, 2L);
  }

  @Test
  void hash_isRememberedForTheWindow_andForgottenLater() {
    RecentHashes hashes = new RecentHashes(WINDOW, 1_000);
    assertThat(hashes.add(7, 8, 1_000)).isTrue();
    assertThat(hashes.add(7, 8, 1_000)).isFalse();
    for (long millis = 1_000; millis <= 1_000 + WINDOW; millis += 50) {
      assertThat(hashes.add(millis, 1, millis)).isTrue();
      assertThat(hashes.add(7, 8, millis)).isFalse();
    }
    for (long millis = 1_000 + WINDOW; millis <= 1_000 + 3 * WINDOW; millis += 50) {
      hashes.add(millis, 2, millis);
    }
    assertThat(hashes.add(7, 8, 1_000 + 3 * WINDOW)).isTrue();
  }

  @Test
  void fullMemory_shortensTheWindow() {
    RecentHashes hashes = new RecentHashes(WINDOW, 400);
    for (int i = 1; i <= 500; i++) {
      assertThat(hashes.add(i, i, 1_000)).isTrue();
    }
    assertThat(hashes.add(500, 500, 1_000)).isFalse();
    assertThat(hashes.add(201, 201, 1_000)).isFalse();
    assertThat(hashes.add(1, 1, 1_000)).isTrue();
  }

  @Test
  void hashThatStartsWithZero_isRemembered() {
    RecentHashes hashes = new RecentHashes(WINDOW, 1_000);
    assertThat(hashes.add(0, 5, 1)).isTrue();
    assertThat(hashes.add(0, 5, 1)).isFalse();
    assertThat(hashes.add(0, 6, 1)).isTrue();
  }
}
