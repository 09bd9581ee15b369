package io.postrider.server.control.deliveries;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.route.DestinationId;
import io.postrider.server.control.ApiPart;
import io.postrider.server.control.deliveries.DeliveryStatistics.Count;
import io.postrider.server.http.Answer;
import io.postrider.server.http.Call;
import io.postrider.server.http.Resource;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How much was delivered over time, and what waits now. */
final class StatisticsResource implements ApiPart {

  private final Addressee addressee;
  private final DeliveryStatistics statistics;
  private final InstantSource clock;

  StatisticsResource(Addressee addressee, DeliveryStatistics statistics, InstantSource clock) {
    this.addressee = addressee;
    this.statistics = statistics;
    this.clock = clock;
  }

  private record View(
      @JsonProperty List<Count> data,
      @JsonProperty DeliveryStatistics.Pending pending,
      @JsonProperty List<DeliveryStatistics.Url> urls) {}

  @Override
  public List<Resource> resources() {
    return List.of(Resource.at("/destinations/:id/metrics").on(HttpMethod.GET, this::read));
  }

  private Answer read(Call call) {
    DestinationId id = addressee.of(call).id();
    Period period = Period.of(call, clock.instant());
    DeliveryStatistics.Standing standing = statistics.standing(id);
    return Answer.json(200, new View(counts(id, period), standing.pending(), standing.urls()));
  }

  /** A count for every step, those in which nothing happened included. */
  private List<Count> counts(DestinationId id, Period period) {
    Map<Instant, Count> known = new HashMap<>();
    statistics
        .counts(id, period.step(), period.from(), period.to())
        .forEach(count -> known.put(count.at(), count));
    return period.starts().stream().map(at -> known.getOrDefault(at, Count.none(at))).toList();
  }
}
