package io.postrider.server.catalog.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.audience.AudienceCondition;
import io.postrider.audience.ComputationDefinition;
import io.postrider.audience.ComputationKind;
import io.postrider.audience.ComputedRedaction;
import io.postrider.audience.PropertyCondition;
import io.postrider.audience.TraitDefinition;
import io.postrider.condition.Comparison;
import io.postrider.condition.KeyPath;
import io.postrider.message.Redaction;
import io.postrider.server.config.DurationText;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ComparisonJson;
import io.postrider.server.http.admin.Fields;
import io.postrider.server.http.admin.Json;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Definitions as JSON, for the admin API and the database. Immutable. */
public final class DefinitionJson {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final Redaction redaction;

  private DefinitionJson(Redaction redaction) {
    this.redaction = redaction;
  }

  /** The definition of a stored text. */
  public static ComputationDefinition parse(ComputationKind kind, String text) {
    JsonNode tree = Json.parseOwn(text);
    Fields fields = Fields.of(NODES.objectNode().set(DefinitionForm.FIELD, tree));
    ComputationDefinition definition = DefinitionForm.read(fields, kind);
    try {
      fields.check();
    } catch (ApiException invalid) {
      throw new IllegalStateException(
          "A stored definition is invalid: " + invalid.errors(), invalid);
    }
    if (definition == null) {
      throw new IllegalStateException("A stored definition is empty");
    }
    return definition;
  }

  /** The definition as text to store. */
  public static String text(ComputationDefinition definition) {
    return Json.text(tree(definition));
  }

  public static JsonNode tree(ComputationDefinition definition) {
    return tree(definition, Redaction.NONE);
  }

  /** The definition, without the values that hidden traits and properties are compared with. */
  public static JsonNode tree(ComputationDefinition definition, Redaction redaction) {
    DefinitionJson json = new DefinitionJson(redaction);
    return switch (definition) {
      case AudienceCondition condition -> json.condition(condition);
      case TraitDefinition trait -> json.trait(trait);
    };
  }

  private String event(String event) {
    return redaction.hides("event") ? Redaction.MASK : event;
  }

  private ObjectNode condition(AudienceCondition condition) {
    ObjectNode tree = NODES.objectNode();
    return switch (condition) {
      case AudienceCondition.All(List<AudienceCondition> conditions) ->
          tree.set("all", list(conditions));
      case AudienceCondition.Any(List<AudienceCondition> conditions) ->
          tree.set("any", list(conditions));
      case AudienceCondition.Not(AudienceCondition inner) -> tree.set("not", condition(inner));
      case AudienceCondition.TraitIs(String name, Comparison comparison) ->
          ComparisonJson.put(
              comparison, ComputedRedaction.hidesTrait(name, redaction), tree.put("trait", name));
      case AudienceCondition.EventCount counted -> {
        ObjectNode events =
            restrict(counted.where(), counted.within(), tree.put("event", event(counted.event())));
        yield events.set("count", ComparisonJson.put(counted.count(), NODES.objectNode()));
      }
      case AudienceCondition.InAudience(String key) -> tree.put("audience", key);
    };
  }

  private ArrayNode list(List<AudienceCondition> conditions) {
    ArrayNode list = NODES.arrayNode();
    conditions.forEach(condition -> list.add(condition(condition)));
    return list;
  }

  private ObjectNode trait(TraitDefinition trait) {
    ObjectNode tree = NODES.objectNode();
    tree.put("kind", trait.kind().wireName()).put("event", event(trait.event()));
    if (trait.property() != null) {
      tree.put("property", KeyPath.text(trait.property()));
    }
    return restrict(trait.where(), trait.within(), tree);
  }

  /** Adds the restrictions of an event. */
  private ObjectNode restrict(
      List<PropertyCondition> where, @Nullable Duration within, ObjectNode tree) {
    if (!where.isEmpty()) {
      ArrayNode list = tree.putArray("where");
      for (PropertyCondition one : where) {
        ComparisonJson.put(
            one.comparison(),
            ComputedRedaction.hidesProperty(one.path(), redaction),
            list.addObject().put("property", KeyPath.text(one.path())));
      }
    }
    if (within != null) {
      tree.put("within", DurationText.text(within));
    }
    return tree;
  }
}
