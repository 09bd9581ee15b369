package io.postrider.log;

import java.util.List;

/**
 * A place in one partition from which records are read in order.
 *
 * <p>Belongs to one thread at a time. Several readers of one partition do not disturb each other.
 */
public interface LogReader extends AutoCloseable {

  /** The offset of the next record this reader will return. */
  long position();

  /**
   * The next durable records, in order, together at most about so many bytes but at least one
   * record if there is one; empty when the reader has come to the end.
   *
   * @throws OffsetExpiredException if retention has taken the records at this position away
   * @throws LogCorruptException if the records at this position are damaged
   */
  List<LogRecord> read(int maxBytes);

  @Override
  void close();
}
