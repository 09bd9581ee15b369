package io.postrider.delivery.simulation;

import java.util.ArrayList;
import java.util.List;

/** One partition of a log. All messages are durable; others were never accepted. */
final class SimulatedLog {

  private final long base;
  private final List<SimulatedMessage> messages = new ArrayList<>();
  private long first;
  private long forcedFirst;

  SimulatedLog(long base) {
    this.base = base;
    this.first = base;
    this.forcedFirst = base;
  }

  /** The initial offset. */
  long base() {
    return base;
  }

  /** The first retained offset. */
  long first() {
    return first;
  }

  /** The offset of the next message. */
  long end() {
    return base + messages.size();
  }

  void append(SimulatedMessage message) {
    if (message.offset() != end()) {
      throw new IllegalStateException("not the end: " + message);
    }
    messages.add(message);
  }

  /** A message, even if it is no longer retained. */
  SimulatedMessage at(long offset) {
    return messages.get((int) (offset - base));
  }

  /** Deletes messages that no machine needs. */
  void expireTo(long offset) {
    first = Math.max(first, Math.min(offset, end()));
  }

  /** Deletes messages that may still be needed, when the retention time ends. */
  void forceTo(long offset) {
    expireTo(offset);
    forcedFirst = Math.max(forcedFirst, first);
  }

  /** Messages before this offset may have been deleted although needed. */
  long forcedFirst() {
    return forcedFirst;
  }
}
