package io.postrider.server.ledger.index;

import io.postrider.ledger.LedgerBlock;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the entries of a block with their kinds, each distinct kind as one object. Belongs to one
 * thread.
 */
final class BlockScan {

  /** A block has at most 2^20 targets and subjects. */
  private static final int INDEX_BITS = 20;

  private final LedgerBlock block;
  private final LongIndex numbers = new LongIndex();
  private final List<EntryKind> kinds = new ArrayList<>();
  private int index = -1;

  private BlockScan(LedgerBlock block) {
    this.block = block;
  }

  /**
   * Begins to read a block.
   *
   * @throws io.postrider.ledger.LedgerCorruptException here or in {@link #next} if it is damaged
   */
  static BlockScan of(ByteBuffer bytes) {
    return new BlockScan(LedgerBlock.of(bytes));
  }

  /** Moves to the next entry; false after the last. */
  boolean next() {
    index++;
    return block.next();
  }

  /** The current entry. */
  LedgerBlock entry() {
    return block;
  }

  /** The index of the current entry. */
  int index() {
    return index;
  }

  /**
   * The number of the current entry's kind, in this block. Looked up on demand: most entries that a
   * query reads are those of other users and messages.
   */
  int kindNumber() {
    int outcome = EntryOutcome.of(block);
    long key =
        ((long) block.targetIndex() << INDEX_BITS | block.subjectIndex()) << EntryOutcome.BITS
            | outcome;
    int kind = numbers.number(key);
    if (kind == kinds.size()) {
      kinds.add(
          new EntryKind(
              block.targets().get(block.targetIndex()),
              block.subjects().get(block.subjectIndex()),
              outcome));
    }
    return kind;
  }

  /** The kinds that were asked for so far, by their number. */
  List<EntryKind> kinds() {
    return kinds;
  }

  int count() {
    return block.count();
  }
}
