package io.postrider.server.delivery.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.postrider.id.DestinationId;
import io.postrider.route.Destination;
import io.postrider.server.access.Visibility;
import io.postrider.server.database.TimeStep;
import io.postrider.server.delivery.api.DeliveryStatistics.Url;
import io.postrider.server.delivery.stats.Backlog;
import io.postrider.server.delivery.stats.StepCounts;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.Query;
import io.postrider.server.http.admin.Resource;
import io.postrider.server.http.admin.TimeRange;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Delivery counts over time and the present backlog. */
final class StatisticsResource implements ApiRoutes {

  /** How far back volumes go, before the current hour. */
  private static final Duration VOLUME_RANGE = Duration.ofDays(1);

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

  /** The deliveries of one destination. */
  private record VolumeView(
      @JsonProperty @JsonSerialize(using = ToStringSerializer.class) DestinationId destinationId,
      @JsonProperty long delivered,
      @JsonProperty long failed) {}

  /**
   * The deliveries of all destinations.
   *
   * @param since all deliveries since then are counted; null if nothing is counted yet
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record VolumesView(
      @JsonProperty Instant from,
      @JsonProperty @Nullable Instant since,
      @JsonProperty List<VolumeView> data) {}

  /**
   * The deliveries of one destination by step.
   *
   * @param since all deliveries since then are counted; null if nothing is counted yet
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record View(
      @JsonProperty @Nullable Instant since,
      @JsonProperty List<StepCounts> data,
      @JsonProperty DeliveryStatistics.Pending pending,
      @JsonProperty List<Url> urls) {}

  @Override
  public List<Resource> resources() {
    return List.of(
        Resource.at("/destinations/:id/metrics").on(HttpMethod.GET, this::read),
        Resource.at("/destination-volumes").on(HttpMethod.GET, this::volumes));
  }

  private ApiResponse volumes(ApiRequest call) {
    Query.of(call).check();
    Instant now = clock.instant();
    Instant from = TimeStep.HOUR.start(now).minus(VOLUME_RANGE);
    List<VolumeView> volumes =
        statistics.volumes(from).stream()
            .map(one -> new VolumeView(one.destination(), one.delivered(), one.failed()))
            .toList();
    return ApiResponse.json(
        200, new VolumesView(from, statistics.countedSince(TimeStep.HOUR, now), volumes));
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
    return ApiResponse.json(
        200,
        new View(
            statistics.countedSince(period.step(), now),
            steps,
            pending,
            shown(snapshot.urls(), call)));
  }
}
