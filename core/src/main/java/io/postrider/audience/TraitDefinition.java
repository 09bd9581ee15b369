package io.postrider.audience;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a computed trait is worked out from.
 *
 * @param property the keys that lead to the value; null if the kind needs none
 * @param where what an event must have to count; nothing for every one of the name
 * @param within how long ago it may have been; null for as long as history is kept
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
