package io.postrider.server.catalog.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.route.EventRules;
import io.postrider.server.catalog.SeenEvents;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A track event of a source as JSON. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record SchemaEntry(
    @JsonProperty String event,
    @JsonProperty boolean allowed,
    @JsonProperty long count,
    @JsonProperty long filtered,
    @JsonProperty @Nullable Instant firstSeenAt,
    @JsonProperty @Nullable Instant lastSeenAt) {

  /** Every event that was seen, blocked or allowed, by name. */
  static List<SchemaEntry> all(EventRules rules, SeenEvents.Known known) {
    Map<String, SchemaEntry> entries = new HashMap<>();
    Stream.concat(rules.blocked().stream(), rules.allowed().stream())
        .forEach(
            event ->
                entries.put(event, new SchemaEntry(event, rules.allow(event), 0, 0, null, null)));
    for (SeenEvents.Seen seen : known.events()) {
      entries.put(
          seen.event(),
          new SchemaEntry(
              seen.event(),
              rules.allow(seen.event()),
              seen.count(),
              seen.filtered(),
              seen.firstSeenAt(),
              seen.lastSeenAt()));
    }
    List<SchemaEntry> sorted = new ArrayList<>(entries.values());
    sorted.sort(Comparator.comparing(SchemaEntry::event));
    return sorted;
  }
}
