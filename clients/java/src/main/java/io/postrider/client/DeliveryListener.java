package io.postrider.client;

import java.time.Duration;
import java.util.List;

/**
 * Receives the outcome of every message: each exactly once, delivered or failed.
 *
 * <p>Called by the client's thread, one call at a time, so it should return quickly. Only {@link
 * #failed} with {@link Failure.Reason#QUEUE_FULL} is called on the thread of the call. A listener
 * may use the client. The client logs what a listener throws and continues.
 */
@FunctionalInterface
public interface DeliveryListener {

  /** The service has not accepted these messages, and they will not be sent again. */
  void failed(List<QueuedMessage> messages, Failure failure);

  /** The service has accepted these messages: they are on its disk. */
  default void delivered(List<QueuedMessage> messages) {}

  /** An attempt failed; the client retries the same messages after a delay. */
  default void retrying(List<QueuedMessage> messages, Failure failure, Duration delay) {}
}
