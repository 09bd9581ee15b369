package io.postrider.server.control;

import io.postrider.route.Source;
import io.postrider.route.SourceId;
import io.postrider.server.http.AccessRole;
import io.postrider.server.http.Answer;
import io.postrider.server.http.ApiException;
import io.postrider.server.http.Call;
import io.postrider.server.http.ErrorCode;
import io.postrider.server.http.ListCursors;
import io.postrider.server.http.Query;
import io.postrider.server.http.Resource;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The part of the admin API that is about sources.
 *
 * <p>Its endpoints run on any thread and block. A change is in force on this node before it is
 * answered.
 */
public final class Sources implements ApiPart {

  public static final int MOST_SOURCES = 10_000;

  private final SourceStore store;
  private final SeenEvents seen;
  private final LiveCatalog catalog;
  private final LogPositions log;
  private final KeyMaker keys;
  private final KeyRotation rotation;
  private final InstantSource clock;

  /**
   * Serves the sources of a store.
   *
   * @param writeKeyGrace how long a write key works on after it was rotated away
   */
  public Sources(
      SourceStore store,
      SeenEvents seen,
      Duration writeKeyGrace,
      Destinations.Environment environment) {
    this.store = store;
    this.seen = seen;
    this.catalog = environment.catalog();
    this.log = environment.log();
    this.keys = environment.keys();
    this.rotation = new KeyRotation(writeKeyGrace);
    this.clock = environment.clock();
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

  private Answer list(Call call) {
    Query query = Query.of(call);
    Paging paging = Paging.of(query, ListCursors.of("sources"));
    query.check();
    SourceStore.Page page = store.page(paging.after(), paging.limit());
    return Answer.json(
        200,
        new SourceView.Page(
            page.sources().stream().map(source -> view(source, call)).toList(),
            paging.next(page.next())));
  }

  private Answer create(Call call) {
    Source source = SourceForm.create(call).made(keys, clock.instant());
    return switch (by(call).create(source, MOST_SOURCES)) {
      case CREATED -> {
        catalog.refresh();
        yield Answer.created("/api/sources/" + source.id(), view(source, call));
      }
      case FULL ->
          throw ApiException.of(
              ErrorCode.LIMIT_REACHED, "There may be %,d sources.".formatted(MOST_SOURCES));
      case TAKEN -> throw new IllegalStateException("A new source's random id or key was taken");
    };
  }

  private Answer read(Call call) {
    return Answer.json(200, view(store.find(id(call)).orElseThrow(Sources::unknown), call));
  }

  private Answer change(Call call) {
    SourceId id = id(call);
    UnaryOperator<Source> asked = SourceForm.change(call, () -> seenEvents(id));
    Source changed = changed(id, by(call).checking(declared -> declared.refuse(id)), asked);
    return Answer.json(200, view(changed, call));
  }

  private Set<String> seenEvents(SourceId id) {
    return seen.upToNow(id).events().stream()
        .map(SeenEvents.Seen::event)
        .collect(Collectors.toSet());
  }

  private Answer rotate(Call call) {
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
                    .orElseThrow(Sources::tooManyKeys));
    return Answer.created("/api/sources/" + id, view(rotated, call));
  }

  /** Ends a key that was rotated away before its time. */
  private Answer revoke(Call call) {
    String key = call.path("key");
    Source _ = changed(id(call), by(call), source -> revoked(source, key, clock.instant()));
    return Answer.empty(204);
  }

  private static Source revoked(Source source, String key, Instant now) {
    if (source.writeKey().value().equals(key)) {
      throw ApiException.of(
          ErrorCode.CONFLICT, "This is the source's current write key; give it a new one first.");
    }
    if (source.writeKeys().stream().noneMatch(k -> k.value().equals(key) && k.validAt(now))) {
      throw ApiException.of(ErrorCode.NOT_FOUND, "The source has no such write key.");
    }
    return KeyRotation.revoked(source, key);
  }

  private Answer delete(Call call) {
    SourceId id = id(call);
    if (!by(call).checking(declared -> declared.refuse(id)).delete(id, log::end)) {
      throw unknown();
    }
    catalog.refresh();
    return Answer.empty(204);
  }

  private Source changed(SourceId id, SourceStore by, UnaryOperator<Source> change) {
    Source changed = by.change(id, change).orElseThrow(Sources::unknown);
    catalog.refresh();
    return changed;
  }

  private SourceStore by(Call call) {
    return store.by(AuditStamp.of(call, clock.instant()));
  }

  private SourceView view(Source source, Call call) {
    SourceView whole =
        SourceView.of(source, catalog.declarations().name(source.id()), clock.instant());
    return call.caller().role().covers(AccessRole.EDITOR) ? whole : whole.masked();
  }

  /** The source that a path names. */
  public static SourceId id(Call call) {
    return SourceId.parse(call.path("id")).orElseThrow(Sources::unknown);
  }

  /** That there is no such source. */
  public static ApiException unknown() {
    return ApiException.of(ErrorCode.NOT_FOUND, "There is no source of this id.");
  }

  private static ApiException tooManyKeys() {
    return ApiException.of(
        ErrorCode.LIMIT_REACHED,
        "%d write keys of this source still work; wait for one to expire."
            .formatted(KeyRotation.MOST_KEYS));
  }
}
