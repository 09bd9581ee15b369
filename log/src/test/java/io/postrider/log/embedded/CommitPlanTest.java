package io.postrider.log.embedded;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.log.RecordBatch;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How a commit is divided into batches, at the limits of both. */
final class CommitPlanTest {

  private static final int BATCH = 1_000;
  private static final int COMMIT = 3_000;

  private static CommitPlan plan(int... weights) {
    PendingAppend first = null;
    for (int i = weights.length - 1; i >= 0; i--) {
      PendingAppend append = new PendingAppend(RecordBatch.of(new byte[1]), weights[i], 0);
      append.next = first;
      first = append;
    }
    return new CommitPlan(requireNonNull(first), BATCH, COMMIT);
  }

  private static List<Integer> appends(CommitPlan plan) {
    return plan.batches().stream().map(CommitPlan.Batch::appends).toList();
  }

  @Test
  void batch_endsAtItsLimit() {
    assertThat(appends(plan(400, 600))).containsExactly(2);
    assertThat(appends(plan(400, 601))).containsExactly(1, 1);
    assertThat(appends(plan(1_001, 1, 999, 1))).containsExactly(1, 2, 1);
  }

  @Test
  void commit_endsAtItsLimit_withTheHeadersOfItsBatches() {
    int room = BatchCodec.sizeBytes(COMMIT) - 2 * BatchCodec.sizeBytes(BATCH);
    int rest = room - BatchCodec.HEADER_BYTES;
    assertThat(rest).isLessThan(BATCH).isEqualTo(rest / 8 * 8);
    CommitPlan whole = plan(BATCH, BATCH, rest);
    assertThat(whole.until()).isNull();
    assertThat(whole.sizeBytes()).isEqualTo(BatchCodec.sizeBytes(COMMIT));
    assertThat(whole.appends()).isEqualTo(3);
    assertThat(whole.records()).isEqualTo(3);
    assertThat(whole.bodyBytes()).isEqualTo(2 * BATCH + rest);
    CommitPlan part = plan(BATCH, BATCH, rest + 1);
    assertThat(appends(part)).containsExactly(1, 1);
    assertThat(part.until()).isNotNull();
  }

  @Test
  void largeAppend_isAlone() {
    CommitPlan plan = plan(COMMIT + 1, 1);
    assertThat(appends(plan)).containsExactly(1);
    assertThat(plan.until()).isNotNull();
  }

  @Test
  void limits_areChecked() {
    LogSizes sizes = LogSizes.DEFAULT;
    assertThat(sizes.withMaxBatch(sizes.maxCommit()).maxBatch()).isEqualTo(sizes.maxCommit());
    assertThat(sizes.withMaxBatch(1).maxBatch()).isEqualTo(1);
    for (int wrong : List.of(0, sizes.maxCommit() + 1)) {
      assertThatThrownBy(() -> sizes.withMaxBatch(wrong))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  /** One commit, and each record is read without the others. */
  @Test
  void batchesOfACommit_areWrittenAndSyncedAtOnce() {
    SimulatedDisk disk = new SimulatedDisk();
    EmbeddedLogOptions options =
        EmbeddedLogOptions.DEFAULT.withSizes(
            new LogSizes(2_000_000, 1_000_000, 300_000, 600_000, 64 * 1024).withMaxBatch(10_000));
    EmbeddedLog log = EmbeddedLog.openWithoutThreads(disk, options);
    List<CompletableFuture<Long>> answers =
        IntStream.range(0, 20).mapToObj(i -> log.append(0, RecordBatch.of(record(i)))).toList();
    int before = disk.steps();
    assertThat(log.core().writer().step()).isTrue();
    assertThat(disk.steps() - before).isEqualTo(2);
    assertThat(answers).allMatch(CompletableFuture::isDone);
    verify(log);
    log.close();
    verify(EmbeddedLog.openWithoutThreads(disk, options));
  }

  private static void verify(EmbeddedLog log) {
    for (int i = 0; i < 20; i++) {
      assertThat(log.record(0, i).orElseThrow().bytes().get(9_000)).isEqualTo((byte) i);
    }
  }

  private static byte[] record(int number) {
    byte[] bytes = new byte[9_001];
    bytes[9_000] = (byte) number;
    return bytes;
  }
}
