package io.postrider.server.delivery.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.route.Destination;
import io.postrider.server.access.AuditEvent;
import io.postrider.server.access.AuditFields;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.AuditTrail;
import io.postrider.server.access.Visibility;
import io.postrider.server.catalog.DestinationAuditFields;
import io.postrider.server.delivery.api.DeliveryStatistics.Pending;
import io.postrider.server.delivery.api.DeliveryStatistics.Snapshot;
import io.postrider.server.delivery.api.DeliveryStatistics.Url;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.ProblemCode;
import io.postrider.server.http.admin.Resource;
import io.vertx.core.http.HttpMethod;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;

/** Ends the waiting of a failing destination: everything that waits is tried at once. */
final class TryNowResource implements ApiRoutes {

  /** Closes the breakers of a destination and makes everything due that waits. */
  interface Hurry {

    /** Returns the backlog and the URLs at that moment. */
    Snapshot tryNow(Destination destination);
  }

  private record View(@JsonProperty Pending pending, @JsonProperty List<Url> urls) {}

  private final Function<ApiRequest, Destination> destinations;
  private final Hurry hurry;
  private final AuditTrail trail;
  private final InstantSource clock;

  TryNowResource(
      Function<ApiRequest, Destination> destinations,
      Hurry hurry,
      AuditTrail trail,
      InstantSource clock) {
    this.destinations = destinations;
    this.hurry = hurry;
    this.trail = trail;
    this.clock = clock;
  }

  @Override
  public List<Resource> resources() {
    return List.of(Resource.at("/destinations/:id/try-now").on(HttpMethod.POST, this::tryNow));
  }

  private ApiResponse tryNow(ApiRequest call) {
    Destination destination = destinations.apply(call);
    if (!destination.isEnabled()) {
      throw ApiException.of(ProblemCode.CONFLICT, "The destination is disabled. Enable it first.");
    }
    if (destination.paused()) {
      throw ApiException.of(ProblemCode.CONFLICT, "The destination is paused. Resume it instead.");
    }
    trail.add(
        AuditStamp.of(call, clock.instant()),
        new AuditEvent(
            "destination.tried",
            DestinationAuditFields.subject(destination),
            AuditFields.none().changesTo(AuditFields.none())));
    Snapshot snapshot = hurry.tryNow(destination);
    List<Url> urls = snapshot.urls();
    return ApiResponse.json(
        200,
        new View(
            snapshot.pending(),
            Visibility.showsSecrets(call)
                ? urls
                : urls.stream().map(Url::withoutSecrets).toList()));
  }
}
