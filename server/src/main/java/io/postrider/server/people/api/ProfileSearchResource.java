package io.postrider.server.people.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.condition.KeyPath;
import io.postrider.id.WireNamed;
import io.postrider.message.Redaction;
import io.postrider.profile.StoredKey;
import io.postrider.server.access.RedactionPolicy;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.FieldError;
import io.postrider.server.http.admin.Page;
import io.postrider.server.http.admin.PageCursor;
import io.postrider.server.http.admin.Paging;
import io.postrider.server.http.admin.Query;
import io.postrider.server.http.admin.Resource;
import io.postrider.server.people.profile.ProfileSearch;
import io.postrider.server.people.profile.ProfileSearch.Position;
import io.postrider.server.people.profile.ProfileSearch.Results;
import io.postrider.server.people.profile.ProfileSearch.Wanted;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The endpoint that finds profiles by a trait, or by their user ID. */
public final class ProfileSearchResource implements ApiRoutes {

  static final int MAX_VALUE_LENGTH = 1_000;
  private static final String TRAITS = "traits";

  private final ProfileSearch search;
  private final RedactionPolicy redactions;

  public ProfileSearchResource(ProfileSearch search, RedactionPolicy redactions) {
    this.search = search;
    this.redactions = redactions;
  }

  private enum Matching implements WireNamed {
    EXACT,
    PREFIX
  }

  private record View(@JsonProperty String userId, @JsonProperty Instant lastSeenAt) {}

  private record FoundPage(
      @JsonProperty List<View> data,
      @JsonProperty @Nullable String next,
      @JsonProperty boolean complete) {}

  @Override
  public List<Resource> resources() {
    return List.of(Resource.at("/profile-search").on(HttpMethod.GET, this::search));
  }

  private ApiResponse search(ApiRequest call) {
    Query query = Query.of(call);
    List<String> path =
        query.parameter(
            "trait",
            text -> KeyPath.parse(text, StoredKey.MAX_KEYS),
            "must be the name of a trait, such as email or address.city");
    String value =
        query.parameter(
            "value",
            text ->
                text.isEmpty() || text.length() > MAX_VALUE_LENGTH
                    ? Optional.empty()
                    : Optional.of(text),
            "must have 1 to " + MAX_VALUE_LENGTH + " characters");
    Matching match =
        query.parameter(
            "match", text -> WireNamed.parse(Matching.class, text), "must be exact or prefix");
    Paging<Position> paging =
        Paging.of(
            query,
            PageCursor.of(
                "profile-search",
                path + "=" + value,
                ProfileSearchResource::cursor,
                ProfileSearchResource::position));
    query.check();
    Redaction redaction = redactions.of(call);
    Wanted wanted = wanted(path, value, match == Matching.PREFIX, redaction);
    Results found = search.search(wanted, paging.after(), paging.limit());
    List<View> shown =
        found.matches().stream()
            .map(
                one ->
                    new View(ProfileView.id("userId", one.userId(), redaction), one.lastSeenAt()))
            .toList();
    Page<View> page = paging.page(shown, found.next());
    return ApiResponse.json(200, new FoundPage(page.data(), page.next(), search.isComplete()));
  }

  /** Refuses a search by a redacted trait, because its results would reveal the value. */
  private static Wanted wanted(
      @Nullable List<String> path, @Nullable String value, boolean prefix, Redaction redaction) {
    if (value == null) {
      throw ApiException.invalid(List.of(new FieldError("value", "is required")));
    }
    List<String> keys = new ArrayList<>(path == null ? List.of("userId") : path);
    if (path != null) {
      keys.addFirst(TRAITS);
    }
    if (redaction.hides(keys)) {
      String field = path == null ? "value" : "trait";
      throw ApiException.invalid(
          List.of(new FieldError(field, "is redacted for viewers and cannot be searched")));
    }
    return new Wanted(path == null ? List.of() : path, value, prefix);
  }

  private static String cursor(Position position) {
    return position.profile() + "_" + PageCursor.encode(position.value());
  }

  private static Optional<Position> position(String cursor) {
    int end = cursor.indexOf('_');
    return end > 0 && end <= 18 && cursor.substring(0, end).matches("[0-9]+")
        ? PageCursor.decode(cursor.substring(end + 1))
            .map(value -> new Position(value, Long.parseLong(cursor.substring(0, end))))
        : Optional.empty();
  }
}
