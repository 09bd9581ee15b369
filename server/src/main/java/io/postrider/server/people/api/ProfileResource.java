package io.postrider.server.people.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.postrider.audience.ComputedRedaction;
import io.postrider.message.Redaction;
import io.postrider.server.access.RedactionPolicy;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.Page;
import io.postrider.server.http.admin.PageCursor;
import io.postrider.server.http.admin.Paging;
import io.postrider.server.http.admin.ProblemCode;
import io.postrider.server.http.admin.Query;
import io.postrider.server.http.admin.Resource;
import io.postrider.server.people.profile.ProfileDirectory;
import io.postrider.server.people.profile.ProfileDirectory.Event;
import io.postrider.server.people.profile.ProfileDirectory.Place;
import io.postrider.server.people.profile.ProfileDirectory.Profile;
import io.postrider.server.people.profile.ProfileDirectory.Recent;
import io.postrider.server.people.profile.ProfileDirectory.Transition;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The endpoints that show profiles: recently seen users, one profile, its events and audiences. */
public final class ProfileResource implements ApiRoutes {

  static final int MAX_RECENT = 50;
  private static final Pattern EVENT_CURSOR = Pattern.compile("(-?[0-9]{1,15})_([0-9]{1,18})");

  private final ProfileDirectory directory;
  private final RedactionPolicy redactions;

  public ProfileResource(ProfileDirectory directory, RedactionPolicy redactions) {
    this.directory = directory;
    this.redactions = redactions;
  }

  private record EventView(
      @JsonProperty String event,
      @JsonProperty Instant at,
      @JsonProperty @JsonRawValue String properties) {}

  @Override
  public List<Resource> resources() {
    return List.of(
        Resource.at("/profiles").on(HttpMethod.GET, this::recent),
        Resource.at("/profiles/:userId").on(HttpMethod.GET, this::read),
        Resource.at("/profiles/:userId/events").on(HttpMethod.GET, this::events),
        Resource.at("/profiles/:userId/transitions").on(HttpMethod.GET, this::transitions));
  }

  private ApiResponse recent(ApiRequest call) {
    Query query = Query.of(call);
    Integer limit = query.integer("limit", 1, MAX_RECENT);
    query.check();
    Redaction redaction = redactions.of(call);
    List<Recent> seen =
        directory.recent(limit == null ? MAX_RECENT : limit).stream()
            .map(
                recent ->
                    new Recent(
                        ProfileView.id("userId", recent.userId(), redaction), recent.lastSeenAt()))
            .toList();
    return ApiResponse.json(200, new Page<>(seen, null));
  }

  private Profile find(ApiRequest call) {
    return directory
        .find(call.path("userId"))
        .orElseThrow(() -> ApiException.of(ProblemCode.NOT_FOUND, "No profile has this user ID."));
  }

  private ApiResponse read(ApiRequest call) {
    Query.of(call).check();
    return ApiResponse.json(200, ProfileView.of(find(call), directory, redactions.of(call)));
  }

  private ApiResponse events(ApiRequest call) {
    Query query = Query.of(call);
    Paging<Place> paging =
        Paging.of(
            query,
            PageCursor.of(
                "events", call.path("userId"), ProfileResource::cursor, ProfileResource::place));
    query.check();
    List<Event> found = directory.events(find(call).number(), paging.after(), paging.limit() + 1);
    Redaction redaction = redactions.of(call);
    return ApiResponse.json(
        200, paging.page(found, Event::place).map(event -> view(event, redaction)));
  }

  private static String cursor(Place place) {
    return place.atMillis() + "_" + place.seq();
  }

  private static Optional<Place> place(String cursor) {
    Matcher read = EVENT_CURSOR.matcher(cursor);
    return read.matches()
        ? Optional.of(new Place(Long.parseLong(read.group(1)), Long.parseLong(read.group(2))))
        : Optional.empty();
  }

  private static EventView view(Event event, Redaction redaction) {
    return new EventView(
        ProfileView.id("event", event.event(), redaction),
        Instant.ofEpochMilli(event.place().atMillis()),
        ProfileView.object("properties", event.properties(), redaction));
  }

  private ApiResponse transitions(ApiRequest call) {
    Query query = Query.of(call);
    Paging<String> paging = Paging.of(query, PageCursor.texts("transitions", call.path("userId")));
    query.check();
    Page<Transition> found =
        directory
            .transitions(find(call).number(), paging.after(), paging.limit())
            .orElseThrow(PageCursor::invalid);
    Redaction redaction = redactions.of(call);
    List<Transition> shown =
        found.data().stream()
            .filter(one -> !ComputedRedaction.hides(one.audience().key(), redaction))
            .toList();
    return ApiResponse.json(200, paging.page(shown, found.next()));
  }
}
