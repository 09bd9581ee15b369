package io.postrider.server.delivery;

import io.postrider.delivery.QueueBudget;
import java.util.concurrent.atomic.AtomicLong;

/** The memory budget of the queues of all destinations. Safe to use from any thread. */
final class SharedQueueBudget implements QueueBudget {

  private final long maxBytes;
  private final AtomicLong takenBytes = new AtomicLong();

  SharedQueueBudget(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  @Override
  public boolean take(int bytes) {
    if (takenBytes.addAndGet(bytes) <= maxBytes) {
      return true;
    }
    takenBytes.addAndGet(-bytes);
    return false;
  }

  @Override
  public void give(int bytes) {
    takenBytes.addAndGet(-bytes);
  }

  long takenBytes() {
    return takenBytes.get();
  }
}
