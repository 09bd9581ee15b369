package io.postrider.server.control;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.route.Source;
import io.postrider.route.SourceId;
import io.postrider.server.http.Answer;
import io.postrider.server.http.ApiException;
import io.postrider.server.http.Call;
import io.postrider.server.http.ErrorCode;
import io.postrider.server.http.FieldError;
import io.postrider.server.http.Fields;
import io.postrider.server.http.Query;
import io.postrider.server.http.Resource;
import io.vertx.core.http.HttpMethod;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which track calls of a source go on to destinations.
 *
 * <p>Its endpoints run on any thread and block. A change is in force on this node before it is
 * answered.
 */
public final class SourceSchema implements ApiPart {

  static final int MOST_BLOCKED = 1_000;
  static final int LONGEST_EVENT = 1_000;

  private final SourceStore store;
  private final LiveCatalog catalog;
  private final InstantSource clock;

  /** Serves the schemas of a store's sources. */
  public SourceSchema(SourceStore store, LiveCatalog catalog, InstantSource clock) {
    this.store = store;
    this.catalog = catalog;
    this.clock = clock;
  }

  private record Entry(@JsonProperty String event, @JsonProperty boolean allowed) {}

  private record Page(
      @JsonProperty List<Entry> data,
      @JsonProperty @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable String next) {}

  @Override
  public List<Resource> resources() {
    return List.of(
        Resource.at("/sources/:id/schema").on(HttpMethod.GET, this::list),
        Resource.at("/sources/:id/schema/:event").on(HttpMethod.PUT, this::change));
  }

  private Answer list(Call call) {
    Query.of(call).check();
    Source source = store.find(Sources.id(call)).orElseThrow(Sources::unknown);
    return Answer.json(
        200,
        new Page(
            source.blockedEvents().stream().sorted().map(event -> new Entry(event, false)).toList(),
            null));
  }

  private Answer change(Call call) {
    SourceId id = Sources.id(call);
    String event = call.path("event");
    if (event.isEmpty() || event.codePointCount(0, event.length()) > LONGEST_EVENT) {
      throw ApiException.invalid(
          List.of(
              new FieldError("event", "must have 1 to %,d characters".formatted(LONGEST_EVENT))));
    }
    Fields fields = Fields.of(call, Set.of("application/json")).require("allowed");
    Boolean asked = fields.bool("allowed");
    fields.check();
    boolean allowed = Objects.requireNonNull(asked);
    SourceStore stamped = store.by(AuditStamp.of(call, clock.instant()));
    if (stamped.change(id, source -> changed(source, event, allowed)).isEmpty()) {
      throw Sources.unknown();
    }
    catalog.refresh();
    return Answer.json(200, new Entry(event, allowed));
  }

  private static Source changed(Source source, String event, boolean allowed) {
    Set<String> blocked = new HashSet<>(source.blockedEvents());
    if (allowed) {
      blocked.remove(event);
    } else {
      blocked.add(event);
    }
    if (blocked.size() > MOST_BLOCKED) {
      throw ApiException.of(
          ErrorCode.LIMIT_REACHED, "A source may block %,d events.".formatted(MOST_BLOCKED));
    }
    return source.withBlockedEvents(blocked);
  }
}
