package io.postrider.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.RecordBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Batches that are larger than what readers keep, and commits that are not. */
final class LargeBatchTest {

  private static final int MAX_APPEND = 200_000;
  private static final int MAX_COMMIT = 70_000;
  private static final int RECORD = 10_000;

  private final EmbeddedLog log =
      EmbeddedLog.openWithoutThreads(
          new SimulatedDisk(),
          EmbeddedLogOptions.DEFAULT.withSizes(
              new LogSizes(2_000_000, 1_000_000, MAX_APPEND, MAX_COMMIT, 1_000_000, 64 * 1024)));

  @Test
  void commit_takesAppendsUpToItsLimit_andALargerAppendAlone() {
    var first = append(6);
    var second = append(1);
    var third = append(15);
    assertThat(log.core().writer().step()).isTrue();
    assertThat(first).isCompletedWithValue(0L);
    assertThat(second).isNotDone();
    assertThat(log.core().writer().step()).isTrue();
    assertThat(second).isCompletedWithValue(6L);
    assertThat(third).isNotDone();
    assertThat(log.core().writer().step()).isTrue();
    assertThat(third).isCompletedWithValue(7L);
  }

  @Test
  void recordsOfALargeBatch_areReadInParts() {
    var _ = append(2);
    var _ = append(15);
    var _ = append(3);
    while (log.core().writer().step()) {
      // commit all
    }
    List<LogRecord> read = new ArrayList<>();
    try (LogReader reader = log.reader(0, 0)) {
      List<LogRecord> more = reader.read(3 * RECORD);
      while (!more.isEmpty()) {
        assertThat(more).hasSizeLessThanOrEqualTo(3);
        read.addAll(more);
        more = reader.read(3 * RECORD);
      }
    }
    assertThat(read).hasSize(20);
    for (int i = 0; i < read.size(); i++) {
      assertThat(read.get(i).offset()).isEqualTo(i);
      assertThat(read.get(i).bytes().get(RECORD - 1)).isEqualTo((byte) content(i));
    }
  }

  private static int content(int offset) {
    return offset < 2 ? offset : offset < 17 ? offset - 2 : offset - 17;
  }

  private CompletableFuture<Long> append(int records) {
    byte[] bytes = new byte[records * RECORD];
    int[] ends = new int[records];
    for (int i = 0; i < records; i++) {
      ends[i] = (i + 1) * RECORD;
      bytes[ends[i] - 1] = (byte) i;
    }
    return log.append(0, new RecordBatch(bytes, ends, records));
  }
}
