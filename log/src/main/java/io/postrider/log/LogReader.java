package io.postrider.log;

import java.util.List;

/**
 * Reads the records of one partition in order.
 *
 * <p>Confined to one thread at a time. Readers of one partition are independent of each other.
 */
public interface LogReader extends AutoCloseable {

  /** The offset of the next record this reader will return. */
  long position();

  /**
   * The next durable records, in order: about {@code maxBytes} at most, but at least one record if
   * there is one; empty at the end.
   *
   * @throws OffsetExpiredException if retention has deleted the records at this position
   * @throws LogCorruptException if the records at this position are corrupt
   */
  List<LogRecord> read(int maxBytes);

  @Override
  void close();
}
