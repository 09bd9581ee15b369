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
import java.util.List;

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
    Instant now = clock.instant();
    Period period = Period.of(call, now);
    DeliveryStatistics.Standing standing = statistics.standing(id);
    DeliveryStatistics.Pending pending = standing.pending();
    List<Count> known = statistics.counts(id, period.step(), period.from(), period.to());
    List<Count> steps = Steps.of(period, known, pending.messages(), pending.oldestAt(), now);
    return Answer.json(200, new View(steps, pending, standing.urls()));
  }
}
