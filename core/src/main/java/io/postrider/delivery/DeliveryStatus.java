package io.postrider.delivery;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Where the delivery of one message is. */
public sealed interface DeliveryStatus {

  /** It had no round yet. */
  record Waiting() implements DeliveryStatus {}

  /**
   * It was started and did not end.
   *
   * @param rounds how many rounds were started
   * @param nextDue when the next is due; null while one runs, or if its window ends before
   * @param failure the last failure; null if there was none
   */
  record Open(int rounds, @Nullable Instant nextDue, @Nullable Failure failure)
      implements DeliveryStatus {}

  /** It was given up on, or every URL refused it. */
  record Failed(Failure failure) implements DeliveryStatus {}

  /** The log lost it before it was delivered, if it was for this destination at all. */
  record Expired() implements DeliveryStatus {}

  /** It was pending when the destination was disabled, if it was for this destination at all. */
  record Cancelled() implements DeliveryStatus {}

  /** A later {@code delete} of the same user made it pointless. */
  record Superseded() implements DeliveryStatus {}

  /** It had been tried, and then the filters in force did not let it pass any more. */
  record Filtered() implements DeliveryStatus {}

  /**
   * It ended otherwise: it was delivered, unless the rules in force never let it start, or it was
   * not for this destination.
   */
  record Settled() implements DeliveryStatus {}
}
