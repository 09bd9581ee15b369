package io.postrider.server.catalog;

import io.postrider.log.RecordLog;
import io.postrider.route.LogEnds;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/** How far a log of this node reaches. */
public record OwnLogPositions(RecordLog log) implements LogPositions {

  @Override
  public LogEnds first() {
    return offsets(log::firstOffset);
  }

  @Override
  public LogEnds end() {
    return offsets(log::endOffset);
  }

  private LogEnds offsets(IntToLongFunction offset) {
    return new LogEnds(
        IntStream.range(0, log.partitions()).mapToObj(p -> offset.applyAsLong(p)).toList());
  }
}
