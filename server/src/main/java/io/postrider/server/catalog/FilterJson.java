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
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ComparisonJson;
import io.postrider.server.http.admin.Fields;
import io.postrider.server.http.admin.Json;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/** Filters as JSON, for the admin API and the database. Pure. */
public final class FilterJson {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private FilterJson() {}

  /** The filters of a stored text. */
  public static List<Filter> parse(String text) {
    JsonNode list = Json.parse(text.getBytes(StandardCharsets.UTF_8));
    Fields fields = Fields.of(NODES.objectNode().set("filters", list));
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
    return Json.text(tree(filters));
  }

  public static JsonNode tree(List<Filter> filters) {
    ArrayNode list = NODES.arrayNode();
    filters.forEach(filter -> list.add(tree(filter)));
    return list;
  }

  private static ObjectNode tree(Filter filter) {
    ObjectNode tree = NODES.objectNode();
    if (filter.name() != null) {
      tree.put("name", filter.name());
    }
    tree.put("enabled", filter.enabled());
    if (filter.when() != null) {
      tree.set("when", tree(filter.when()));
    }
    return switch (filter.action()) {
      case FilterAction.Drop _ -> tree.put("action", "drop");
      case FilterAction.Sample sample ->
          tree.put("action", "sample")
              .put("percent", percent(sample.perMillion()))
              .put("by", sample.by().wireName());
      case FilterAction.Omit(List<FieldPath> fields) ->
          tree.put("action", "omit").set("fields", texts(fields));
      case FilterAction.Keep(List<FieldPath> fields) ->
          tree.put("action", "keep").set("fields", texts(fields));
    };
  }

  private static BigDecimal percent(int perMillion) {
    BigDecimal percent = BigDecimal.valueOf(perMillion, 4).stripTrailingZeros();
    return percent.scale() < 0 ? percent.setScale(0) : percent;
  }

  private static ObjectNode tree(FilterCondition condition) {
    ObjectNode tree = NODES.objectNode();
    return switch (condition) {
      case FilterCondition.All(List<FilterCondition> conditions) ->
          tree.set("all", trees(conditions));
      case FilterCondition.Any(List<FilterCondition> conditions) ->
          tree.set("any", trees(conditions));
      case FilterCondition.Not(FilterCondition inner) -> tree.set("not", tree(inner));
      case FilterCondition.OfType(Set<MessageType> types) ->
          tree.set("type", texts(types.stream().sorted().map(MessageType::wireName).toList()));
      case FilterCondition.OfEvent(List<String> events) -> tree.set("event", texts(events));
      case FilterCondition.Compared compared -> tree(compared);
    };
  }

  private static ArrayNode trees(List<FilterCondition> conditions) {
    ArrayNode list = NODES.arrayNode();
    conditions.forEach(condition -> list.add(tree(condition)));
    return list;
  }

  private static ObjectNode tree(FilterCondition.Compared compared) {
    return ComparisonJson.put(
        compared.comparison(), NODES.objectNode().put("field", compared.field().toString()));
  }

  private static ArrayNode texts(List<?> texts) {
    ArrayNode list = NODES.arrayNode();
    texts.forEach(text -> list.add(text.toString()));
    return list;
  }
}
