package io.postrider.server.catalog;

import io.postrider.log.RecordLog;
import io.postrider.route.LogEndOffsets;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * The offsets that a log holds now.
 *
 * @param first the oldest record of every partition
 * @param end the durable end of every partition
 */
public record LogRange(LogEndOffsets first, LogEndOffsets end) {

  /** The range of a log. Never waits for the disk. */
  public static LogRange of(RecordLog log) {
    return new LogRange(offsets(log, log::firstOffset), offsets(log, log::endOffset));
  }

  private static LogEndOffsets offsets(RecordLog log, IntToLongFunction offset) {
    return new LogEndOffsets(
        IntStream.range(0, log.partitions()).mapToLong(offset).boxed().toList());
  }
}
