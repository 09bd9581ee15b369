package io.postrider.server.catalog;

import io.postrider.log.RecordLog;
import io.postrider.route.LogEndOffsets;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/** How far a log of this node reaches. */
public record OwnLogPositions(RecordLog log) implements LogPositions {

  @Override
  public LogEndOffsets first() {
    return offsets(log::firstOffset);
  }

  @Override
  public LogEndOffsets end() {
    return offsets(log::endOffset);
  }

  private LogEndOffsets offsets(IntToLongFunction offset) {
    return new LogEndOffsets(
        IntStream.range(0, log.partitions()).mapToObj(p -> offset.applyAsLong(p)).toList());
  }
}
