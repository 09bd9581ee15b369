package io.postrider.server.delivery.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.id.DestinationId;
import io.postrider.route.Destination;
import io.postrider.server.access.Visibility;
import io.postrider.server.delivery.api.DeliveryStatistics.Url;
import io.postrider.server.delivery.stats.Backlog;
import io.postrider.server.delivery.stats.StepCounts;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.Resource;
import io.postrider.server.http.admin.TimeRange;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;

/** Delivery counts over time and the present backlog. */
final class StatisticsResource implements ApiRoutes {

  private final Function<ApiRequest, Destination> destinations;
  private final DeliveryStatistics statistics;
  private final InstantSource clock;

  StatisticsResource(
      Function<ApiRequest, Destination> destinations,
      DeliveryStatistics statistics,
      InstantSource clock) {
    this.destinations = destinations;
    this.statistics = statistics;
    this.clock = clock;
  }

  private record View(
      @JsonProperty List<StepCounts> data,
      @JsonProperty DeliveryStatistics.Pending pending,
      @JsonProperty List<Url> urls) {}

  @Override
  public List<Resource> resources() {
    return List.of(Resource.at("/destinations/:id/metrics").on(HttpMethod.GET, this::read));
  }

  private static List<Url> shown(List<Url> urls, ApiRequest call) {
    return Visibility.showsSecrets(call) ? urls : urls.stream().map(Url::withoutSecrets).toList();
  }

  private ApiResponse read(ApiRequest call) {
    DestinationId id = destinations.apply(call).id();
    Instant now = clock.instant();
    TimeRange period = TimeRange.of(call, now);
    DeliveryStatistics.Snapshot snapshot = statistics.snapshot(id);
    DeliveryStatistics.Pending pending = snapshot.pending();
    List<StepCounts> known = statistics.counts(id, period.step(), period.from(), period.to());
    List<StepCounts> steps =
        StepCounts.fill(
            period, known, Backlog.at(now, pending.messages(), pending.oldestAt()), now);
    return ApiResponse.json(200, new View(steps, pending, shown(snapshot.urls(), call)));
  }
}
