package io.postrider.server.catalog.definition;

import io.postrider.audience.AggregateKind;
import io.postrider.audience.TraitDefinition;
import io.postrider.server.http.admin.Fields;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads what a computed trait is worked out from. */
final class TraitForm {

  private static final String KINDS =
      "one of "
          + Arrays.stream(AggregateKind.values())
              .map(AggregateKind::wireName)
              .collect(Collectors.joining(", "));

  private TraitForm() {}

  /** The definition of an object's fields; null if it is wrong. */
  static @Nullable TraitDefinition read(Fields fields) {
    AggregateKind kind = fields.require("kind").choice("kind", AggregateKind::parse, KINDS);
    EventForm events = EventForm.read(fields);
    List<String> property = null;
    if (kind == null) {
      boolean _ = fields.has("property");
    } else if (kind.ofProperty()) {
      property = EventForm.path(fields);
    } else {
      fields.refuse("must be left out: this kind counts events", "property");
    }
    return kind == null || events.event() == null || kind.ofProperty() != (property != null)
        ? null
        : new TraitDefinition(kind, events.event(), property, events.where(), events.within());
  }
}
