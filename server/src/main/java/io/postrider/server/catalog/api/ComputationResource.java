package io.postrider.server.catalog.api;

import io.postrider.audience.Audience;
import io.postrider.audience.Computation;
import io.postrider.audience.ComputationId;
import io.postrider.audience.ComputationKind;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.KeyGenerator;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.catalog.definition.ComputationChange;
import io.postrider.server.catalog.definition.ComputationForm;
import io.postrider.server.catalog.definition.ComputationNames;
import io.postrider.server.catalog.definition.ComputationResults;
import io.postrider.server.catalog.definition.ComputationRules;
import io.postrider.server.catalog.sql.ComputationStore;
import io.postrider.server.database.Slice;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.FieldError;
import io.postrider.server.http.admin.PageCursor;
import io.postrider.server.http.admin.Paging;
import io.postrider.server.http.admin.ProblemCode;
import io.postrider.server.http.admin.Query;
import io.postrider.server.http.admin.Resource;
import io.vertx.core.http.HttpMethod;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The admin API for definitions of audiences, or of computed traits. Endpoints run on any thread
 * and block. A change is applied on this node before it is answered; computing follows in the
 * background.
 */
public final class ComputationResource implements ApiRoutes {

  private static final int MAX_NAMED = 5;

  private final ComputationKind kind;
  private final ComputationStore store;
  private final ComputationResults computations;
  private final ComputationRules rules;
  private final LiveCatalog catalog;
  private final KeyGenerator keys;
  private final InstantSource clock;

  public ComputationResource(
      ComputationKind kind,
      ComputationStore store,
      ComputationResults computations,
      ComputationRules rules,
      LiveCatalog catalog,
      KeyGenerator keys,
      InstantSource clock) {
    this.kind = kind;
    this.store = store;
    this.computations = computations;
    this.rules = rules;
    this.catalog = catalog;
    this.keys = keys;
    this.clock = clock;
  }

  @Override
  public List<Resource> resources() {
    String path = ComputationNames.path(kind);
    return List.of(
        Resource.at(path).on(HttpMethod.GET, this::list).on(HttpMethod.POST, this::create),
        Resource.at(path + "/:id")
            .on(HttpMethod.GET, this::read)
            .on(HttpMethod.PATCH, this::change)
            .on(HttpMethod.DELETE, this::delete));
  }

  private ApiResponse list(ApiRequest call) {
    Query query = Query.of(call);
    Paging<Long> paging = Paging.of(query, PageCursor.numbers(ComputationNames.path(kind)));
    query.check();
    Slice<Computation> found = store.page(kind, paging.after(0L), paging.limit());
    Map<ComputationId, ComputationResults.Report> reports = computations.reports(found.items());
    return ApiResponse.json(
        200, paging.page(found.items(), found.next()).map(one -> view(one, reports, call)));
  }

  private ApiResponse create(ApiRequest call) {
    ComputationChange requested = ComputationForm.create(call, kind);
    ComputationId id = keys.computationId(kind);
    Computation created =
        by(call)
            .create(
                state -> {
                  checkRoom(state);
                  Computation one = requested.create(id, clock.instant());
                  check(rules.problems(one, null, state));
                  return one;
                });
    catalog.refresh();
    return ApiResponse.created(ComputationNames.location(id), view(created, call));
  }

  private void checkRoom(ComputationRules.State state) {
    long there = state.computations().stream().filter(other -> other.id().kind() == kind).count();
    if (there >= Computation.MAX_PER_KIND) {
      throw ApiException.limitReached(Computation.MAX_PER_KIND, ComputationNames.noun(kind) + "s");
    }
  }

  private ApiResponse read(ApiRequest call) {
    return ApiResponse.json(200, view(store.find(id(call)).orElseThrow(this::unknown), call));
  }

  private ApiResponse change(ApiRequest call) {
    ComputationId id = id(call);
    ComputationChange requested = ComputationForm.change(call, kind);
    Computation changed =
        by(call)
            .change(
                id,
                (found, state) -> {
                  state.declarations().refuse(id);
                  Computation one = requested.applyTo(found, clock.instant());
                  check(rules.problems(one, found, state));
                  return one;
                })
            .orElseThrow(this::unknown);
    catalog.refresh();
    return ApiResponse.json(200, view(changed, call));
  }

  private ApiResponse delete(ApiRequest call) {
    ComputationId id = id(call);
    if (!by(call).delete(id, this::checkRemovable)) {
      throw unknown();
    }
    catalog.refresh();
    return ApiResponse.empty(204);
  }

  private void checkRemovable(Computation found, ComputationRules.State state) {
    state.declarations().refuse(found.id());
    List<Audience> users = ComputationRules.users(found, state.computations());
    if (users.isEmpty()) {
      return;
    }
    String names =
        users.stream().limit(MAX_NAMED).map(Computation::name).collect(Collectors.joining(", "));
    String more =
        users.size() > MAX_NAMED ? " and %,d more".formatted(users.size() - MAX_NAMED) : "";
    throw ApiException.of(
        ProblemCode.CONFLICT,
        "Other audiences use this %s: %s%s. Change those first."
            .formatted(ComputationNames.noun(kind), names, more));
  }

  private static void check(List<FieldError> errors) {
    if (!errors.isEmpty()) {
      throw ApiException.invalid(errors);
    }
  }

  private ComputationStore by(ApiRequest call) {
    return store.by(AuditStamp.of(call, clock.instant()));
  }

  private ComputationView view(Computation one, ApiRequest call) {
    return view(one, computations.reports(List.of(one)), call);
  }

  private ComputationView view(
      Computation one, Map<ComputationId, ComputationResults.Report> reports, ApiRequest call) {
    return ComputationView.of(
        one,
        Objects.requireNonNullElseGet(
            reports.get(one.id()), () -> ComputationResults.Report.bySettings(one)),
        catalog.declarations().name(one.id()),
        catalog.redaction().of(call));
  }

  private ComputationId id(ApiRequest call) {
    return ComputationId.parse(kind, call.path("id")).orElseThrow(this::unknown);
  }

  private ApiException unknown() {
    return ApiException.notFound(ComputationNames.noun(kind));
  }
}
