package io.postrider.audience;

import io.postrider.condition.Comparison;
import java.util.List;

/**
 * A condition on a property of an event.
 *
 * @param path the keys that lead to it, from the outside in; at least one
 */
public record PropertyCondition(List<String> path, Comparison comparison) {

  /** The most keys of a path. */
  public static final int MOST_KEYS = 10;

  /** How many may be asked of one event. */
  public static final int MOST = 20;

  public PropertyCondition {
    path = List.copyOf(path);
  }
}
