package io.postrider.server.catalog.definition;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.audience.ComputationDefinition;
import io.postrider.audience.ComputationKind;
import io.postrider.server.http.admin.Fields;
import org.jspecify.annotations.Nullable;

/** Reads the field {@code definition} of an audience or a computed trait. */
final class DefinitionForm {

  static final String FIELD = "definition";

  private DefinitionForm() {}

  /** The definition; null if it is absent or wrong. */
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
            yield inner == null ? null : TraitForm.read(inner);
          }
        };
    if (definition != null
        && DefinitionJson.text(definition).getBytes(UTF_8).length
            > ComputationDefinition.MAX_BYTES) {
      fields.wrong(FIELD, "must have at most %,d bytes".formatted(ComputationDefinition.MAX_BYTES));
    }
    return definition;
  }
}
