package io.postrider.server.delivery.api;

import io.postrider.route.Destination;
import io.postrider.server.access.AuditEvent;
import io.postrider.server.access.AuditFields;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.AuditTrail;
import io.postrider.server.catalog.DestinationAuditFields;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.delivery.replay.ReplayOrder;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.FieldError;
import io.postrider.server.http.admin.Page;
import io.postrider.server.http.admin.ProblemCode;
import io.postrider.server.http.admin.Resource;
import io.vertx.core.http.HttpMethod;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * The replays of a destination.
 *
 * <p>Replays and the audit trail are in different databases. So an order is audited before it is
 * carried out: a crash in between leaves an audited order without a replay, never a replay without
 * an audit entry. An order that fails is audited as refused.
 */
final class ReplayResource implements ApiRoutes {

  private final DestinationPath destinations;
  private final Replays replays;
  private final AuditTrail trail;
  private final InstantSource clock;

  ReplayResource(
      DestinationPath destinations, Replays replays, AuditTrail trail, InstantSource clock) {
    this.destinations = destinations;
    this.replays = replays;
    this.trail = trail;
    this.clock = clock;
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
    return ApiResponse.json(200, new Page<>(replays.list(destinations.of(call).id()), null));
  }

  private ApiResponse start(ApiRequest call) {
    Destination destination = destinations.of(call);
    ReplayOrder order = ReplayForm.read(call, clock.instant());
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
      case Replays.Started started ->
          ApiResponse.created(
              "/api/destinations/%s/replays/%s".formatted(destination.id(), started.replay().id()),
              started.replay());
      case Replays.Busy busy ->
          throw ApiException.of(
              ProblemCode.CONFLICT,
              "Replay %s is running; wait for it or cancel it.".formatted(busy.runningId()));
      case Replays.StillTried tried ->
          throw ApiException.of(
              ProblemCode.CONFLICT, "The message is still being tried; its own attempts continue.");
      case Replays.SeveralMessages several ->
          throw ApiException.invalid(
              List.of(
                  new FieldError(
                      "sourceId",
                      "must name one source; these sent a message with this ID: %s"
                          .formatted(String.join(", ", several.sourceIds())))));
      case Replays.NoSuchDestination gone ->
          throw ApiException.of(ProblemCode.NOT_FOUND, "The destination was deleted.");
      case Replays.NoSuchMessage none ->
          throw ApiException.invalid(
              List.of(
                  new FieldError(
                      "messageId", "the log holds no message with this ID for the destination")));
    };
  }

  private ApiResponse read(ApiRequest call) {
    Destination destination = destinations.of(call);
    return answer(replays.find(destination.id(), call.path("replayId")));
  }

  private ApiResponse cancel(ApiRequest call) {
    Destination destination = destinations.of(call);
    String id = call.path("replayId");
    if (replays.find(destination.id(), id).isPresent()) {
      audit(call, destination, "replay.cancelled", AuditFields.none().with("id", id));
    }
    return answer(replays.cancel(destination.id(), id));
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

  private static ApiResponse answer(Optional<Replays.Replay> replay) {
    return ApiResponse.json(
        200,
        replay.orElseThrow(() -> ApiException.of(ProblemCode.NOT_FOUND, "No replay has this ID.")));
  }
}
