package io.postrider.server.commands.migrate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.RecordBatch;
import io.postrider.server.config.StartException;
import io.postrider.server.ledger.index.ManyPartitions;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogCopyTest {

  private static final int PARTITIONS = 3;
  private static final int RECORDS = 1_000;

  private final CopyClock clock = new CopyClock();
  private final ManyPartitions target = new ManyPartitions(PARTITIONS, clock);

  private static int partition(int record) {
    return record * 7 / 5 % PARTITIONS;
  }

  private static Instant time(int record) {
    return Instant.ofEpochMilli(5_000 + record / 4);
  }

  private static RecordScan records(int count) {
    return sink -> {
      for (int i = 0; i < count; i++) {
        sink.take(partition(i), time(i), ByteBuffer.wrap(("record " + i).getBytes(UTF_8)));
      }
    };
  }

  /** Ends a scan in the middle, as a kill does. */
  private static RecordScan killedAfter(int count) {
    return sink -> {
      records(count).run(sink);
      throw new IllegalStateException("killed");
    };
  }

  private List<LogRecord> read(int partition) {
    List<LogRecord> all = new ArrayList<>();
    try (LogReader reader = target.reader(partition, 0)) {
      for (List<LogRecord> some = reader.read(1 << 16);
          !some.isEmpty();
          some = reader.read(1 << 16)) {
        all.addAll(some);
      }
    }
    return all;
  }

  private void requireCopy() {
    List<List<LogRecord>> read = new ArrayList<>();
    for (int i = 0; i < PARTITIONS; i++) {
      read.add(read(i));
    }
    int[] at = new int[PARTITIONS];
    for (int i = 0; i < RECORDS; i++) {
      LogRecord record = read.get(partition(i)).get(at[partition(i)]++);
      assertThat(UTF_8.decode(record.bytes().duplicate()).toString()).isEqualTo("record " + i);
      assertThat(record.appendedAt()).isEqualTo(time(i));
    }
    assertThat(read.stream().mapToInt(List::size).sum()).isEqualTo(RECORDS);
    assertThatCode(() -> CopyCheck.check(records(RECORDS), target, "t")).doesNotThrowAnyException();
  }

  @Test
  void copy_keepsOrderAndTimes() {
    LogCopy.copy(records(RECORDS), target, clock);
    requireCopy();
  }

  @Test
  void interruptedCopy_isContinued() {
    for (int killed : new int[] {1, 17, 500, 999}) {
      assertThatThrownBy(() -> LogCopy.copy(killedAfter(killed), target, clock))
          .hasMessage("killed");
    }
    LogCopy.copy(records(RECORDS), target, clock);
    requireCopy();
    LogCopy.copy(records(RECORDS), target, clock);
    requireCopy();
  }

  @Test
  void recordOfSomebodyElse_isFound() {
    LogCopy.copy(records(RECORDS), target, clock);
    target.append(1, RecordBatch.of("other".getBytes(UTF_8))).join();
    assertThatThrownBy(() -> CopyCheck.check(records(RECORDS), target, "events"))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("'events' is not a copy")
        .hasMessageContaining("Delete the topic");
  }

  @Test
  void missingRecord_isFound_evenIfTheNumberIsRight() {
    LogCopy.copy(records(500), target, clock);
    target.append(2, RecordBatch.of("other".getBytes(UTF_8))).join();
    LogCopy.copy(records(RECORDS), target, clock);
    assertThatThrownBy(() -> CopyCheck.check(records(RECORDS), target, "events"))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("of partition 2");
  }

  @Test
  void shortCopy_isFound() {
    LogCopy.copy(records(RECORDS - 1), target, clock);
    assertThatThrownBy(() -> CopyCheck.check(records(RECORDS), target, "events"))
        .isInstanceOf(StartException.class);
  }

  @Test
  void recordsThatRetentionDeleted_areNotMissed() {
    LogCopy.copy(records(RECORDS), target, clock);
    target.partition(0).expireBefore(10);
    assertThatCode(() -> CopyCheck.check(records(RECORDS), target, "t")).doesNotThrowAnyException();
  }

  @Test
  void closedTarget_tellsToRunAgain() {
    LogCopy.copy(records(10), target, clock);
    RecordScan scan =
        sink -> {
          target.close();
          records(RECORDS).run(sink);
        };
    assertThatThrownBy(() -> LogCopy.copy(scan, target, clock))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("Run the command again");
  }
}
