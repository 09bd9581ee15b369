package io.postrider.server;

import io.postrider.log.RecordLog;
import io.postrider.route.LogEnds;
import io.postrider.server.catalog.LogPositions;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/** How far a log of this node reaches. */
record OwnLogPositions(RecordLog log) implements LogPositions {

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
