package io.postrider.delivery.simulation;

import io.postrider.message.MessageType;
import io.postrider.message.RecordTemplates;
import io.postrider.message.RecordView;

/**
 * An accepted message.
 *
 * @param number its number, also contained in the record
 * @param person source and user as one number
 * @param blockable whether filters block its event
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

  /** The same message, with another time in its record. */
  SimulatedMessage stamped(long wallMillis) {
    byte[] bytes = new byte[record.jsonTo()];
    record.copy(0, bytes.length, bytes, 0);
    return new SimulatedMessage(
        partition,
        offset,
        number,
        source,
        person,
        type,
        blockable,
        acceptedAtMillis,
        RecordTemplates.copy(bytes, wallMillis, number));
  }

  boolean isDelete() {
    return type == MessageType.DELETE;
  }

  @Override
  public String toString() {
    return partition + ":" + offset + (isDelete() ? " (delete)" : "");
  }
}
