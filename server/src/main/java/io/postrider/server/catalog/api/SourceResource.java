package io.postrider.server.catalog.api;

import io.postrider.id.SourceId;
import io.postrider.route.Source;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.KeyGenerator;
import io.postrider.server.catalog.KeyRotation;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.catalog.LogRange;
import io.postrider.server.catalog.SeenEvents;
import io.postrider.server.catalog.SourceView;
import io.postrider.server.catalog.sql.SourceStore;
import io.postrider.server.database.Slice;
import io.postrider.server.http.admin.AccessRole;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.PageCursor;
import io.postrider.server.http.admin.Paging;
import io.postrider.server.http.admin.ProblemCode;
import io.postrider.server.http.admin.Query;
import io.postrider.server.http.admin.Resource;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The admin API for sources. Endpoints run on any thread and block. A change is applied on this
 * node before it is answered.
 */
public final class SourceResource implements ApiRoutes {

  public static final int MAX_SOURCES = 10_000;

  private final SourceStore store;
  private final SeenEvents seen;
  private final LiveCatalog catalog;
  private final Supplier<LogRange> log;
  private final KeyGenerator keys;
  private final KeyRotation rotation;
  private final InstantSource clock;

  /**
   * Serves sources.
   *
   * @param log the offsets that the log holds, read while a change is made
   * @param writeKeyGrace how long a rotated write key stays valid
   */
  public SourceResource(
      SourceStore store,
      SeenEvents seen,
      LiveCatalog catalog,
      Supplier<LogRange> log,
      KeyGenerator keys,
      Duration writeKeyGrace,
      InstantSource clock) {
    this.store = store;
    this.seen = seen;
    this.catalog = catalog;
    this.log = log;
    this.keys = keys;
    this.rotation = new KeyRotation(writeKeyGrace);
    this.clock = clock;
  }

  @Override
  public List<Resource> resources() {
    return List.of(
        Resource.at("/sources").on(HttpMethod.GET, this::list).on(HttpMethod.POST, this::create),
        Resource.at("/sources/:id")
            .on(HttpMethod.GET, this::read)
            .on(HttpMethod.PATCH, this::change)
            .on(HttpMethod.DELETE, this::delete),
        Resource.at("/sources/:id/write-keys").on(HttpMethod.POST, this::rotate),
        Resource.at("/sources/:id/write-keys/:key").on(HttpMethod.DELETE, this::revoke));
  }

  private ApiResponse list(ApiRequest call) {
    Query query = Query.of(call);
    Paging<Long> paging = Paging.of(query, PageCursor.numbers("sources"));
    query.check();
    Slice<Source> found = store.page(paging.after(0L), paging.limit());
    return ApiResponse.json(
        200, paging.page(found.items(), found.next()).map(source -> view(source, call)));
  }

  private ApiResponse create(ApiRequest call) {
    Source source = SourceForm.create(call).create(keys, clock.instant());
    return switch (by(call).create(source, MAX_SOURCES)) {
      case CREATED -> {
        catalog.refresh();
        yield ApiResponse.created("/api/sources/" + source.id(), view(source, call));
      }
      case FULL -> throw ApiException.limitReached(MAX_SOURCES, "sources");
      case TAKEN -> throw new IllegalStateException("The random ID or key of a new source exists");
    };
  }

  private ApiResponse read(ApiRequest call) {
    return ApiResponse.json(
        200, view(store.find(id(call)).orElseThrow(SourceResource::unknown), call));
  }

  private ApiResponse change(ApiRequest call) {
    SourceId id = id(call);
    UnaryOperator<Source> requested = SourceForm.change(call, () -> seenEvents(id));
    Source changed = changed(id, by(call).checking(declared -> declared.refuse(id)), requested);
    return ApiResponse.json(200, view(changed, call));
  }

  private Set<String> seenEvents(SourceId id) {
    return seen.upToNow(id).events().stream()
        .map(SeenEvents.Seen::event)
        .collect(Collectors.toSet());
  }

  private ApiResponse rotate(ApiRequest call) {
    SourceId id = id(call);
    SourceForm.rotate(call);
    String newKey = keys.writeKey();
    Source rotated =
        changed(
            id,
            by(call).checking(declared -> declared.refuseKey(id)),
            source ->
                rotation
                    .rotated(source, newKey, clock.instant())
                    .orElseThrow(SourceResource::tooManyKeys));
    return ApiResponse.created("/api/sources/" + id, view(rotated, call));
  }

  /** Revokes a rotated key before it expires. */
  private ApiResponse revoke(ApiRequest call) {
    String key = call.path("key");
    Source _ = changed(id(call), by(call), source -> revoked(source, key, clock.instant()));
    return ApiResponse.empty(204);
  }

  private static Source revoked(Source source, String key, Instant now) {
    if (source.writeKey().value().equals(key)) {
      throw ApiException.of(
          ProblemCode.CONFLICT, "This is the source's current write key; rotate it first.");
    }
    if (source.writeKeys().stream().noneMatch(k -> k.value().equals(key) && k.validAt(now))) {
      throw ApiException.of(ProblemCode.NOT_FOUND, "The source does not have this write key.");
    }
    return KeyRotation.revoked(source, key);
  }

  private ApiResponse delete(ApiRequest call) {
    SourceId id = id(call);
    if (!by(call).checking(declared -> declared.refuse(id)).delete(id, () -> log.get().end())) {
      throw unknown();
    }
    catalog.refresh();
    return ApiResponse.empty(204);
  }

  private Source changed(SourceId id, SourceStore by, UnaryOperator<Source> change) {
    Source changed = by.change(id, change).orElseThrow(SourceResource::unknown);
    catalog.refresh();
    return changed;
  }

  private SourceStore by(ApiRequest call) {
    return store.by(AuditStamp.of(call, clock.instant()));
  }

  private SourceView view(Source source, ApiRequest call) {
    SourceView whole =
        SourceView.of(source, catalog.declarations().name(source.id()), clock.instant());
    return call.caller().role().covers(AccessRole.EDITOR) ? whole : whole.masked();
  }

  static SourceId id(ApiRequest call) {
    return SourceId.parse(call.path("id")).orElseThrow(SourceResource::unknown);
  }

  static ApiException unknown() {
    return ApiException.notFound("source");
  }

  private static ApiException tooManyKeys() {
    return ApiException.of(
        ProblemCode.LIMIT_REACHED,
        "Cannot rotate: %d write keys are still valid; wait for one to expire."
            .formatted(KeyRotation.MAX_KEYS));
  }
}
