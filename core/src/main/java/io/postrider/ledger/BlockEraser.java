package io.postrider.ledger;

import java.nio.ByteBuffer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Erases users from a block. Their entries stay, so that counts stay, but without the user's hash,
 * the answer and the detail. So no user can be told from them.
 */
public final class BlockEraser {

  private BlockEraser() {}

  /**
   * Returns the block without some users, never longer than before; null if it has no such entry.
   *
   * @param erased is asked about the current entry
   * @throws LedgerCorruptException if the block is damaged
   */
  public static byte @Nullable [] erase(ByteBuffer block, Predicate<LedgerBlock> erased) {
    if (!hasAny(LedgerBlock.of(block), erased)) {
      return null;
    }
    BlockWriter writer = new BlockWriter();
    LedgerBlock entries = LedgerBlock.of(block);
    while (entries.next()) {
      LedgerEntry entry = entries.entry();
      writer.add(erased.test(entries) ? withoutUser(entry) : entry);
    }
    return writer.take();
  }

  private static boolean hasAny(LedgerBlock entries, Predicate<LedgerBlock> erased) {
    boolean any = false;
    while (entries.next()) {
      any |= erased.test(entries);
    }
    return any;
  }

  private static LedgerEntry withoutUser(LedgerEntry entry) {
    LedgerEntry.SentAttempt sent = entry.attempt();
    return new LedgerEntry(
        entry.target(),
        entry.subject(),
        entry.offset(),
        0,
        entry.atMillis(),
        entry.replay(),
        entry.round(),
        sent == null
            ? null
            : new LedgerEntry.SentAttempt(sent.status(), sent.latencyMicros(), sent.bytes(), null),
        entry.failure(),
        entry.end(),
        null);
  }
}
