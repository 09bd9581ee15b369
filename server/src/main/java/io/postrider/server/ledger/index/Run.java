package io.postrider.server.ledger.index;

import java.util.BitSet;
import java.util.function.ObjLongConsumer;

/**
 * The index of consecutive blocks. Blocks are numbered from 0 within the run. Answers may name
 * blocks without a match, but miss none.
 *
 * <p>Any number of threads may ask at the same time.
 */
interface Run {

  BlockTable blocks();

  /** The blocks that may have entries of a message. */
  BitSet blocksOfMessage(long offset);

  /** The blocks that may have entries of a user. */
  BitSet blocksOfUser(long userHash);

  /** The blocks that may have entries of matching kinds. */
  BitSet blocksOf(KindFilter filter);

  /**
   * Those of some blocks that may have entries of matching kinds. It may leave all of them if
   * looking them up costs more than reading them.
   */
  BitSet narrowed(BitSet blocks, KindFilter filter);

  /** Visits each matching kind with its number of entries. */
  void kinds(KindFilter filter, ObjLongConsumer<EntryKind> visitor);

  /** Visits the numbers of entries of matching kinds, by block and minute. */
  void counts(KindFilter filter, CountVisitor visitor);

  /** Takes numbers of entries. */
  @FunctionalInterface
  interface CountVisitor {

    /**
     * Takes the number of entries of a kind in a minute of a block.
     *
     * @param minute since the epoch
     */
    void count(EntryKind kind, int block, int minute, int count);
  }
}
