package io.postrider.server.rejected;

import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.embedded.EmbeddedLog;
import io.postrider.server.folder.LogSweep;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Removes hidden calls from the log of rejected calls: their records become empty. The log itself
 * says which: a record of erased users hides the calls before it. That record is removed in the
 * same way, after the calls. So an erasure that was interrupted is repeated, and ends in the same
 * state. Belongs to one thread.
 */
final class RejectedErasure {

  private static final int READ_BYTES = 256 * 1024;

  /** The offset before which the calls of a user are hidden. */
  private final Map<Long, Long> hiddenBefore = new HashMap<>();

  private final LogSweep sweep;

  private RejectedErasure(LogSweep sweep) {
    this.sweep = sweep;
  }

  /** Erases; returns whether nothing of the hidden calls is left. */
  static boolean run(EmbeddedLog log, LogSweep sweep) {
    RejectedErasure erasure = new RejectedErasure(sweep);
    try (LogReader reader = log.reader(0, log.firstOffset(0))) {
      for (List<LogRecord> some = reader.read(READ_BYTES);
          !some.isEmpty();
          some = reader.read(READ_BYTES)) {
        some.forEach(erasure::note);
      }
    }
    return erasure.hiddenBefore.isEmpty() || sweep.run(erasure::rewritten);
  }

  private void note(LogRecord record) {
    if (record.offset() < sweep.end()
        && RejectedRecord.decode(record.bytes()).orElse(null)
            instanceof RejectedRecord.Erased erased) {
      erased.users().forEach(user -> hiddenBefore.put(user, record.offset()));
    }
  }

  private @Nullable ByteBuffer rewritten(LogRecord record) {
    if (record.offset() >= sweep.end()) {
      return null;
    }
    boolean erase =
        switch (RejectedRecord.decode(record.bytes()).orElse(null)) {
          case RejectedRecord.Call one ->
              one.call().body().users().stream()
                  .anyMatch(user -> hiddenBefore.getOrDefault(user, -1L) > record.offset());
          case RejectedRecord.Erased _ -> sweep.isWhole();
          case RejectedRecord.Began _, RejectedRecord.Counts _ -> false;
          case null -> false;
        };
    return erase ? ByteBuffer.allocate(0) : null;
  }
}
