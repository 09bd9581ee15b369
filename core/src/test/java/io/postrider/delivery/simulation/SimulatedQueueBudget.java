package io.postrider.delivery.simulation;

import io.postrider.delivery.QueueBudget;

/** The memory of all queues of a process; knows who gives back more than he took. */
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
      throw new InvariantViolation("QueueWithinBounds", "more bytes were given back than taken");
    }
  }

  long takenBytes() {
    return takenBytes;
  }
}
