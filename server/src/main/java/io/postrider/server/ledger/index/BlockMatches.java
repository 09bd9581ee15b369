package io.postrider.server.ledger.index;

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

/** Reads blocks and finds the entries that match a query. Belongs to one query. */
final class BlockMatches {

  private final RecordLog log;
  private final AttemptQuery query;
  private final KindFilter filter;
  private final Predicate<LedgerEntry> hidden;
  private int read;
  private int unreadable;

  BlockMatches(RecordLog log, AttemptQuery query, Predicate<LedgerEntry> hidden) {
    this.log = log;
    this.query = query;
    this.filter = query.filter();
    this.hidden = hidden;
  }

  /** The number of blocks that were read. */
  int read() {
    return read;
  }

  /** The number of blocks that could not be read. */
  int unreadable() {
    return unreadable;
  }

  /** The matching entries of a block, in its order; none if retention deleted it. */
  List<FoundEntry> of(EntryPosition block) {
    return read(block, _ -> true);
  }

  /** Those of some messages. */
  List<FoundEntry> ofMessages(EntryPosition block, Set<Long> offsets) {
    return read(block, entry -> offsets.contains(entry.offset()));
  }

  private List<FoundEntry> read(EntryPosition block, Predicate<LedgerBlock> condition) {
    read++;
    List<FoundEntry> found = new ArrayList<>();
    try {
      Optional<LogRecord> record = log.record(block.partition(), block.offset());
      if (record.isPresent()) {
        scan(block, record.get(), condition, found);
      }
    } catch (LogCorruptException | LedgerCorruptException damaged) {
      unreadable++;
    }
    return found;
  }

  private void scan(
      EntryPosition block,
      LogRecord record,
      Predicate<LedgerBlock> condition,
      List<FoundEntry> found) {
    BlockScan scan = BlockScan.of(record.bytes());
    List<Boolean> kindMatches = new ArrayList<>();
    while (scan.next()) {
      if (query.time().contains(scan.entry().atMillis())
          && query.isOfUser(scan.entry().userHash())
          && condition.test(scan.entry())
          && hasMatchingKind(scan, kindMatches)) {
        LedgerEntry entry = scan.entry().entry();
        if (!hidden.test(entry)) {
          found.add(new FoundEntry(at(block, scan.index()), entry));
        }
      }
    }
  }

  private boolean hasMatchingKind(BlockScan scan, List<Boolean> kindMatches) {
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
