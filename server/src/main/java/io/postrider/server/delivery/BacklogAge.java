package io.postrider.server.delivery;

import io.postrider.log.LogRecord;
import io.postrider.log.RecordLog;
import io.postrider.message.RecordView;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds when waiting messages were accepted, and reads each record once. Belongs to one thread;
 * create one per query.
 */
public final class BacklogAge {

  private final RecordLog log;
  private final Map<PartitionOffset, Optional<Instant>> times = new HashMap<>();

  public BacklogAge(RecordLog log) {
    this.log = log;
  }

  /** When the oldest waiting message of a destination was accepted; null if none waits. */
  public @Nullable Instant since(DestinationStatus status) {
    Instant oldest = null;
    for (DestinationStatus.Backlog backlog : status.backlogs()) {
      if (backlog.waiting() + backlog.unread() > 0) {
        oldest = earlier(oldest, acceptedAt(backlog.partition(), backlog.oldest()));
      }
    }
    return oldest;
  }

  /** When the record at an offset was accepted; null if the log does not hold it. */
  public @Nullable Instant acceptedAt(int partition, long offset) {
    return times
        .computeIfAbsent(
            new PartitionOffset(partition, offset),
            place -> log.record(partition, offset).map(BacklogAge::acceptedAt))
        .orElse(null);
  }

  private static Instant acceptedAt(LogRecord record) {
    return RecordView.of(record.bytes()).receivedAt();
  }

  /** The earlier of two times; either may be null. */
  public static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one.isBefore(other) ? one : other;
  }
}
