package io.postrider.server.control.audience;

import io.postrider.audience.Audience;
import io.postrider.audience.Computation;
import io.postrider.audience.ComputationId;
import io.postrider.audience.ComputationKind;
import io.postrider.server.control.ApiPart;
import io.postrider.server.control.AuditStamp;
import io.postrider.server.control.KeyMaker;
import io.postrider.server.control.LiveCatalog;
import io.postrider.server.control.Paging;
import io.postrider.server.http.Answer;
import io.postrider.server.http.ApiException;
import io.postrider.server.http.Call;
import io.postrider.server.http.ErrorCode;
import io.postrider.server.http.FieldError;
import io.postrider.server.http.ListCursors;
import io.postrider.server.http.Query;
import io.postrider.server.http.Resource;
import io.vertx.core.http.HttpMethod;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Audiences, or computed traits, as people define them.
 *
 * <p>Its endpoints run on any thread and block. A change is in force on this node before it is
 * answered; what comes of it is computed behind that.
 */
final class ComputationResource implements ApiPart {

  private static final int MOST_NAMED = 5;

  private final ComputationKind kind;
  private final ComputationStore store;
  private final Computations computations;
  private final ComputationRules rules;
  private final Environment environment;

  /** What it works with. */
  record Environment(LiveCatalog catalog, KeyMaker keys, InstantSource clock) {}

  ComputationResource(
      ComputationKind kind,
      ComputationStore store,
      Computations computations,
      ComputationRules rules,
      Environment environment) {
    this.kind = kind;
    this.store = store;
    this.computations = computations;
    this.rules = rules;
    this.environment = environment;
  }

  @Override
  public List<Resource> resources() {
    String path = KindWords.path(kind);
    return List.of(
        Resource.at(path).on(HttpMethod.GET, this::list).on(HttpMethod.POST, this::create),
        Resource.at(path + "/:id")
            .on(HttpMethod.GET, this::read)
            .on(HttpMethod.PATCH, this::change)
            .on(HttpMethod.DELETE, this::delete));
  }

  private Answer list(Call call) {
    Query query = Query.of(call);
    Paging paging = Paging.of(query, ListCursors.of(KindWords.path(kind)));
    query.check();
    ComputationStore.Page page = store.page(kind, paging.after(), paging.limit());
    Map<ComputationId, Computations.Standing> standings =
        computations.standings(page.computations());
    return Answer.json(
        200,
        new ComputationView.Page(
            page.computations().stream().map(one -> view(one, standings)).toList(),
            paging.next(page.next())));
  }

  private Answer create(Call call) {
    ComputationChange asked = ComputationForm.create(call, kind);
    ComputationId id = environment.keys.computationId(kind);
    Computation made =
        by(call)
            .create(
                state -> {
                  checkRoom(state);
                  Computation one = asked.made(id, environment.clock.instant());
                  check(rules.problems(one, null, state));
                  return one;
                });
    environment.catalog.refresh();
    return Answer.created(KindWords.location(id), view(made));
  }

  private void checkRoom(ComputationStore.State state) {
    long there = state.computations().stream().filter(other -> other.id().kind() == kind).count();
    if (there >= Computation.MOST) {
      throw ApiException.of(
          ErrorCode.LIMIT_REACHED,
          "There may be %,d %ss.".formatted(Computation.MOST, KindWords.noun(kind)));
    }
  }

  private Answer read(Call call) {
    return Answer.json(200, view(store.find(id(call)).orElseThrow(this::unknown)));
  }

  private Answer change(Call call) {
    ComputationId id = id(call);
    ComputationChange asked = ComputationForm.change(call, kind);
    Computation changed =
        by(call)
            .change(
                id,
                (found, state) -> {
                  state.declarations().refuse(id);
                  Computation one = asked.applied(found, environment.clock.instant());
                  check(rules.problems(one, found, state));
                  return one;
                })
            .orElseThrow(this::unknown);
    environment.catalog.refresh();
    return Answer.json(200, view(changed));
  }

  private Answer delete(Call call) {
    ComputationId id = id(call);
    if (!by(call).delete(id, this::checkRemovable)) {
      throw unknown();
    }
    environment.catalog.refresh();
    return Answer.empty(204);
  }

  private void checkRemovable(Computation found, ComputationStore.State state) {
    state.declarations().refuse(found.id());
    List<Audience> users = ComputationRules.users(found, state.computations());
    if (users.isEmpty()) {
      return;
    }
    String names =
        users.stream().limit(MOST_NAMED).map(Computation::name).collect(Collectors.joining(", "));
    String more =
        users.size() > MOST_NAMED ? " and %,d more".formatted(users.size() - MOST_NAMED) : "";
    throw ApiException.of(
        ErrorCode.CONFLICT,
        "This %s is in the definition of other audiences: %s%s. Change those first."
            .formatted(KindWords.noun(kind), names, more));
  }

  private static void check(List<FieldError> errors) {
    if (!errors.isEmpty()) {
      throw ApiException.invalid(errors);
    }
  }

  private ComputationStore by(Call call) {
    return store.by(AuditStamp.of(call, environment.clock.instant()));
  }

  private ComputationView view(Computation one) {
    return view(one, computations.standings(List.of(one)));
  }

  private ComputationView view(
      Computation one, Map<ComputationId, Computations.Standing> standings) {
    return ComputationView.of(
        one,
        Objects.requireNonNullElseGet(
            standings.get(one.id()), () -> Computations.Standing.bySettings(one)),
        environment.catalog.declarations().name(one.id()));
  }

  private ComputationId id(Call call) {
    return ComputationId.parse(kind, call.path("id")).orElseThrow(this::unknown);
  }

  private ApiException unknown() {
    return ApiException.of(
        ErrorCode.NOT_FOUND, "There is no %s of this id.".formatted(KindWords.noun(kind)));
  }
}
