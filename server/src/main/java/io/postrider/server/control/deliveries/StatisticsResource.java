package io.postrider.server.control.deliveries;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.route.DestinationId;
import io.postrider.server.control.ApiPart;
import io.postrider.server.control.deliveries.DeliveryStatistics.Count;
import io.postrider.server.control.deliveries.DeliveryStatistics.Step;
import io.postrider.server.http.Answer;
import io.postrider.server.http.ApiException;
import io.postrider.server.http.Call;
import io.postrider.server.http.FieldError;
import io.postrider.server.http.Query;
import io.postrider.server.http.Resource;
import io.postrider.server.http.Times;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How much was delivered over time, and what waits now. */
final class StatisticsResource implements ApiPart {

  static final int MOST_STEPS = 3_000;

  private static final Duration USUAL_RANGE = Duration.ofHours(1);
  private static final Duration LONGEST_BY_MINUTE = Duration.ofDays(1);

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
    Query query = Query.of(call);
    Instant askedFrom = query.parameter("from", Times::parse, "must be " + Times.EXPECTED);
    Instant askedTo = query.parameter("to", Times::parse, "must be " + Times.EXPECTED);
    Step askedStep = query.parameter("step", Step::parse, "must be minute or hour");
    query.check();
    Instant to = askedTo == null ? clock.instant() : askedTo;
    Instant from = askedFrom == null ? to.minus(USUAL_RANGE) : askedFrom;
    Step step = askedStep == null ? usual(from, to) : askedStep;
    check(from, to, step);
    DeliveryStatistics.Standing standing = statistics.standing(id);
    return Answer.json(
        200, new View(counts(id, step, from, to), standing.pending(), standing.urls()));
  }

  private static Step usual(Instant from, Instant to) {
    return Duration.between(from, to).compareTo(LONGEST_BY_MINUTE) <= 0 ? Step.MINUTE : Step.HOUR;
  }

  private static void check(Instant from, Instant to, Step step) {
    if (!from.isBefore(to)) {
      throw ApiException.invalid(List.of(new FieldError("from", "must lie before to")));
    }
    if (Duration.between(from, to).compareTo(step.length().multipliedBy(MOST_STEPS)) > 0) {
      throw ApiException.invalid(
          List.of(
              new FieldError(
                  "from",
                  "must lie at most %,d steps before to; ask for less, or by the hour"
                      .formatted(MOST_STEPS))));
    }
  }

  /** A count for every step, those in which nothing happened included. */
  private List<Count> counts(DestinationId id, Step step, Instant from, Instant to) {
    Instant first = step.start(from);
    Map<Instant, Count> known = new HashMap<>();
    statistics.counts(id, step, first, to).forEach(count -> known.put(count.at(), count));
    List<Count> counts = new ArrayList<>();
    for (Instant at = first; at.isBefore(to); at = at.plus(step.length())) {
      counts.add(known.getOrDefault(at, Count.none(at)));
    }
    return counts;
  }
}
