package io.postrider.server.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.filter.FieldPath;
import io.postrider.filter.Filter;
import io.postrider.filter.FilterAction;
import io.postrider.filter.FilterCondition;
import io.postrider.filter.Filters;
import io.postrider.server.http.admin.Fields;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads and validates filters. */
public final class FilterForm {

  private static final String ACTIONS = "drop, sample, omit or keep";
  private static final String TRIMMED =
      "must be a path below properties, traits or context, such as properties.card";
  private static final BigDecimal NONE = BigDecimal.ZERO;
  private static final BigDecimal ALL = BigDecimal.valueOf(100);
  private static final int DECIMALS = 4;

  private enum Kind {
    DROP,
    SAMPLE,
    OMIT,
    KEEP;

    static Optional<Kind> parse(String wireName) {
      return switch (wireName) {
        case "drop" -> Optional.of(DROP);
        case "sample" -> Optional.of(SAMPLE);
        case "omit" -> Optional.of(OMIT);
        case "keep" -> Optional.of(KEEP);
        default -> Optional.empty();
      };
    }
  }

  private FilterForm() {}

  /** The filters in the field {@code filters}: none if it is null; null if absent or invalid. */
  public static @Nullable List<Filter> read(Fields fields) {
    JsonNode node = fields.node("filters");
    if (node == null || node.isNull()) {
      return node == null ? null : List.of();
    }
    List<JsonNode> items = fields.items("filters", 0, Filters.MAX_FILTERS);
    if (items == null) {
      return null;
    }
    List<Filter> filters = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      Fields entry = fields.object("filters[%d]".formatted(i), items.get(i));
      Filter filter = entry == null ? null : filter(entry);
      if (filter != null) {
        filters.add(filter);
      }
    }
    return filters;
  }

  private static @Nullable Filter filter(Fields fields) {
    String name = fields.name("name", Filter.MAX_NAME_LENGTH);
    Boolean enabled = fields.bool("enabled");
    FilterCondition when = MatchForm.read(fields);
    Kind kind = fields.require("action").choice("action", Kind::parse, ACTIONS);
    FilterAction action =
        switch (kind) {
          case null -> invalid(fields);
          case DROP -> new FilterAction.Drop();
          case SAMPLE -> sample(fields);
          case OMIT -> fieldList(fields, true);
          case KEEP -> fieldList(fields, false);
        };
    return action == null ? null : new Filter(name, enabled == null || enabled, when, action);
  }

  /** Without a valid action, the fields of actions are not reported as unknown. */
  private static @Nullable FilterAction invalid(Fields fields) {
    for (String field : List.of("percent", "by", "fields")) {
      boolean _ = fields.has(field);
    }
    return null;
  }

  private static @Nullable FilterAction sample(Fields fields) {
    Integer perMillion = perMillion(fields.require("percent"));
    FilterAction.By by = fields.choice("by", FilterAction.By::parse, "messageId or userId");
    return perMillion == null
        ? null
        : new FilterAction.Sample(perMillion, by == null ? FilterAction.By.MESSAGE_ID : by);
  }

  private static @Nullable Integer perMillion(Fields fields) {
    JsonNode node = fields.node("percent");
    if (node == null) {
      return null;
    }
    BigDecimal percent = node.isNumber() ? node.decimalValue().stripTrailingZeros() : NONE;
    if (percent.compareTo(NONE) <= 0 || percent.compareTo(ALL) >= 0 || percent.scale() > DECIMALS) {
      fields.wrong(
          "percent",
          "must be a number above 0 and below 100 with at most %d decimals".formatted(DECIMALS));
      return null;
    }
    return percent.movePointRight(DECIMALS).intValueExact();
  }

  private static @Nullable FilterAction fieldList(Fields fields, boolean omits) {
    List<FieldPath> paths =
        fields
            .require("fields")
            .distinct(
                "fields",
                1,
                FilterAction.MAX_FIELDS,
                text -> FieldPath.parse(text).filter(path -> !path.keys().isEmpty()),
                TRIMMED);
    if (paths == null) {
      return null;
    }
    return omits ? new FilterAction.Omit(paths) : new FilterAction.Keep(paths);
  }
}
