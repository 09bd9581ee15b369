package io.postrider.delivery.simulation;

import io.postrider.delivery.QueueBudget;

/** The memory budget of all queues of a process; fails if more is released than taken. */
final class SimulatedQueueBudget implements QueueBudget {

  private final long mostBytes;
  private long takenBytes;

  SimulatedQueueBudget(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  @Override
  public boolean take(int bytes) {
    if (takenBytes + bytes > mostBytes) {
      return false;
    }
    takenBytes += bytes;
    return true;
  }

  @Override
  public void give(int bytes) {
    takenBytes -= bytes;
    if (takenBytes < 0) {
      throw new InvariantViolation("QueueWithinBounds", "more bytes were released than taken");
    }
  }

  long takenBytes() {
    return takenBytes;
  }
}
