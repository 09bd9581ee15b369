package io.postrider.client;

import java.time.Duration;
import java.util.List;

/**
 * Is told what became of the messages: each of them once, delivered or failed.
 *
 * <p>Called by the client's thread, one call at a time, so it should not take long; only {@link
 * #failed} for {@link Failure.Reason#QUEUE_FULL} comes from the thread that called. It may call the
 * client again. What it throws is logged and changes nothing.
 */
@FunctionalInterface
public interface DeliveryListener {

  /** The service has not accepted these messages, and they will not be sent again. */
  void failed(List<QueuedMessage> messages, Failure failure);

  /** The service has accepted these messages: they are on its disk. */
  default void delivered(List<QueuedMessage> messages) {}

  /** An attempt has failed; the same messages are sent again after some time. */
  default void retrying(List<QueuedMessage> messages, Failure failure, Duration delay) {}
}
