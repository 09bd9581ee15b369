package io.postrider.server.catalog.definition;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.audience.AggregateKind;
import io.postrider.audience.ComputationDefinition;
import io.postrider.audience.ComputationKind;
import io.postrider.audience.TraitDefinition;
import io.postrider.server.http.admin.Fields;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads and validates the field {@code definition} of an audience or a computed trait. */
final class DefinitionForm {

  static final String FIELD = "definition";

  private static final String KINDS =
      "one of "
          + Arrays.stream(AggregateKind.values())
              .map(AggregateKind::wireName)
              .collect(Collectors.joining(", "));

  private DefinitionForm() {}

  /** The definition; null if it is absent or invalid. */
  static @Nullable ComputationDefinition read(Fields fields, ComputationKind kind) {
    JsonNode node = fields.node(FIELD);
    if (node == null) {
      return null;
    }
    ComputationDefinition definition =
        switch (kind) {
          case AUDIENCE -> ConditionForm.read(fields, FIELD, node);
          case TRAIT -> {
            Fields inner = fields.object(FIELD, node);
            yield inner == null ? null : trait(inner);
          }
        };
    if (definition != null
        && DefinitionJson.text(definition).getBytes(UTF_8).length
            > ComputationDefinition.MAX_BYTES) {
      fields.wrong(FIELD, "must have at most %,d bytes".formatted(ComputationDefinition.MAX_BYTES));
    }
    return definition;
  }

  private static @Nullable TraitDefinition trait(Fields fields) {
    AggregateKind kind = fields.require("kind").choice("kind", AggregateKind::parse, KINDS);
    EventForm events = EventForm.read(fields);
    List<String> property = null;
    if (kind == null) {
      boolean _ = fields.has("property");
    } else if (kind.ofProperty()) {
      property = EventForm.path(fields);
    } else {
      fields.refuse("must be omitted: this kind counts events", "property");
    }
    return kind == null || events.event() == null || kind.ofProperty() != (property != null)
        ? null
        : new TraitDefinition(kind, events.event(), property, events.where(), events.within());
  }
}
