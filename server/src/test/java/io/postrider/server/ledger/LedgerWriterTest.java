package io.postrider.server.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.delivery.FinalStatus;
import io.postrider.ledger.LedgerEntry;
import io.postrider.ledger.LedgerSubject;
import io.postrider.ledger.LedgerTarget;
import io.postrider.log.LogUnavailableException;
import io.postrider.log.MemoryLog;
import io.postrider.log.RecordBatch;
import io.postrider.log.RecordLog;
import io.postrider.server.WrappedLog;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LedgerWriterTest {

  /** Refuses appends. */
  private record RefusingLog(RecordLog log, RuntimeException reason) implements WrappedLog {
    @Override
    public CompletableFuture<Long> append(int partition, RecordBatch batch) {
      return CompletableFuture.failedFuture(reason);
    }
  }

  private static LedgerEntry filtered(long offset) {
    return new LedgerEntry(
        new LedgerTarget(1, ""),
        LedgerSubject.UNKNOWN,
        offset,
        0,
        1_000,
        false,
        0,
        null,
        null,
        FinalStatus.FILTERED,
        null);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void entriesOfAFailedAppend_areAGap(boolean expected) {
    RuntimeException reason =
        expected ? new LogUnavailableException("full") : new IllegalStateException("bug");
    LedgerRecorder recorder = new LedgerRecorder(1, 1 << 20);
    recorder.add(0, filtered(4));
    recorder.add(0, filtered(7));
    try (MemoryLog memory = new MemoryLog()) {
      LedgerWriter writer =
          new LedgerWriter(new RefusingLog(memory, reason), new SimpleMeterRegistry());

      LedgerGaps gaps = writer.append(List.of(recorder.take()));

      assertThat(gaps.list()).extracting(LedgerGap::count).containsExactly(2L);
      assertThat(gaps.list()).extracting(LedgerGap::fromOffset).containsExactly(4L);
      assertThat(gaps.list()).extracting(LedgerGap::toOffset).containsExactly(7L);
    }
  }

  @Test
  void recorderThatIsOff_collectsNothing() {
    LedgerRecorder recorder = new LedgerRecorder(1, 1 << 20, false);

    recorder.add(0, filtered(4));

    assertThat(recorder.isOn()).isFalse();
    assertThat(recorder.take().blocks()).isEmpty();
    assertThat(recorder.take().gaps().isEmpty()).isTrue();
  }
}
