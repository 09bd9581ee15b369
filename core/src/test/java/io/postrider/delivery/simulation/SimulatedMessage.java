package io.postrider.delivery.simulation;

import io.postrider.message.MessageType;
import io.postrider.message.RecordView;

/**
 * An accepted message.
 *
 * @param number a number that its record carries too
 * @param person source and user as one number
 * @param blockable whether it is of the event that filters hold back
 */
record SimulatedMessage(
    int partition,
    long offset,
    long number,
    int source,
    int person,
    MessageType type,
    boolean blockable,
    long acceptedAtMillis,
    RecordView record) {

  boolean isDelete() {
    return type == MessageType.DELETE;
  }

  @Override
  public String toString() {
    return partition + ":" + offset + (isDelete() ? " (delete)" : "");
  }
}
