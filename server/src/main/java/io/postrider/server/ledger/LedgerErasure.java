package io.postrider.server.ledger;

import io.postrider.ledger.BlockEraser;
import io.postrider.ledger.LedgerBlock;
import io.postrider.ledger.LedgerCorruptException;
import io.postrider.log.LogRecord;
import io.postrider.server.folder.LogSweep;
import java.nio.ByteBuffer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Erases users from the blocks of the ledger. */
final class LedgerErasure {

  private LedgerErasure() {}

  /** Erases; returns whether nothing of them is left. */
  static boolean run(LogSweep sweep, Predicate<LedgerBlock> erased) {
    return sweep.run(record -> record.offset() < sweep.end() ? erase(record, sweep, erased) : null);
  }

  private static @Nullable ByteBuffer erase(
      LogRecord record, LogSweep sweep, Predicate<LedgerBlock> erased) {
    try {
      byte[] changed = BlockEraser.erase(record.bytes(), erased);
      return changed == null ? null : ByteBuffer.wrap(changed);
    } catch (LedgerCorruptException damaged) {
      sweep.unreadable();
      return null;
    }
  }
}
