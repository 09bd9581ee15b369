package io.postrider.server.privacy.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.id.SourceId;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.PageCursor;
import io.postrider.server.http.admin.Paging;
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

/** The admin API that lists suppressed users. Its endpoint blocks. */
public final class SuppressionResource implements ApiRoutes {

  private static final PageCursor<RegulationStore.Position> CURSORS =
      PageCursor.of(
          "suppressions", SuppressionResource::cursor, SuppressionResource::parsePosition);
  private static final char SEPARATOR = '.';

  private final RegulationStore store;
  private final Predicate<ApiRequest> seesUsers;

  /**
   * @param seesUsers whether the caller may see user IDs
   */
  public SuppressionResource(RegulationStore store, Predicate<ApiRequest> seesUsers) {
    this.store = store;
    this.seesUsers = seesUsers;
  }

  /**
   * A suppression as JSON.
   *
   * @param sourceId null for all sources
   * @param regulationId the regulation that created it
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

  @Override
  public List<Resource> resources() {
    return List.of(Resource.at("/suppressions").on(HttpMethod.GET, this::list));
  }

  private ApiResponse list(ApiRequest call) {
    if (!seesUsers.test(call)) {
      throw ApiException.of(ProblemCode.FORBIDDEN, "This workspace hides user IDs from viewers.");
    }
    Query query = Query.of(call);
    Paging<RegulationStore.Position> paging = Paging.of(query, CURSORS);
    String prefix =
        query.parameter(
            "search",
            SuppressionResource::parseSearch,
            "must be a prefix of a user ID, of at most %d characters"
                .formatted(RegulationForm.MAX_SUBJECT_LENGTH));
    query.check();
    List<RegulationStore.Suppression> found =
        store.suppressions(prefix == null ? "" : prefix, paging.after(), paging.limit() + 1);
    return ApiResponse.json(
        200,
        paging
            .page(found, last -> new RegulationStore.Position(last.userId(), last.source()))
            .map(View::of));
  }

  /** The user ID, and the source if there is one. */
  private static String cursor(RegulationStore.Position position) {
    String user = PageCursor.encode(position.userId());
    return position.source() == null ? user : user + SEPARATOR + position.source();
  }

  private static Optional<RegulationStore.Position> parsePosition(String text) {
    int dot = text.indexOf(SEPARATOR);
    if (dot < 0) {
      return PageCursor.decode(text).map(user -> new RegulationStore.Position(user, null));
    }
    return PageCursor.decode(text.substring(0, dot))
        .flatMap(
            user ->
                SourceId.parse(text.substring(dot + 1))
                    .map(source -> new RegulationStore.Position(user, source)));
  }

  private static Optional<String> parseSearch(String text) {
    return Optional.of(text)
        .filter(t -> t.codePointCount(0, t.length()) <= RegulationForm.MAX_SUBJECT_LENGTH);
  }
}
