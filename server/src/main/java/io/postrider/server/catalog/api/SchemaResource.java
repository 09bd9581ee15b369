package io.postrider.server.catalog.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.id.SourceId;
import io.postrider.route.EventName;
import io.postrider.route.EventRules;
import io.postrider.route.Source;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.catalog.SeenEvents;
import io.postrider.server.catalog.sql.SourceStore;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.FieldError;
import io.postrider.server.http.admin.Fields;
import io.postrider.server.http.admin.Page;
import io.postrider.server.http.admin.PageCursor;
import io.postrider.server.http.admin.Paging;
import io.postrider.server.http.admin.Query;
import io.postrider.server.http.admin.Resource;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The admin API for the track events of a source: which were seen, and which are allowed. Endpoints
 * run on any thread and block. A change is applied on this node before it is answered.
 */
public final class SchemaResource implements ApiRoutes {

  private final SourceStore store;
  private final LiveCatalog catalog;
  private final SeenEvents seen;
  private final InstantSource clock;

  public SchemaResource(
      SourceStore store, LiveCatalog catalog, SeenEvents seen, InstantSource clock) {
    this.store = store;
    this.catalog = catalog;
    this.seen = seen;
    this.clock = clock;
  }

  private record Decision(@JsonProperty String event, @JsonProperty boolean allowed) {}

  private record Others(
      @JsonProperty long count,
      @JsonProperty long filtered,
      @JsonProperty Instant firstSeenAt,
      @JsonProperty Instant lastSeenAt) {}

  private record View(
      @JsonProperty List<SchemaEntry> data,
      @JsonProperty @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Others others,
      @JsonProperty @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable String next) {}

  @Override
  public List<Resource> resources() {
    return List.of(
        Resource.at("/sources/:id/schema").on(HttpMethod.GET, this::list),
        Resource.at("/sources/:id/schema/:event").on(HttpMethod.PUT, this::change));
  }

  private ApiResponse list(ApiRequest call) {
    Query query = Query.of(call);
    Paging<String> paging =
        Paging.of(
            query,
            PageCursor.of("schema", call.path("id"), PageCursor::encode, PageCursor::decode));
    String after = paging.after();
    String search = query.parameter("search", Optional::of, "must be given once");
    query.check();
    Source source = store.find(SourceResource.id(call)).orElseThrow(SourceResource::unknown);
    if (catalog.redaction().of(call).hides("event")) {
      return ApiResponse.json(200, new View(List.of(), null, null));
    }
    SeenEvents.Known known = seen.of(source.id());
    List<SchemaEntry> found =
        SchemaEntry.all(source.events(), known).stream()
            .filter(entry -> after == null || entry.event().compareTo(after) > 0)
            .filter(entry -> search == null || lower(entry.event()).contains(lower(search)))
            .limit(paging.limit() + 1L)
            .toList();
    Page<SchemaEntry> page = paging.page(found, SchemaEntry::event);
    return ApiResponse.json(200, new View(page.data(), others(known.others()), page.next()));
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  private static @Nullable Others others(SeenEvents.@Nullable Seen seen) {
    return seen == null
        ? null
        : new Others(seen.count(), seen.filtered(), seen.firstSeenAt(), seen.lastSeenAt());
  }

  private ApiResponse change(ApiRequest call) {
    SourceId id = SourceResource.id(call);
    String event = call.path("event");
    if (event.isEmpty() || event.codePointCount(0, event.length()) > EventName.MAX_CODE_POINTS) {
      throw ApiException.invalid(
          List.of(
              new FieldError(
                  "event", "must have 1 to %,d characters".formatted(EventName.MAX_CODE_POINTS))));
    }
    Fields fields = Fields.of(call, Set.of("application/json")).require("allowed");
    Boolean requested = fields.bool("allowed");
    fields.check();
    boolean allowed = Objects.requireNonNull(requested);
    SourceStore stamped = store.by(AuditStamp.of(call, clock.instant()));
    Optional<Source> changed =
        stamped.change(
            id,
            source ->
                source.withEvents(SourceForm.checked(source.events().decided(event, allowed))));
    if (changed.isEmpty()) {
      throw SourceResource.unknown();
    }
    catalog.refresh();
    return ApiResponse.json(200, new Decision(event, allowed));
  }

  /** A track event of a source as JSON. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record SchemaEntry(
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
}
