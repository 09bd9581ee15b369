package io.postrider.audience;

import io.postrider.condition.Comparison;
import java.util.List;

/**
 * A condition on a property of an event.
 *
 * @param path the keys to the property, outermost first; at least one
 */
public record PropertyCondition(List<String> path, Comparison comparison) {

  public static final int MAX_KEYS = 10;
  public static final int MAX_PER_EVENT = 20;

  public PropertyCondition {
    path = List.copyOf(path);
  }
}
