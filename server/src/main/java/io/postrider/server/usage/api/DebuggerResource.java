package io.postrider.server.usage.api;

import io.postrider.id.SourceId;
import io.postrider.id.WireNamed;
import io.postrider.message.MessageType;
import io.postrider.route.EventRules;
import io.postrider.route.Source;
import io.postrider.server.access.RedactionPolicy;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.Query;
import io.postrider.server.http.admin.Reply;
import io.postrider.server.http.admin.Resource;
import io.postrider.server.http.admin.StreamedResponse;
import io.postrider.server.usage.debugger.Debugger;
import io.postrider.server.usage.debugger.DebuggerFilter;
import io.postrider.server.usage.debugger.DebuggerSession;
import io.postrider.server.usage.debugger.RecentMessages;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The admin API of the live debugger: the messages of a source as Server-Sent Events. */
public final class DebuggerResource implements ApiRoutes {

  static final int MAX_RECENT = 100;

  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Type", "text/event-stream",
          // asks proxies not to buffer
          "X-Accel-Buffering", "no");
  private static final Duration RETRY_AFTER = Duration.ofSeconds(10);

  private final LiveCatalog catalog;
  private final Debugger debugger;
  private final RecentMessages recentMessages;
  private final RedactionPolicy redactions;
  private final InstantSource steadyTime;

  public DebuggerResource(
      LiveCatalog catalog,
      Debugger debugger,
      RecentMessages recentMessages,
      RedactionPolicy redactions,
      InstantSource steadyTime) {
    this.catalog = catalog;
    this.debugger = debugger;
    this.recentMessages = recentMessages;
    this.redactions = redactions;
    this.steadyTime = steadyTime;
  }

  private enum Outcome implements WireNamed {
    ACCEPTED,
    REJECTED
  }

  @Override
  public List<Resource> resources() {
    return List.of(Resource.at("/sources/:id/events").on(HttpMethod.GET, this::stream));
  }

  private Reply stream(ApiRequest call) {
    SourceId id =
        SourceId.parse(call.path("id"))
            .filter(known -> catalog.current().source(known).isPresent())
            .orElseThrow(() -> ApiException.notFound("source"));
    Query query = Query.of(call);
    Integer recent = query.integer("recent", 0, MAX_RECENT);
    DebuggerFilter filter = filter(query);
    query.check();
    DebuggerSession session = debugger.open(id, filter).orElseThrow(DebuggerResource::tooMany);
    return new StreamedResponse(
        HEADERS,
        new EventStream(
            session,
            () -> recentMessages.before(session, recent == null ? 0 : recent),
            new DebuggerEventText(
                filter, () -> rules(id), json -> redactions.of(call).masked(json)),
            () -> catalog.current().source(id).isPresent() && catalog.tokens().stillAllow(call),
            steadyTime));
  }

  private EventRules rules(SourceId id) {
    return catalog.current().source(id).map(Source::events).orElse(EventRules.NONE);
  }

  private static DebuggerFilter filter(Query query) {
    MessageType type =
        query.parameter(
            "type",
            DebuggerResource::type,
            "must be identify, track, page, screen, group or alias");
    String event = query.parameter("event", Optional::of, "must be given once");
    String userId = query.parameter("userId", Optional::of, "must be given once");
    @Nullable Outcome outcome =
        query.parameter(
            "outcome",
            text -> WireNamed.parse(Outcome.class, text),
            "must be accepted or rejected");
    return new DebuggerFilter(
        outcome != Outcome.REJECTED, outcome != Outcome.ACCEPTED, type, event, userId);
  }

  private static Optional<MessageType> type(String text) {
    return text.length() > 1 ? MessageType.ofPath(text) : Optional.empty();
  }

  private static ApiException tooMany() {
    return ApiException.unavailable(
        "At most %d debugger streams may be open; close one and retry."
            .formatted(Debugger.MAX_SESSIONS),
        RETRY_AFTER);
  }
}
