package io.postrider.server.privacy.api;

import io.postrider.id.RegulationId;
import io.postrider.privacy.SuppressedUsers;
import io.postrider.route.Catalog;
import io.postrider.route.LogEndOffsets;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.PageCursor;
import io.postrider.server.http.admin.Paging;
import io.postrider.server.http.admin.ProblemCode;
import io.postrider.server.http.admin.Query;
import io.postrider.server.http.admin.Resource;
import io.postrider.server.privacy.LiveSuppression;
import io.postrider.server.privacy.LiveTombstones;
import io.postrider.server.privacy.Regulation;
import io.postrider.server.privacy.RegulationStore;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The part of the admin API that takes requests about users and tells how they stand.
 *
 * <p>Its endpoints run on any thread and block. A request is written down before it is answered,
 * and what it suppresses or lifts is in force on this node.
 */
public final class RegulationResource {

  static final int MOST_OPEN = 10_000;
  static final int BODY_BYTES = 4 * 1024 * 1024;

  private static final PageCursor<Long> CURSORS = PageCursor.numbers("regulations", "r");

  private final RegulationStore store;
  private final Supplier<Catalog> catalog;
  private final LiveSuppression suppression;
  private final LiveTombstones tombstones;
  private final Heard heard;
  private final Environment environment;

  /**
   * Serves the requests of a store.
   *
   * @param heard who has to hear of new ones
   */
  public RegulationResource(
      RegulationStore store,
      Supplier<Catalog> catalog,
      LiveSuppression suppression,
      LiveTombstones tombstones,
      Heard heard,
      Environment environment) {
    this.store = store;
    this.catalog = catalog;
    this.suppression = suppression;
    this.tombstones = tombstones;
    this.heard = heard;
    this.environment = environment;
  }

  /**
   * Who has to hear of a request.
   *
   * @param audit hears of each
   * @param deletions hears that there is something to be carried out
   */
  public record Heard(Consumer<Regulation> audit, Runnable deletions) {}

  /**
   * What it is served in.
   *
   * @param ids random bits for new requests
   * @param logRetention how long the log keeps messages
   * @param seesUsers whether whoever makes a call may see the ids of users
   */
  public record Environment(
      LongSupplier ids,
      Duration logRetention,
      Predicate<ApiRequest> seesUsers,
      InstantSource time) {}

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
    RegulationId id = new RegulationId(environment.ids().getAsLong());
    LogEndOffsets hiddenBefore = form.hides(tombstones) ? tombstones.end() : null;
    switch (store.create(
        form.order(id, hiddenBefore, author(call), environment.time().instant()),
        MOST_OPEN,
        SuppressedUsers.MOST)) {
      case CREATED -> {}
      case TOO_MANY_OPEN ->
          throw ApiException.of(
              ProblemCode.LIMIT_REACHED,
              "%,d deletions are not over; try again when one is.".formatted(MOST_OPEN));
      case TOO_MANY_SUPPRESSED ->
          throw ApiException.limitReached(SuppressedUsers.MOST, "suppressions");
    }
    suppression.refresh();
    tombstones.refresh();
    if (form.type().deletes()) {
      heard.deletions().run();
    }
    Regulation made = store.find(id).orElseThrow(RegulationResource::unknown);
    heard.audit().accept(made);
    return ApiResponse.json(202, RegulationView.brief(made, environment.logRetention()));
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
            .map(regulation -> RegulationView.brief(regulation, environment.logRetention())));
  }

  private ApiResponse read(ApiRequest call) {
    Query.of(call).check();
    Regulation found =
        RegulationId.parse(call.path("id"))
            .flatMap(store::find)
            .orElseThrow(RegulationResource::unknown);
    return ApiResponse.json(
        200,
        RegulationView.whole(
            found,
            environment.logRetention(),
            environment.seesUsers().test(call)
                ? store.subjects(found.id(), 0, found.subjects())
                : null,
            store.standings(found.id())));
  }

  private static ApiException unknown() {
    return ApiException.notFound("request");
  }
}
