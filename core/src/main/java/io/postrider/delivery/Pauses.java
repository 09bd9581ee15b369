package io.postrider.delivery;

import java.util.ArrayList;
import java.util.List;

/** The bounded list of pauses of a destination, which do not count toward retry windows. */
final class Pauses {

  static final int MAX_PAUSES = 32;

  /** The start of the current pause if there is none. */
  static final long NONE = Long.MIN_VALUE;

  record Pause(long fromMillis, long toMillis) {}

  private final List<Pause> pauses;
  private long sinceMillis;

  Pauses(List<Pause> pauses, long sinceMillis) {
    this.pauses = new ArrayList<>(pauses);
    this.sinceMillis = sinceMillis;
  }

  List<Pause> list() {
    return List.copyOf(pauses);
  }

  /** The start of the current pause, or {@link #NONE}. */
  long sinceMillis() {
    return sinceMillis;
  }

  boolean isPaused() {
    return sinceMillis != NONE;
  }

  void pause(long nowMillis) {
    if (!isPaused()) {
      sinceMillis = nowMillis;
    }
  }

  /**
   * Ends the pause.
   *
   * @return its length
   */
  long resume(long nowMillis) {
    if (!isPaused()) {
      return 0;
    }
    Pause pause = new Pause(sinceMillis, Math.max(sinceMillis, nowMillis));
    sinceMillis = NONE;
    if (pauses.size() == MAX_PAUSES) {
      // the time between the two oldest counts as paused: windows get longer, never shorter
      Pause second = pauses.remove(1);
      pauses.set(0, new Pause(pauses.getFirst().fromMillis(), second.toMillis()));
    }
    pauses.add(pause);
    return pause.toMillis() - pause.fromMillis();
  }

  /** The time since a moment that was spent in ended pauses. */
  long pausedMillis(long sinceMillis) {
    long sum = 0;
    for (int i = 0; i < pauses.size(); i++) {
      Pause pause = pauses.get(i);
      sum += Math.max(0, pause.toMillis() - Math.max(sinceMillis, pause.fromMillis()));
    }
    return sum;
  }

  /** Removes ended pauses; returns whether there was any. */
  boolean forget() {
    boolean any = !pauses.isEmpty();
    pauses.clear();
    return any;
  }
}
