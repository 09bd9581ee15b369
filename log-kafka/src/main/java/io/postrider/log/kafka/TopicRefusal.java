package io.postrider.log.kafka;

import io.postrider.log.LogUnavailableException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether the topic stopped being this log, for good. Thread-safe. */
final class TopicRefusal {

  private volatile @Nullable String reason;

  /** Returns whether this is the first time. */
  synchronized boolean refuse(String newReason) {
    boolean first = reason == null;
    reason = newReason;
    return first;
  }

  Optional<String> reason() {
    return Optional.ofNullable(reason);
  }

  /**
   * @throws LogUnavailableException if the topic is refused
   */
  void requireNone() {
    String present = reason;
    if (present != null) {
      throw new LogUnavailableException(present);
    }
  }
}
