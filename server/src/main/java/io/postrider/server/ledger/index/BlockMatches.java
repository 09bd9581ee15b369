package io.postrider.server.ledger.index;

import io.postrider.ledger.HiddenEntries;
import io.postrider.ledger.LedgerBlock;
import io.postrider.ledger.LedgerCorruptException;
import io.postrider.ledger.LedgerEntry;
import io.postrider.log.LogCorruptException;
import io.postrider.log.LogRecord;
import io.postrider.log.RecordLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Reads blocks and finds the entries that match a query. Thread-safe. */
final class BlockMatches {

  /**
   * What a block has.
   *
   * @param entries the matching entries, in their order; none if retention deleted the block
   * @param readable false if the block is damaged
   */
  record Found(EntryPosition block, List<FoundEntry> entries, boolean readable) {}

  private final RecordLog log;
  private final AttemptQuery query;
  private final HiddenEntries hidden;

  BlockMatches(RecordLog log, AttemptQuery query, HiddenEntries hidden) {
    this.log = log;
    this.query = query;
    this.hidden = hidden;
  }

  /** Reads a block. */
  Found of(EntryPosition block) {
    return read(block, _ -> true);
  }

  /** Reads a block for the entries of some messages. */
  Found ofMessages(EntryPosition block, Set<Long> offsets) {
    return read(block, entry -> offsets.contains(entry.offset()));
  }

  private Found read(EntryPosition block, Predicate<LedgerBlock> condition) {
    List<FoundEntry> found = new ArrayList<>();
    try {
      Optional<LogRecord> record = log.record(block.partition(), block.offset());
      if (record.isPresent()) {
        scan(block, record.get(), condition, found);
      }
      return new Found(block, found, true);
    } catch (LogCorruptException | LedgerCorruptException damaged) {
      return new Found(block, found, false);
    }
  }

  private void scan(
      EntryPosition block,
      LogRecord record,
      Predicate<LedgerBlock> condition,
      List<FoundEntry> found) {
    BlockScan scan = BlockScan.of(record.bytes());
    KindFilter filter = query.filter();
    List<Boolean> kindMatches = new ArrayList<>();
    while (scan.next()) {
      if (query.time().contains(scan.entry().atMillis())
          && query.isOfUser(scan.entry().userHash())
          && condition.test(scan.entry())
          && hasMatchingKind(scan, filter, kindMatches)) {
        LedgerEntry entry = scan.entry().entry();
        if (!hidden.hides(block.partition(), entry)) {
          found.add(new FoundEntry(at(block, scan.index()), entry));
        }
      }
    }
  }

  private static boolean hasMatchingKind(
      BlockScan scan, KindFilter filter, List<Boolean> kindMatches) {
    int kind = scan.kindNumber();
    if (kind == kindMatches.size()) {
      kindMatches.add(filter.matches(scan.kinds().getLast()));
    }
    return kindMatches.get(kind);
  }

  private static EntryPosition at(EntryPosition block, int index) {
    return new EntryPosition(block.appendedMillis(), block.partition(), block.offset(), index);
  }
}
