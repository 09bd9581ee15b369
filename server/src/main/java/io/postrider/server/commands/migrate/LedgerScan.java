package io.postrider.server.commands.migrate;

import io.postrider.delivery.OffsetTranslation;
import io.postrider.delivery.OffsetTranslation.Place;
import io.postrider.ledger.BlockWriter;
import io.postrider.ledger.LedgerBlock;
import io.postrider.ledger.LedgerCorruptException;
import io.postrider.ledger.LedgerEntry;
import io.postrider.log.LogCorruptException;
import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.RecordLog;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * The blocks of a ledger with one partition, each divided into blocks for the partitions of their
 * messages. Leaves out entries of messages that the log no longer has, and damaged blocks.
 */
final class LedgerScan implements RecordScan {

  private static final int READ_BYTES = 1024 * 1024;

  private final RecordLog ledger;
  private final OffsetTranslation offsets;
  private final LongConsumer read;

  /**
   * @param read is told after each block how many were read
   */
  LedgerScan(RecordLog ledger, OffsetTranslation offsets, LongConsumer read) {
    this.ledger = ledger;
    this.offsets = offsets;
    this.read = read;
  }

  @Override
  public void run(Sink sink) {
    long next = ledger.firstOffset(0);
    while (next < ledger.endOffset(0)) {
      next = readFrom(next, sink);
    }
  }

  /** Reads up to the end or to the next damaged block; returns where to continue. */
  private long readFrom(long from, Sink sink) {
    try (LogReader reader = ledger.reader(0, from)) {
      try {
        for (List<LogRecord> records = reader.read(READ_BYTES);
            !records.isEmpty();
            records = reader.read(READ_BYTES)) {
          for (LogRecord record : records) {
            divide(record, sink);
            read.accept(record.offset() + 1 - ledger.firstOffset(0));
          }
        }
        return ledger.endOffset(0);
      } catch (LogCorruptException damaged) {
        return reader.position() + 1;
      }
    }
  }

  private void divide(LogRecord record, Sink sink) {
    TreeMap<Integer, BlockWriter> parts = new TreeMap<>();
    try {
      LedgerBlock block = LedgerBlock.of(record.bytes());
      while (block.next()) {
        Place place = offsets.place(block.offset());
        if (place != null) {
          parts
              .computeIfAbsent(place.partition(), partition -> new BlockWriter())
              .add(at(block.entry(), place.offset()));
        }
      }
    } catch (LedgerCorruptException damaged) {
      return;
    }
    parts.forEach(
        (partition, part) ->
            sink.take(partition, record.appendedAt(), ByteBuffer.wrap(part.take())));
  }

  private static LedgerEntry at(LedgerEntry entry, long offset) {
    return new LedgerEntry(
        entry.target(),
        entry.subject(),
        offset,
        entry.userHash(),
        entry.atMillis(),
        entry.replay(),
        entry.round(),
        entry.attempt(),
        entry.failure(),
        entry.end(),
        entry.detail());
  }
}
