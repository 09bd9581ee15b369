package io.postrider.server.delivery;

import io.postrider.delivery.QueueBudget;
import java.util.concurrent.atomic.AtomicLong;

/** The memory for the queues of all destinations. Safe to use from any thread. */
final class SharedQueueBudget implements QueueBudget {

  private final long mostBytes;
  private final AtomicLong takenBytes = new AtomicLong();

  SharedQueueBudget(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  @Override
  public boolean take(int bytes) {
    if (takenBytes.addAndGet(bytes) <= mostBytes) {
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
