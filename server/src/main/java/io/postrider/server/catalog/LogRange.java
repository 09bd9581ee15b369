package io.postrider.server.catalog;

import io.postrider.log.RecordLog;
import io.postrider.route.LogEndOffsets;
import java.util.List;
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
    List<Long> firsts = IntStream.range(0, log.partitions()).mapToObj(log::firstOffset).toList();
    return new LogRange(new LogEndOffsets(firsts), new LogEndOffsets(log.endOffsets()));
  }
}
