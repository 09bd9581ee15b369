package io.postrider.delivery;

import java.util.ArrayList;
import java.util.List;

/**
 * The periods in which the breakers of all URLs were open, each with the end of the offsets that it
 * held back. The retry window of a message without a round starts at the first hold that covers it,
 * or at its acceptance if that is later. Ordered by time, hence by offset. Bounded: beyond {@link
 * #MAX_HOLDS}, two holds are merged.
 */
final class Holds {

  static final int MAX_HOLDS = 64;

  /** The end of a hold that has not ended: it covers all further messages. */
  static final long ONGOING = Long.MAX_VALUE;

  /**
   * A hold.
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

  boolean isOngoing() {
    return !holds.isEmpty() && holds.getLast().upToOffset() == ONGOING;
  }

  /** The start of the first hold that covers an offset, or {@link Long#MIN_VALUE}. */
  long sinceMillis(long offset) {
    for (int i = 0; i < holds.size(); i++) {
      if (offset < holds.get(i).upToOffset()) {
        return holds.get(i).sinceMillis();
      }
    }
    return Long.MIN_VALUE;
  }

  void begin(long nowMillis) {
    if (!isOngoing()) {
      if (holds.size() == MAX_HOLDS) {
        mergeClosest();
      }
      holds.add(new Hold(nowMillis, ONGOING));
    }
  }

  /** Merges the two holds that began closest together into one that begins at the later start. */
  private void mergeClosest() {
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

  /** Ends the current hold, which held back all messages before an offset. */
  void end(long upToOffset) {
    if (isOngoing()) {
      Hold last = holds.removeLast();
      boolean covered = !holds.isEmpty() && holds.getLast().upToOffset() >= upToOffset;
      if (!covered) {
        holds.add(new Hold(last.sinceMillis(), upToOffset));
      }
    }
  }

  /** Removes the holds that end at or before an offset. */
  boolean forgetBefore(long offset) {
    boolean any = false;
    while (!holds.isEmpty() && holds.getFirst().upToOffset() <= offset) {
      holds.removeFirst();
      any = true;
    }
    return any;
  }
}
