package io.postrider.delivery.simulation;

import java.util.ArrayDeque;
import java.util.Deque;

/** The last steps of a run, for failure reports. */
public final class SimulationTrace {

  private static final int MOST = Integer.getInteger("postrider.trace", 60);

  private final boolean on;
  private final Deque<String> lines = new ArrayDeque<>();

  public SimulationTrace(boolean on) {
    this.on = on;
  }

  public boolean isOn() {
    return on;
  }

  public void add(long millis, String line) {
    lines.addLast(
        "%d:%02d:%06.3f  %s"
            .formatted(millis / 3_600_000, millis / 60_000 % 60, millis % 60_000 / 1000.0, line));
    if (lines.size() > MOST) {
      lines.removeFirst();
    }
  }

  @Override
  public String toString() {
    return String.join("\n  ", lines);
  }
}
