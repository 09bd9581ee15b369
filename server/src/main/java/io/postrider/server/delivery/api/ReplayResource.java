package io.postrider.server.delivery.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.route.Destination;
import io.postrider.server.access.AuditEvent;
import io.postrider.server.access.AuditFields;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.AuditTrail;
import io.postrider.server.catalog.DestinationAuditFields;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.delivery.replay.ReplayOrder;
import io.postrider.server.delivery.replay.ReplayStatus;
import io.postrider.server.delivery.replay.Replays;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.FieldError;
import io.postrider.server.http.admin.Fields;
import io.postrider.server.http.admin.Page;
import io.postrider.server.http.admin.ProblemCode;
import io.postrider.server.http.admin.Resource;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The replays of a destination.
 *
 * <p>Replays and the audit trail are in different databases. So an order is audited before it is
 * carried out: a crash in between leaves an audited order without a replay, never a replay without
 * an audit entry. An order that fails is audited as refused.
 */
final class ReplayResource implements ApiRoutes {

  static final int MAX_MESSAGE_ID_LENGTH = 100;
  private static final String PREFIX = "rpl_";
  private static final String FORMS =
      "must have from and to, or failed and since, or messageId, and nothing else";

  private final Function<ApiRequest, Destination> destinations;
  private final Replays replays;
  private final AuditTrail trail;
  private final InstantSource clock;

  ReplayResource(
      Function<ApiRequest, Destination> destinations,
      Replays replays,
      AuditTrail trail,
      InstantSource clock) {
    this.destinations = destinations;
    this.replays = replays;
    this.trail = trail;
    this.clock = clock;
  }

  /**
   * A replay as JSON.
   *
   * @param total the number of messages to send; null if unknown
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record ReplayView(
      @JsonProperty String id,
      @JsonProperty ReplayStatus.State state,
      @JsonProperty String kind,
      @JsonProperty @Nullable Instant from,
      @JsonProperty @Nullable Instant to,
      @JsonProperty @Nullable Instant since,
      @JsonProperty @Nullable String messageId,
      @JsonProperty @Nullable Long total,
      @JsonProperty long taken,
      @JsonProperty long delivered,
      @JsonProperty long failed,
      @JsonProperty long skipped,
      @JsonProperty double progress,
      @JsonProperty Instant createdAt,
      @JsonProperty @Nullable Instant finishedAt) {

    static ReplayView of(ReplayStatus status) {
      ReplayOrder order = status.order();
      ReplayOrder.Range range = order instanceof ReplayOrder.Range given ? given : null;
      ReplayOrder.OneMessage one = order instanceof ReplayOrder.OneMessage given ? given : null;
      String kind = status.onlyFailed() ? "failed" : "range";
      return new ReplayView(
          idText(status.id()),
          status.state(),
          one == null ? kind : "message",
          range == null ? null : range.from(),
          range == null ? null : range.to(),
          order instanceof ReplayOrder.FailedSince failed ? failed.since() : null,
          one == null ? null : one.messageId(),
          one == null ? null : (Long) 1L,
          status.taken(),
          status.delivered(),
          status.failed(),
          status.skipped(),
          status.progress(),
          status.orderedAt(),
          status.endedAt());
    }
  }

  @Override
  public List<Resource> resources() {
    return List.of(
        Resource.at("/destinations/:id/replays")
            .on(HttpMethod.GET, this::list)
            .on(HttpMethod.POST, this::start),
        Resource.at("/destinations/:id/replays/:replayId")
            .on(HttpMethod.GET, this::read)
            .on(HttpMethod.DELETE, this::cancel));
  }

  private ApiResponse list(ApiRequest call) {
    List<ReplayStatus> all = replays.list(destinations.apply(call).id());
    return ApiResponse.json(200, new Page<>(all.stream().map(ReplayView::of).toList(), null));
  }

  private ApiResponse start(ApiRequest call) {
    Destination destination = destinations.apply(call);
    ReplayOrder order = order(call, clock.instant());
    if (!destination.isEnabled()) {
      throw ApiException.of(ProblemCode.CONFLICT, "The destination is disabled. Enable it first.");
    }
    audit(call, destination, "replay.ordered", fields(order));
    Replays.Start start;
    try {
      start = replays.start(destination, order);
    } catch (DatabaseUnavailableException unavailable) {
      audit(call, destination, "replay.refused", fields(order));
      throw unavailable;
    }
    if (!(start instanceof Replays.Started)) {
      audit(call, destination, "replay.refused", fields(order));
    }
    return switch (start) {
      case Replays.Started started -> {
        ReplayView view = ReplayView.of(started.replay());
        yield ApiResponse.created(
            "/api/destinations/%s/replays/%s".formatted(destination.id(), view.id()), view);
      }
      case Replays.Busy busy ->
          throw ApiException.of(
              ProblemCode.CONFLICT,
              "Replay %s is running; wait for it or cancel it."
                  .formatted(idText(busy.runningId())));
      case Replays.StillTried _ ->
          throw ApiException.of(
              ProblemCode.CONFLICT, "The message is still being tried; its own attempts continue.");
      case Replays.SeveralMessages several ->
          throw ApiException.invalid(
              List.of(
                  new FieldError(
                      "sourceId",
                      "must name one source; these sent a message with this ID: %s"
                          .formatted(String.join(", ", several.sourceIds())))));
      case Replays.NoSuchDestination _ ->
          throw ApiException.of(ProblemCode.NOT_FOUND, "The destination was deleted.");
      case Replays.NoSuchMessage _ ->
          throw ApiException.invalid(
              List.of(
                  new FieldError(
                      "messageId", "matches no message in the log for this destination")));
    };
  }

  private ApiResponse read(ApiRequest call) {
    return ApiResponse.json(200, ReplayView.of(find(call)));
  }

  private ReplayStatus find(ApiRequest call) {
    String id = call.path("replayId");
    return replays.list(destinations.apply(call).id()).stream()
        .filter(replay -> idText(replay.id()).equals(id))
        .findFirst()
        .orElseThrow(() -> ApiException.of(ProblemCode.NOT_FOUND, "No replay has this ID."));
  }

  private ApiResponse cancel(ApiRequest call) {
    Destination destination = destinations.apply(call);
    long id = find(call).id();
    audit(call, destination, "replay.cancelled", AuditFields.none().with("id", idText(id)));
    replays.cancel(destination.id(), id);
    return read(call);
  }

  private static String idText(long id) {
    return PREFIX + Long.toString(id, 36);
  }

  private void audit(ApiRequest call, Destination destination, String action, AuditFields fields) {
    trail.add(
        AuditStamp.of(call, clock.instant()),
        new AuditEvent(
            action,
            DestinationAuditFields.subject(destination),
            AuditFields.none().changesTo(fields)));
  }

  private static AuditFields fields(ReplayOrder order) {
    return switch (order) {
      case ReplayOrder.Range range ->
          AuditFields.none().with("from", range.from()).with("to", range.to());
      case ReplayOrder.FailedSince failed -> AuditFields.none().with("since", failed.since());
      case ReplayOrder.OneMessage one -> AuditFields.none().with("messageId", one.messageId());
    };
  }

  /** Parses an order: exactly one of three forms. */
  private static ReplayOrder order(ApiRequest call, Instant now) {
    Fields fields = Fields.of(call, Set.of("application/json"));
    boolean range = fields.has("from") || fields.has("to");
    boolean failed = fields.has("failed") || fields.has("since");
    boolean message = fields.has("messageId") || fields.has("sourceId");
    if ((range ? 1 : 0) + (failed ? 1 : 0) + (message ? 1 : 0) != 1) {
      fields.wrong("", FORMS);
    } else if (range) {
      fields.require("from", "to");
    } else if (failed) {
      fields.require("failed", "since");
    } else {
      fields.require("messageId");
    }
    Instant from = past(fields, "from", now);
    Instant to = fields.time("to");
    Boolean all = fields.bool("failed");
    Instant since = past(fields, "since", now);
    String messageId = fields.text("messageId", MAX_MESSAGE_ID_LENGTH);
    String sourceId = fields.text("sourceId", MAX_MESSAGE_ID_LENGTH);
    if (from != null && to != null && !from.isBefore(to)) {
      fields.wrong("from", "must be before to");
    }
    if (all != null && !all) {
      fields.wrong("failed", "must be true");
    }
    fields.check();
    if (from != null && to != null) {
      return new ReplayOrder.Range(from, to);
    }
    if (since != null) {
      return new ReplayOrder.FailedSince(since);
    }
    if (messageId != null) {
      return new ReplayOrder.OneMessage(messageId, sourceId);
    }
    throw new IllegalStateException("A form without errors is one of three");
  }

  private static @Nullable Instant past(Fields fields, String field, Instant now) {
    Instant time = fields.time(field);
    if (time != null && time.isAfter(now)) {
      fields.wrong(field, "must not be in the future");
    }
    return time;
  }
}
