package io.postrider.delivery.simulation;

import java.util.ArrayList;
import java.util.List;

/** One partition of a log: all of it durable, for what is not was never accepted. */
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

  /** The first offset there ever was. */
  long base() {
    return base;
  }

  /** The first offset that is still there. */
  long first() {
    return first;
  }

  /** Where the next message goes. */
  long end() {
    return base + messages.size();
  }

  void append(SimulatedMessage message) {
    if (message.offset() != end()) {
      throw new IllegalStateException("not the end: " + message);
    }
    messages.add(message);
  }

  /** A message, even if a reader would no longer find it. */
  SimulatedMessage at(long offset) {
    return messages.get((int) (offset - base));
  }

  /** Drops what nobody needs. */
  void expireTo(long offset) {
    first = Math.max(first, Math.min(offset, end()));
  }

  /** Drops what may still be needed: retention has a last word. */
  void forceTo(long offset) {
    expireTo(offset);
    forcedFirst = Math.max(forcedFirst, first);
  }

  /** What lies before this may have been dropped though it was needed. */
  long forcedFirst() {
    return forcedFirst;
  }
}
