package io.postrider.delivery;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The status of one delivery. */
public sealed interface DeliveryStatus {

  /** It had no round yet. */
  record Waiting() implements DeliveryStatus {}

  /**
   * It was started and has not ended.
   *
   * @param nextDue when the next round is due; null while one runs, or if the retry window ends
   *     first
   */
  record Open(int rounds, @Nullable Instant nextDue, @Nullable Failure failure)
      implements DeliveryStatus {}

  /** Its retry window ended, or every URL refused it. */
  record Failed(Failure failure) implements DeliveryStatus {}

  /** The log dropped it before delivery; it may not have been for this destination. */
  record Expired() implements DeliveryStatus {}

  /** It was pending when the destination was disabled; it may have been for another. */
  record Cancelled() implements DeliveryStatus {}

  /** A later {@code delete} of the same user superseded it. */
  record Superseded() implements DeliveryStatus {}

  /** Current filters drop it; it had been tried before. */
  record Filtered() implements DeliveryStatus {}

  /**
   * It ended with no recorded failure: it was delivered, was filtered before its first round, or
   * was not for this destination.
   */
  record Settled() implements DeliveryStatus {}
}
