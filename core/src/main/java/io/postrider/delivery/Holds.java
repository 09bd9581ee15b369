package io.postrider.delivery;

import java.util.ArrayList;
import java.util.List;

/**
 * The times at which all URLs of a destination were failing, and up to which offset messages were
 * held back by each: a message's window starts at the first hold that covers it. In the order of
 * time, and so of offsets; bounded.
 */
final class Holds {

  static final int MOST = 64;

  /** The end of a hold that lasts: it covers all that is to come. */
  static final long LASTING = Long.MAX_VALUE;

  /**
   * One hold.
   *
   * @param upToOffset the first offset it does not cover
   */
  record Hold(long sinceMillis, long upToOffset) {}

  private final List<Hold> holds;

  Holds(List<Hold> holds) {
    this.holds = new ArrayList<>(holds);
  }

  List<Hold> list() {
    return List.copyOf(holds);
  }

  boolean isEmpty() {
    return holds.isEmpty();
  }

  boolean isLasting() {
    return !holds.isEmpty() && holds.getLast().upToOffset() == LASTING;
  }

  /** When the first hold began that covers an offset, or {@link Long#MIN_VALUE}. */
  long sinceMillis(long offset) {
    for (int i = 0; i < holds.size(); i++) {
      if (offset < holds.get(i).upToOffset()) {
        return holds.get(i).sinceMillis();
      }
    }
    return Long.MIN_VALUE;
  }

  void begin(long nowMillis) {
    if (!isLasting()) {
      if (holds.size() == MOST) {
        join();
      }
      holds.add(new Hold(nowMillis, LASTING));
    }
  }

  /** Makes one of the two that began closest together; what they cover begins with the later. */
  private void join() {
    int closest = 0;
    long least = Long.MAX_VALUE;
    for (int i = 0; i + 1 < holds.size(); i++) {
      long apart = holds.get(i + 1).sinceMillis() - holds.get(i).sinceMillis();
      if (apart < least) {
        least = apart;
        closest = i;
      }
    }
    holds.remove(closest);
  }

  /** Ends the hold that lasts; all before an offset was held back by it. */
  void end(long upToOffset) {
    if (isLasting()) {
      Hold last = holds.removeLast();
      boolean covered = !holds.isEmpty() && holds.getLast().upToOffset() >= upToOffset;
      if (!covered) {
        holds.add(new Hold(last.sinceMillis(), upToOffset));
      }
    }
  }

  /** Forgets the holds that cover nothing from an offset on. */
  boolean forgetBefore(long offset) {
    boolean any = false;
    while (!holds.isEmpty() && holds.getFirst().upToOffset() <= offset) {
      holds.removeFirst();
      any = true;
    }
    return any;
  }
}
