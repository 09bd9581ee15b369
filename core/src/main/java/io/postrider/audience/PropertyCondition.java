package io.postrider.audience;

import io.postrider.condition.Comparison;
import java.util.List;

/**
 * A condition on a property of an event.
 *
 * @param path the keys to the property, outermost first; at least one
 */
public record PropertyCondition(List<String> path, Comparison comparison) {

  /** Maximum number of keys in a path. */
  public static final int MOST_KEYS = 10;

  /** Maximum number of conditions on one event. */
  public static final int MOST = 20;

  public PropertyCondition {
    path = List.copyOf(path);
  }
}
