package io.postrider.server.delivery.api;

import io.postrider.route.Destination;
import io.postrider.server.access.AuditEvent;
import io.postrider.server.access.AuditFields;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.AuditTrail;
import io.postrider.server.catalog.DestinationAuditFields;
import io.postrider.server.database.DatabaseUnavailableException;
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
 * Replays of a destination: what was sent once, or could not be, is sent again.
 *
 * <p>Replays are kept with the cursors and not with the audit trail. So an order is told there
 * before it is given: a crash in between leaves an order that was not carried out, never a replay
 * that nobody ordered. One that cannot be carried out is told to be refused.
 */
final class ReplayResource implements ApiRoutes {

  private final DestinationPath addressee;
  private final Replays replays;
  private final AuditTrail trail;
  private final InstantSource clock;

  ReplayResource(
      DestinationPath addressee, Replays replays, AuditTrail trail, InstantSource clock) {
    this.addressee = addressee;
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
    return ApiResponse.json(200, new Page<>(replays.list(addressee.of(call).id()), null));
  }

  private ApiResponse start(ApiRequest call) {
    Destination destination = addressee.of(call);
    Replays.Order order = ReplayForm.read(call, clock.instant());
    if (!destination.isEnabled()) {
      throw ApiException.of(
          ProblemCode.CONFLICT,
          "The destination is disabled: nothing is sent to it. Enable it first.");
    }
    tell(call, destination, "replay.ordered", facts(order));
    Replays.Start start;
    try {
      start = replays.start(destination, order);
    } catch (DatabaseUnavailableException away) {
      tell(call, destination, "replay.refused", facts(order));
      throw away;
    }
    if (!(start instanceof Replays.Started)) {
      tell(call, destination, "replay.refused", facts(order));
    }
    return switch (start) {
      case Replays.Started started ->
          ApiResponse.created(
              "/api/destinations/%s/replays/%s".formatted(destination.id(), started.replay().id()),
              started.replay());
      case Replays.Busy busy ->
          throw ApiException.of(
              ProblemCode.CONFLICT,
              "The replay %s has not ended; wait for it or cancel it.".formatted(busy.runningId()));
      case Replays.StillTried tried ->
          throw ApiException.of(
              ProblemCode.CONFLICT,
              "The message is still being tried here; its own attempts go on.");
      case Replays.SeveralMessages several ->
          throw ApiException.invalid(
              List.of(
                  new FieldError(
                      "sourceId",
                      "must say which one: %s have each sent a message of this id"
                          .formatted(String.join(", ", several.sourceIds())))));
      case Replays.NoSuchDestination gone ->
          throw ApiException.of(ProblemCode.NOT_FOUND, "The destination was deleted meanwhile.");
      case Replays.NoSuchMessage none ->
          throw ApiException.invalid(
              List.of(new FieldError("messageId", "the log holds no message of this id for it")));
    };
  }

  private ApiResponse read(ApiRequest call) {
    Destination destination = addressee.of(call);
    return answer(replays.find(destination.id(), call.path("replayId")));
  }

  private ApiResponse cancel(ApiRequest call) {
    Destination destination = addressee.of(call);
    String id = call.path("replayId");
    if (replays.find(destination.id(), id).isPresent()) {
      tell(call, destination, "replay.cancelled", AuditFields.none().with("id", id));
    }
    return answer(replays.cancel(destination.id(), id));
  }

  private void tell(ApiRequest call, Destination destination, String action, AuditFields facts) {
    trail.add(
        AuditStamp.of(call, clock.instant()),
        new AuditEvent(
            action,
            DestinationAuditFields.subject(destination),
            AuditFields.none().changesTo(facts)));
  }

  private static AuditFields facts(Replays.Order order) {
    return switch (order) {
      case Replays.Range range ->
          AuditFields.none().with("from", range.from()).with("to", range.to());
      case Replays.FailedSince failed -> AuditFields.none().with("since", failed.since());
      case Replays.OneMessage one -> AuditFields.none().with("messageId", one.messageId());
    };
  }

  private static ApiResponse answer(Optional<Replays.Replay> replay) {
    return ApiResponse.json(200, replay.orElseThrow(() -> ApiException.notFound("replay")));
  }
}
