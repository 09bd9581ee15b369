package io.postrider.server.people.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
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
import io.postrider.server.people.api.ProfileDirectory.Event;
import io.postrider.server.people.api.ProfileDirectory.Place;
import io.postrider.server.people.api.ProfileDirectory.Profile;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.util.List;

/** People: who was seen last, and what is known of one. */
public final class ProfileResource implements ApiRoutes {

  static final int MOST_RECENT = 50;

  private final ProfileDirectory directory;
  private final ProfileMemberships conclusions;
  private final RedactionPolicy discretion;

  public ProfileResource(
      ProfileDirectory directory, ProfileMemberships conclusions, RedactionPolicy discretion) {
    this.directory = directory;
    this.conclusions = conclusions;
    this.discretion = discretion;
  }

  private record RecentView(@JsonProperty String userId, @JsonProperty Instant lastSeenAt) {}

  private record EventView(
      @JsonProperty String event,
      @JsonProperty Instant at,
      @JsonProperty @JsonRawValue String properties) {}

  private record AudienceView(
      @JsonProperty String id, @JsonProperty String key, @JsonProperty String name) {}

  private record TransitionView(
      @JsonProperty Instant at,
      @JsonProperty AudienceView audience,
      @JsonProperty boolean entered) {}

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
    Integer limit = query.integer("limit", 1, MOST_RECENT);
    query.check();
    Redaction redaction = discretion.of(call);
    List<RecentView> seen =
        directory.recent(limit == null ? MOST_RECENT : limit).stream()
            .map(
                recent ->
                    new RecentView(
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
    return ApiResponse.json(200, ProfileView.of(find(call), conclusions, discretion.of(call)));
  }

  private ApiResponse events(ApiRequest call) {
    Query query = Query.of(call);
    Paging<Place> paging =
        Paging.of(
            query,
            PageCursor.of("events", call.path("userId"), EventCursor::of, EventCursor::parse));
    query.check();
    List<Event> found = directory.events(find(call).number(), paging.after(), paging.limit() + 1);
    Redaction redaction = discretion.of(call);
    return ApiResponse.json(
        200, paging.page(found, Event::place).map(event -> view(event, redaction)));
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
    Page<ProfileMemberships.Transition> found =
        conclusions
            .transitions(find(call).number(), paging.after(), paging.limit())
            .orElseThrow(PageCursor::invalid);
    return ApiResponse.json(
        200, paging.page(found.data(), found.next()).map(ProfileResource::view));
  }

  private static TransitionView view(ProfileMemberships.Transition transition) {
    ProfileMemberships.Named audience = transition.audience();
    return new TransitionView(
        transition.at(),
        new AudienceView(audience.id(), audience.key(), audience.name()),
        transition.entered());
  }
}
