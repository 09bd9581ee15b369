package io.postrider.server.privacy.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.id.SourceId;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.CursorCodecs;
import io.postrider.server.http.admin.ProblemCode;
import io.postrider.server.http.admin.Query;
import io.postrider.server.http.admin.Resource;
import io.postrider.server.privacy.RegulationStore;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The part of the admin API that lists suppressed users. Its endpoint blocks. */
public final class SuppressionResource {

  private static final CursorCodecs CURSORS = CursorCodecs.of("suppressions");

  private final RegulationStore store;
  private final Predicate<ApiRequest> seesUsers;

  /**
   * Lists the suppressions of a store.
   *
   * @param seesUsers whether whoever makes a call may see the ids of users
   */
  public SuppressionResource(RegulationStore store, Predicate<ApiRequest> seesUsers) {
    this.store = store;
    this.seesUsers = seesUsers;
  }

  /**
   * A suppression as the admin API shows it.
   *
   * @param sourceId null for all sources
   * @param regulationId the request that asked for it
   */
  private record View(
      @JsonProperty String userId,
      @JsonProperty @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable String sourceId,
      @JsonProperty String regulationId,
      @JsonProperty Instant createdAt) {

    static View of(RegulationStore.Suppression suppression) {
      SourceId source = suppression.source();
      return new View(
          suppression.userId(),
          source == null ? null : source.toString(),
          suppression.regulation().toString(),
          suppression.createdAt());
    }
  }

  private record Page(
      @JsonProperty List<View> data,
      @JsonProperty @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable String next) {}

  public List<Resource> resources() {
    return List.of(Resource.at("/suppressions").on(HttpMethod.GET, this::list));
  }

  private ApiResponse list(ApiRequest call) {
    if (!seesUsers.test(call)) {
      throw ApiException.of(
          ProblemCode.FORBIDDEN, "Ids of users are not shown to viewers of this workspace.");
    }
    Query query = Query.of(call);
    Integer limit = PrivacyPaging.limit(query);
    String prefix =
        query.parameter(
            "search",
            SuppressionResource::parseSearch,
            "must be the beginning of an id, of at most %d characters"
                .formatted(RegulationForm.LONGEST_SUBJECT));
    RegulationStore.Place after = CURSORS.read(query, PrivacyPaging::parsePlace);
    query.check();
    int most = limit == null ? PrivacyPaging.USUAL : limit;
    List<RegulationStore.Suppression> found =
        store.suppressions(prefix == null ? "" : prefix, after, most + 1);
    List<RegulationStore.Suppression> shown = found.subList(0, Math.min(most, found.size()));
    return ApiResponse.json(
        200, new Page(shown.stream().map(View::of).toList(), next(found.size() > most, shown)));
  }

  private static @Nullable String next(boolean more, List<RegulationStore.Suppression> shown) {
    return more
        ? CURSORS.text(
            PrivacyPaging.place(
                new RegulationStore.Place(shown.getLast().userId(), shown.getLast().source())))
        : null;
  }

  private static Optional<String> parseSearch(String text) {
    return Optional.of(text)
        .filter(t -> t.codePointCount(0, t.length()) <= RegulationForm.LONGEST_SUBJECT);
  }
}
