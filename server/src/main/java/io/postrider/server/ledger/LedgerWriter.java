package io.postrider.server.ledger;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.log.LogBusyException;
import io.postrider.log.LogUnavailableException;
import io.postrider.log.RecordBatch;
import io.postrider.log.RecordLog;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends blocks to the ledger's log and waits until they are durable. Any thread may call it, one
 * at a time.
 */
public final class LedgerWriter {

  private static final Logger LOG = LoggerFactory.getLogger(LedgerWriter.class);

  private final RecordLog log;
  private final Counter blocks;
  private final Counter bytes;
  private final Counter missing;
  private boolean failing;

  LedgerWriter(RecordLog log, MeterRegistry registry) {
    this.log = log;
    this.blocks =
        Counter.builder("postrider.ledger.blocks")
            .description("Blocks of entries that were written to the ledger")
            .register(registry);
    this.bytes =
        Counter.builder("postrider.ledger.bytes")
            .description("Bytes of entries that were written to the ledger")
            .baseUnit("bytes")
            .register(registry);
    this.missing =
        Counter.builder("postrider.ledger.missing")
            .description("Entries that the ledger does not have")
            .register(registry);
  }

  /**
   * Makes entries durable. Waits while the disk is slow.
   *
   * @return the gaps: entries that the disk refused, memory had no room for, or nobody could make;
   *     usually none
   */
  public LedgerGaps append(List<LedgerRecorder.Taken> taken) {
    LedgerGaps gaps = new LedgerGaps();
    List<LedgerRecorder.TakenBlock> sent = new ArrayList<>();
    List<CompletableFuture<Long>> answers = new ArrayList<>();
    for (LedgerRecorder.Taken one : taken) {
      gaps.addAll(one.gaps().list());
      for (LedgerRecorder.TakenBlock block : one.blocks()) {
        sent.add(block);
        answers.add(append(block));
      }
    }
    for (int i = 0; i < sent.size(); i++) {
      if (isDurable(answers.get(i))) {
        blocks.increment();
        bytes.increment(sent.get(i).bytes().length);
      } else {
        gaps.add(sent.get(i));
      }
    }
    report(gaps, !sent.isEmpty());
    return gaps;
  }

  private CompletableFuture<Long> append(LedgerRecorder.TakenBlock block) {
    try {
      return log.append(block.partition(), RecordBatch.of(block.bytes()));
    } catch (RuntimeException failed) {
      return CompletableFuture.failedFuture(failed);
    }
  }

  private static boolean isDurable(CompletableFuture<Long> answer) {
    try {
      var _ = answer.join();
      return true;
    } catch (CompletionException failed) {
      // not thrown on: the other blocks, and the gaps that this one makes, must not be lost
      if (!(failed.getCause() instanceof LogUnavailableException
          || failed.getCause() instanceof LogBusyException)) {
        LOG.error("A bug prevents writing the ledger.", failed);
      }
      return false;
    }
  }

  private void report(LedgerGaps gaps, boolean sent) {
    gaps.list().forEach(gap -> missing.increment((double) gap.count()));
    if (gaps.list().stream().anyMatch(gap -> gap.reason() == GapReason.NOT_WRITTEN)) {
      if (!failing) {
        failing = true;
        LOG.error("Cannot write the ledger; deliveries go on, and are missing in it.");
      }
    } else if (failing && sent) {
      failing = false;
      LOG.info("The ledger is written again.");
    }
  }
}
