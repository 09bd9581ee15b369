package io.postrider.server.background;

import java.util.ArrayList;
import java.util.List;

/**
 * Background work that begins when the node serves requests, so that a start does not share the
 * processors with it.
 */
public final class DelayedStarts {

  private final List<Runnable> waiting = new ArrayList<>();
  private boolean begun;

  /** Runs it when the node serves requests; at once if it does already. */
  public void add(Runnable start) {
    synchronized (this) {
      if (!begun) {
        waiting.add(start);
        return;
      }
    }
    start.run();
  }

  /** Runs what waits, in order. */
  public void begin() {
    List<Runnable> starts;
    synchronized (this) {
      begun = true;
      starts = List.copyOf(waiting);
      waiting.clear();
    }
    starts.forEach(Runnable::run);
  }
}
