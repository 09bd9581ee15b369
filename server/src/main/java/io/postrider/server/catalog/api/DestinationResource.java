package io.postrider.server.catalog.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.route.Destination;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.KeyGenerator;
import io.postrider.server.access.Visibility;
import io.postrider.server.catalog.DestinationChange;
import io.postrider.server.catalog.DestinationHealth;
import io.postrider.server.catalog.DestinationView;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.catalog.LogRange;
import io.postrider.server.catalog.SecretRotation;
import io.postrider.server.catalog.sql.DestinationStore;
import io.postrider.server.database.Slice;
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
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The admin API for destinations. Endpoints run on any thread and block.
 *
 * <p>A change is applied on this node before it is answered. The end of the log is read while the
 * change is created: the old state applies to messages accepted before the request, the new state
 * to messages accepted after the response.
 */
public final class DestinationResource implements ApiRoutes {

  public static final int MAX_DESTINATIONS = 10_000;

  private final DestinationStore store;
  private final LiveCatalog catalog;
  private final Supplier<LogRange> log;
  private final DestinationHealth health;
  private final KeyGenerator keys;
  private final SecretRotation rotation;
  private final InstantSource clock;

  /**
   * Serves destinations.
   *
   * @param log the offsets that the log holds, read while a change is created
   * @param secretGrace how long a rotated secret still signs
   */
  public DestinationResource(
      DestinationStore store,
      LiveCatalog catalog,
      Supplier<LogRange> log,
      DestinationHealth health,
      KeyGenerator keys,
      Duration secretGrace,
      InstantSource clock) {
    this.store = store;
    this.catalog = catalog;
    this.log = log;
    this.health = health;
    this.keys = keys;
    this.rotation = new SecretRotation(secretGrace);
    this.clock = clock;
  }

  @Override
  public List<Resource> resources() {
    return List.of(
        Resource.at("/destinations")
            .on(HttpMethod.GET, this::list)
            .on(HttpMethod.POST, this::create),
        Resource.at("/destinations/:id")
            .on(HttpMethod.GET, this::read)
            .on(HttpMethod.PATCH, this::change)
            .on(HttpMethod.DELETE, this::delete),
        Resource.at("/destinations/:id/secrets").on(HttpMethod.POST, this::rotate));
  }

  private ApiResponse list(ApiRequest call) {
    Query query = Query.of(call);
    Paging<Long> paging = Paging.of(query, PageCursor.numbers("destinations"));
    query.check();
    Slice<Destination> found = store.page(paging.after(0L), paging.limit());
    DestinationHealth now = health.now();
    return ApiResponse.json(
        200,
        paging
            .page(found.items(), found.next())
            .map(destination -> view(destination, now.of(destination), call)));
  }

  private ApiResponse create(ApiRequest call) {
    DestinationChange requested = DestinationForm.create(call);
    DestinationId id = keys.destinationId();
    Destination created =
        by(call)
            .create(
                sources -> {
                  requested.check(sources);
                  return requested.create(id, clock.instant(), log.get());
                },
                MAX_DESTINATIONS)
            .orElseThrow(DestinationResource::full);
    catalog.refresh();
    return ApiResponse.created("/api/destinations/" + created.id(), view(created, call));
  }

  private ApiResponse read(ApiRequest call) {
    return ApiResponse.json(
        200, view(store.find(id(call)).orElseThrow(DestinationResource::unknown), call));
  }

  private ApiResponse change(ApiRequest call) {
    DestinationId id = id(call);
    DestinationChange requested = DestinationForm.change(call);
    Destination changed =
        changed(
            id,
            call,
            (found, sources) -> {
              requested.check(sources);
              return requested.applyTo(found, log.get());
            });
    return ApiResponse.json(200, view(changed, call));
  }

  /** The response to a rotation; shows a generated secret this once. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record Rotated(
      @JsonProperty @Nullable String sharedSecret,
      @JsonProperty @Nullable Instant previousExpiresAt) {}

  private ApiResponse rotate(ApiRequest call) {
    DestinationId id = id(call);
    Optional<String> given = DestinationForm.rotate(call);
    String secret = given.orElseGet(keys::sharedSecret);
    Instant now = clock.instant();
    Destination rotated =
        changed(
            id,
            call,
            (found, sources) ->
                new DestinationChange(
                        null,
                        null,
                        null,
                        null,
                        settings ->
                            rotation
                                .rotated(settings, secret, now)
                                .orElseThrow(DestinationResource::stillRotating))
                    .applyTo(found, log.get()));
    return ApiResponse.created(
        "/api/destinations/" + id,
        new Rotated(
            given.isPresent() ? null : secret,
            view(rotated, call).settings().sharedSecret().previousExpiresAt()));
  }

  private ApiResponse delete(ApiRequest call) {
    DestinationId id = id(call);
    if (!undeclared(id, call).delete(id)) {
      throw unknown();
    }
    catalog.refresh();
    return ApiResponse.empty(204);
  }

  private Destination changed(
      DestinationId id,
      ApiRequest call,
      BiFunction<Destination, Predicate<SourceId>, Destination> change) {
    Destination changed =
        undeclared(id, call).change(id, change).orElseThrow(DestinationResource::unknown);
    catalog.refresh();
    return changed;
  }

  private DestinationStore undeclared(DestinationId id, ApiRequest call) {
    return by(call).checking(declared -> declared.refuse(id));
  }

  private DestinationStore by(ApiRequest call) {
    return store.by(AuditStamp.of(call, clock.instant()));
  }

  private DestinationView view(Destination destination, ApiRequest call) {
    return view(destination, health.of(destination), call);
  }

  private DestinationView view(
      Destination destination, DestinationHealth.Report report, ApiRequest call) {
    return DestinationView.of(
        destination,
        report,
        catalog.declarations().name(destination.id()),
        Visibility.of(call, catalog.redaction()),
        clock.instant());
  }

  private static DestinationId id(ApiRequest call) {
    return DestinationId.parse(call.path("id")).orElseThrow(DestinationResource::unknown);
  }

  private static ApiException unknown() {
    return ApiException.notFound("destination");
  }

  private static ApiException full() {
    return ApiException.limitReached(MAX_DESTINATIONS, "destinations");
  }

  private static ApiException stillRotating() {
    return ApiException.of(
        ProblemCode.LIMIT_REACHED,
        "Cannot rotate: the previous secret is still valid; wait until it expires, or set"
            + " settings.sharedSecret to replace both at once.");
  }
}
