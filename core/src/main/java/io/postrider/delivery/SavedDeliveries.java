package io.postrider.delivery;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The deliveries of a destination in one partition, as they were last saved: for those who do not
 * own the machine. Immutable.
 */
public final class SavedDeliveries {

  private final long readTo;
  private final int urls;
  private final Map<Long, OpenDelivery> open = new HashMap<>();
  private final FailureIndex failures;

  private SavedDeliveries(CursorState state, FailureIndex failures) {
    this.readTo = state.readTo();
    this.urls = state.urls().length;
    this.failures = failures;
    state.open().forEach(delivery -> open.put(delivery.offset(), delivery));
  }

  /**
   * Reads what was saved.
   *
   * @param cursor empty if the destination is level with the partition
   * @param position the saved position of the partition
   * @param failures some saved chunks; the others count as empty
   * @throws CursorCorruptException if something is corrupt
   */
  public static SavedDeliveries of(
      byte[] cursor, long position, Collection<EncodedFailureChunk> failures) {
    return new SavedDeliveries(
        cursor.length == 0 ? CursorState.startAt(position) : CursorCodec.decode(cursor),
        FailureIndex.of(failures));
  }

  /** The key of the chunk of failures that has an offset. */
  public static long chunk(long offset) {
    return offset >>> FailureChunk.BITS;
  }

  /** The status of a delivery. */
  public DeliveryStatus status(long offset) {
    OpenDelivery delivery = open.get(offset);
    if (delivery != null) {
      return new DeliveryStatus.Open(delivery.rounds(), nextDue(delivery), delivery.failure());
    }
    if (offset >= readTo) {
      return new DeliveryStatus.Waiting();
    }
    DeliveryStatus recorded = failures.at(offset);
    return recorded == null ? new DeliveryStatus.Settled() : recorded;
  }

  /** When the next round is due, by the wall clock; null if it is due at once or not known. */
  private @Nullable Instant nextDue(OpenDelivery delivery) {
    long earliest = Long.MAX_VALUE;
    for (int url = 0; url < urls && delivery.hasUrls(); url++) {
      if (!delivery.hasRefused(url)) {
        earliest = Math.min(earliest, delivery.dueMillis(url));
      }
    }
    boolean comes = earliest > 0 && earliest < delivery.windowEndMillis();
    return comes ? Instant.ofEpochMilli(earliest) : null;
  }

  /** Undelivered offsets before an offset, latest first; cancelled ranges may include others. */
  public List<Long> undeliveredBefore(long offset, int most) {
    return failures.undeliveredBefore(offset, most);
  }

  /** The recorded status of an undelivered message; null if it has none. */
  public @Nullable DeliveryStatus recordedStatus(long offset) {
    return failures.at(offset);
  }

  /** When the delivery failed; null if it did not fail or the time is unknown. */
  public @Nullable Instant failedAt(long offset) {
    long millis = failures.failedAtMillis(offset);
    return millis == FailureTimes.UNKNOWN ? null : Instant.ofEpochMilli(millis);
  }
}
