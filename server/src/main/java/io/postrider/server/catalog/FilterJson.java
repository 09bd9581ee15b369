package io.postrider.server.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.filter.FieldPath;
import io.postrider.filter.Filter;
import io.postrider.filter.FilterAction;
import io.postrider.filter.FilterCondition;
import io.postrider.message.MessageType;
import io.postrider.message.Redaction;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ComparisonJson;
import io.postrider.server.http.admin.Fields;
import io.postrider.server.http.admin.Json;
import io.postrider.server.http.admin.JsonNumber;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Filters as JSON, for the admin API and the database. Pure. */
public final class FilterJson {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private FilterJson() {}

  /** The filters of a stored text. */
  public static List<Filter> parse(String text) {
    JsonNode list = Json.parseOwn(text);
    Fields fields = Fields.ofStored(NODES.objectNode().set("filters", list));
    List<Filter> filters = FilterForm.read(fields);
    try {
      fields.check();
    } catch (ApiException invalid) {
      throw new IllegalStateException("Stored filters are invalid: " + invalid.errors(), invalid);
    }
    return filters == null ? List.of() : filters;
  }

  /** The filters as text to store. */
  public static String text(List<Filter> filters) {
    return Json.text(tree(filters, Redaction.NONE));
  }

  /** The filters, without the values that hidden fields are compared with. */
  public static JsonNode tree(List<Filter> filters, Redaction redaction) {
    ArrayNode list = NODES.arrayNode();
    filters.forEach(filter -> list.add(tree(filter, redaction)));
    return list;
  }

  private static ObjectNode tree(Filter filter, Redaction redaction) {
    ObjectNode tree = NODES.objectNode();
    if (filter.name() != null) {
      tree.put("name", filter.name());
    }
    tree.put("enabled", filter.enabled());
    if (filter.when() != null) {
      tree.set("when", tree(filter.when(), redaction));
    }
    return switch (filter.action()) {
      case FilterAction.Drop _ -> tree.put("action", "drop");
      case FilterAction.Sample sample ->
          tree.put("action", "sample")
              .<ObjectNode>set("percent", percent(sample.perMillion()))
              .put("by", sample.by().wireName());
      case FilterAction.Omit(List<FieldPath> fields) ->
          tree.put("action", "omit").set("fields", texts(fields));
      case FilterAction.Keep(List<FieldPath> fields) ->
          tree.put("action", "keep").set("fields", texts(fields));
    };
  }

  private static JsonNode percent(int perMillion) {
    return JsonNumber.of(BigDecimal.valueOf(perMillion, 4));
  }

  private static ObjectNode tree(FilterCondition condition, Redaction redaction) {
    ObjectNode tree = NODES.objectNode();
    return switch (condition) {
      case FilterCondition.All(List<FilterCondition> conditions) ->
          tree.set("all", trees(conditions, redaction));
      case FilterCondition.Any(List<FilterCondition> conditions) ->
          tree.set("any", trees(conditions, redaction));
      case FilterCondition.Not(FilterCondition inner) -> tree.set("not", tree(inner, redaction));
      case FilterCondition.OfType(Set<MessageType> types) ->
          tree.set("type", texts(types.stream().sorted().map(MessageType::wireName).toList()));
      case FilterCondition.OfEvent(List<String> events) ->
          tree.set("event", texts(redaction.hides("event") ? List.of(Redaction.MASK) : events));
      case FilterCondition.Compared compared -> tree(compared, redaction);
    };
  }

  private static ArrayNode trees(List<FilterCondition> conditions, Redaction redaction) {
    ArrayNode list = NODES.arrayNode();
    conditions.forEach(condition -> list.add(tree(condition, redaction)));
    return list;
  }

  private static ObjectNode tree(FilterCondition.Compared compared, Redaction redaction) {
    FieldPath field = compared.field();
    List<String> keys =
        Stream.concat(Stream.of(field.root().wireName()), field.keys().stream()).toList();
    return ComparisonJson.put(
        compared.comparison(),
        redaction.hides(keys),
        NODES.objectNode().put("field", field.toString()));
  }

  private static ArrayNode texts(List<?> texts) {
    ArrayNode list = NODES.arrayNode();
    texts.forEach(text -> list.add(text.toString()));
    return list;
  }
}
