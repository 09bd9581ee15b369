package io.postrider.server.control.deliveries;

import io.postrider.route.Destination;
import io.postrider.server.control.ApiPart;
import io.postrider.server.control.AuditStamp;
import io.postrider.server.control.StoreUnavailableException;
import io.postrider.server.control.audit.AuditEvent;
import io.postrider.server.control.audit.AuditTrail;
import io.postrider.server.control.audit.DestinationFacts;
import io.postrider.server.control.audit.Facts;
import io.postrider.server.http.Answer;
import io.postrider.server.http.ApiException;
import io.postrider.server.http.Call;
import io.postrider.server.http.ErrorCode;
import io.postrider.server.http.FieldError;
import io.postrider.server.http.Resource;
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
final class ReplayResource implements ApiPart {

  private final Addressee addressee;
  private final Replays replays;
  private final AuditTrail trail;
  private final InstantSource clock;

  ReplayResource(Addressee addressee, Replays replays, AuditTrail trail, InstantSource clock) {
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

  private Answer list(Call call) {
    return Answer.json(200, new Listing<>(replays.list(addressee.of(call).id()), null));
  }

  private Answer start(Call call) {
    Destination destination = addressee.of(call);
    Replays.Order order = ReplayForm.read(call, clock.instant());
    if (!destination.isEnabled()) {
      throw ApiException.of(
          ErrorCode.CONFLICT,
          "The destination is disabled: nothing is sent to it. Enable it first.");
    }
    tell(call, destination, "replay.ordered", facts(order));
    Replays.Start start;
    try {
      start = replays.start(destination, order);
    } catch (StoreUnavailableException away) {
      tell(call, destination, "replay.refused", facts(order));
      throw away;
    }
    if (!(start instanceof Replays.Started)) {
      tell(call, destination, "replay.refused", facts(order));
    }
    return switch (start) {
      case Replays.Started started ->
          Answer.created(
              "/api/destinations/%s/replays/%s".formatted(destination.id(), started.replay().id()),
              started.replay());
      case Replays.Busy busy ->
          throw ApiException.of(
              ErrorCode.CONFLICT,
              "The replay %s has not ended; wait for it or cancel it.".formatted(busy.runningId()));
      case Replays.StillTried tried ->
          throw ApiException.of(
              ErrorCode.CONFLICT, "The message is still being tried here; its own attempts go on.");
      case Replays.SeveralMessages several ->
          throw ApiException.invalid(
              List.of(
                  new FieldError(
                      "sourceId",
                      "must say which one: %s have each sent a message of this id"
                          .formatted(String.join(", ", several.sourceIds())))));
      case Replays.NoSuchDestination gone ->
          throw ApiException.of(ErrorCode.NOT_FOUND, "The destination was deleted meanwhile.");
      case Replays.NoSuchMessage none ->
          throw ApiException.invalid(
              List.of(new FieldError("messageId", "the log holds no message of this id for it")));
    };
  }

  private Answer read(Call call) {
    Destination destination = addressee.of(call);
    return answer(replays.find(destination.id(), call.path("replayId")));
  }

  private Answer cancel(Call call) {
    Destination destination = addressee.of(call);
    String id = call.path("replayId");
    if (replays.find(destination.id(), id).isPresent()) {
      tell(call, destination, "replay.cancelled", Facts.none().with("id", id));
    }
    return answer(replays.cancel(destination.id(), id));
  }

  private void tell(Call call, Destination destination, String action, Facts facts) {
    trail.add(
        AuditStamp.of(call, clock.instant()),
        new AuditEvent(
            action, DestinationFacts.subject(destination), Facts.none().changesTo(facts)));
  }

  private static Facts facts(Replays.Order order) {
    return switch (order) {
      case Replays.Range range -> Facts.none().with("from", range.from()).with("to", range.to());
      case Replays.FailedSince failed -> Facts.none().with("since", failed.since());
      case Replays.OneMessage one -> Facts.none().with("messageId", one.messageId());
    };
  }

  private static Answer answer(Optional<Replays.Replay> replay) {
    return Answer.json(
        200,
        replay.orElseThrow(
            () -> ApiException.of(ErrorCode.NOT_FOUND, "There is no replay of this id.")));
  }
}
