package io.postrider.server.ops;

import java.util.HashSet;
import java.util.Set;

/**
 * Gives metric labels to at most {@value #MAX} things of a kind; all others share one label, so
 * that the number of series is bounded. Safe to use from any thread.
 */
public final class LabelLimit {

  /** How many things have a label of their own. */
  public static final int MAX = 100;

  /** The label that the rest shares. */
  public static final String OTHERS = "others";

  private final Set<String> own = new HashSet<>();

  /** The label of a thing: its ID, or {@link #OTHERS}. */
  public synchronized String of(Object id) {
    String label = id.toString();
    if (own.contains(label)) {
      return label;
    }
    if (own.size() >= MAX) {
      return OTHERS;
    }
    own.add(label);
    return label;
  }

  /** Gives the label of a deleted thing back, for the next new one. */
  public synchronized void release(String label) {
    own.remove(label);
  }
}
