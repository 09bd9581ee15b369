package io.postrider.audience;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a computed trait.
 *
 * @param property the keys to the value, outermost first; null if the kind needs none
 * @param where conditions on the events to use; empty for all events with the name
 * @param within the maximum age of the events; null for all stored events
 */
public record TraitDefinition(
    AggregateKind kind,
    String event,
    @Nullable List<String> property,
    List<PropertyCondition> where,
    @Nullable Duration within)
    implements ComputationDefinition {

  public TraitDefinition {
    if (kind.ofProperty() != (property != null)) {
      throw new IllegalArgumentException(kind + " of property " + property);
    }
    property = property == null ? null : List.copyOf(property);
    where = List.copyOf(where);
  }

  @Override
  public Dependencies dependencies() {
    return Dependencies.of(this);
  }
}
