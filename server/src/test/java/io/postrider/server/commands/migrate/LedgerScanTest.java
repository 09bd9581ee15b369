package io.postrider.server.commands.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.delivery.FinalStatus;
import io.postrider.ledger.BlockWriter;
import io.postrider.ledger.LedgerBlock;
import io.postrider.ledger.LedgerEntry;
import io.postrider.ledger.LedgerSubject;
import io.postrider.ledger.LedgerTarget;
import io.postrider.log.MemoryLog;
import io.postrider.log.RecordBatch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerScanTest {

  private static final LedgerTarget TARGET = new LedgerTarget(42, "https://example.com/hook");
  private static final LedgerSubject SUBJECT = new LedgerSubject(7, 2, "E");

  @TempDir Path folder;
  private final MemoryLog ledger = new MemoryLog();

  private static LedgerEntry entry(long offset, int round) {
    return new LedgerEntry(
        TARGET,
        SUBJECT,
        offset,
        99,
        1_000 + offset,
        false,
        round,
        new LedgerEntry.SentAttempt(200, 5, 6, new byte[] {1, 2}),
        null,
        FinalStatus.DELIVERED,
        "detail");
  }

  private void append(LedgerEntry... entries) {
    BlockWriter block = new BlockWriter();
    for (LedgerEntry entry : entries) {
      block.add(entry);
    }
    ledger.append(0, RecordBatch.of(block.take())).join();
  }

  @Test
  void entries_goToTheirMessages_andThoseWithoutMessageAreLeftOut() throws Exception {
    append(entry(9, 1), entry(10, 1), entry(11, 1), entry(10, 2));
    ledger.append(0, RecordBatch.of(new byte[] {77, 1, 2})).join();
    append(entry(3, 1));
    append(entry(12, 1));
    List<String> found = new ArrayList<>();
    List<Long> read = new ArrayList<>();
    try (OffsetMap offsets = OffsetMap.create(folder.resolve("map"), 10, 13, 2)) {
      offsets.add(1);
      offsets.add(0);
      offsets.add(1);
      new LedgerScan(ledger, offsets, read::add)
          .run(
              (partition, appendedAt, record) -> {
                LedgerBlock block = LedgerBlock.of(record);
                found.add("block of " + partition);
                while (block.next()) {
                  LedgerEntry entry = block.entry();
                  found.add(entry.offset() + " round " + entry.round());
                  assertThat(entry.detail()).isEqualTo("detail");
                  assertThat(entry.userHash()).isEqualTo(99);
                }
              });
    }
    assertThat(found)
        .containsExactly(
            "block of 0",
            "0 round 1",
            "block of 1",
            "0 round 1",
            "0 round 2",
            "block of 1",
            "1 round 1");
    assertThat(read).containsExactly(1L, 2L, 3L, 4L);
  }
}
