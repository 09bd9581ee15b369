package io.postrider.server.privacy.api;

import io.postrider.id.RegulationId;
import io.postrider.privacy.SuppressedUsers;
import io.postrider.route.Catalog;
import io.postrider.route.LogEndOffsets;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.PageCursor;
import io.postrider.server.http.admin.Paging;
import io.postrider.server.http.admin.ProblemCode;
import io.postrider.server.http.admin.Query;
import io.postrider.server.http.admin.Resource;
import io.postrider.server.privacy.ActiveRegulations;
import io.postrider.server.privacy.Regulation;
import io.postrider.server.privacy.RegulationStore;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The admin API for regulations.
 *
 * <p>Its endpoints run on any thread and block. A regulation is stored, and its suppressions are in
 * force on this node, before it is answered.
 */
public final class RegulationResource implements ApiRoutes {

  static final int MAX_OPEN = 10_000;
  static final int BODY_BYTES = 4 * 1024 * 1024;

  private static final PageCursor<Long> CURSORS = PageCursor.numbers("regulations", "r");

  private final RegulationStore store;
  private final ActiveRegulations active;
  private final Supplier<Catalog> catalog;
  private final LongSupplier ids;
  private final Duration logRetention;
  private final Predicate<ApiRequest> seesUsers;
  private final InstantSource time;

  /**
   * @param ids random bits for new regulations
   * @param logRetention how long the log retains messages
   * @param seesUsers whether the caller may see user IDs
   */
  public RegulationResource(
      RegulationStore store,
      ActiveRegulations active,
      Supplier<Catalog> catalog,
      LongSupplier ids,
      Duration logRetention,
      Predicate<ApiRequest> seesUsers,
      InstantSource time) {
    this.store = store;
    this.active = active;
    this.catalog = catalog;
    this.ids = ids;
    this.logRetention = logRetention;
    this.seesUsers = seesUsers;
    this.time = time;
  }

  @Override
  public List<Resource> resources() {
    return List.of(
        Resource.at("/regulations")
            .on(HttpMethod.GET, this::list)
            .on(HttpMethod.POST, this::create)
            .withBodies(BODY_BYTES),
        Resource.at("/regulations/:id").on(HttpMethod.GET, this::read));
  }

  private ApiResponse create(ApiRequest call) {
    RegulationForm form = RegulationForm.read(call, catalog.get());
    RegulationId id = new RegulationId(ids.getAsLong());
    LogEndOffsets hiddenBefore = form.hides(active.tombstones()) ? active.tombstones().end() : null;
    switch (store.create(
        form.order(id, hiddenBefore, author(call), time.instant()),
        MAX_OPEN,
        SuppressedUsers.MAX_SUPPRESSIONS)) {
      case CREATED -> {}
      case TOO_MANY_OPEN ->
          throw ApiException.of(
              ProblemCode.LIMIT_REACHED,
              "At most %,d deletions may be open; retry when one has ended.".formatted(MAX_OPEN));
      case TOO_MANY_SUPPRESSED ->
          throw ApiException.limitReached(SuppressedUsers.MAX_SUPPRESSIONS, "suppressions");
    }
    Regulation made = store.find(id).orElseThrow(RegulationResource::unknown);
    active.apply(made);
    return ApiResponse.json(202, RegulationView.brief(made, logRetention));
  }

  private static Regulation.Author author(ApiRequest call) {
    return new Regulation.Author(call.caller().id(), call.caller().name());
  }

  private ApiResponse list(ApiRequest call) {
    Query query = Query.of(call);
    Paging<Long> paging = Paging.of(query, CURSORS);
    query.check();
    List<Regulation> found = store.page(paging.after(Long.MAX_VALUE), paging.limit() + 1);
    return ApiResponse.json(
        200,
        paging
            .page(found, Regulation::number)
            .map(regulation -> RegulationView.brief(regulation, logRetention)));
  }

  private ApiResponse read(ApiRequest call) {
    Query.of(call).check();
    Regulation found =
        RegulationId.parse(call.path("id"))
            .flatMap(store::find)
            .orElseThrow(RegulationResource::unknown);
    return ApiResponse.json(
        200,
        RegulationView.of(
            found,
            logRetention,
            seesUsers.test(call) ? store.subjects(found.id(), 0, found.subjects()) : null,
            store.progress(found.id())));
  }

  private static ApiException unknown() {
    return ApiException.notFound("regulation");
  }
}
