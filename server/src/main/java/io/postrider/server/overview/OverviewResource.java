package io.postrider.server.overview;

import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.route.Source;
import io.postrider.server.access.Visibility;
import io.postrider.server.catalog.DestinationHealth;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.delivery.stats.Backlog;
import io.postrider.server.delivery.stats.StepCounts;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.Resource;
import io.postrider.server.http.admin.TimeRange;
import io.postrider.server.overview.OverviewFigures.Condition;
import io.postrider.server.overview.OverviewFigures.Situation;
import io.postrider.server.usage.IngestCountStore;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The admin API for the overview: ingest, deliveries, backlog and problems. */
public final class OverviewResource implements ApiRoutes {

  /** The age at which a backlog needs attention. */
  static final Duration OLD_BACKLOG = Duration.ofHours(1);

  private final LiveCatalog catalog;
  private final OverviewFigures figures;
  private final InstantSource clock;

  public OverviewResource(LiveCatalog catalog, OverviewFigures figures, InstantSource clock) {
    this.catalog = catalog;
    this.figures = figures;
    this.clock = clock;
  }

  @Override
  public List<Resource> resources() {
    return List.of(Resource.at("/overview").on(HttpMethod.GET, this::read));
  }

  private ApiResponse read(ApiRequest call) {
    Instant now = clock.instant();
    TimeRange period = TimeRange.of(call, now);
    OverviewFigures.Deliveries deliveries =
        figures.deliveries(period.step(), period.from(), period.to());
    List<IngestCountStore.Count> accepted = accepted(period);
    Situation situation = figures.situation(now.minus(OLD_BACKLOG));
    List<StepCounts> delivered =
        StepCounts.fill(
            period,
            deliveries.counts(),
            Backlog.at(now, situation.waiting(), situation.oldestAt()),
            now);
    Catalog known = catalog.current();
    return ApiResponse.json(
        200,
        new OverviewView(
            since(known),
            accepted,
            delivered,
            OverviewView.Totals.of(
                figures.countedSince(period.step()), accepted, delivered, deliveries.latencyP95()),
            new OverviewView.Backlog(situation.waiting(), situation.oldestAt()),
            new OverviewView.Sources(
                known.sources().size(), known.sources().stream().filter(Source::enabled).count()),
            new OverviewView.Destinations(known.destinations().size(), byState(known, situation)),
            attention(known, situation, call)));
  }

  /** When the oldest source or destination was created; null if there is none. */
  private static @Nullable Instant since(Catalog known) {
    return Stream.concat(
            known.sources().stream().map(Source::createdAt),
            known.destinations().stream().map(Destination::createdAt))
        .min(Comparator.naturalOrder())
        .orElse(null);
  }

  private static List<Attention> attention(Catalog known, Situation situation, ApiRequest call) {
    List<Attention> all = Attention.of(known.destinations(), situation);
    return Visibility.showsSecrets(call)
        ? all
        : all.stream().map(Attention::withoutSecrets).toList();
  }

  /** The ingest counts of every step, including empty ones. */
  private List<IngestCountStore.Count> accepted(TimeRange period) {
    Map<Instant, IngestCountStore.Count> known = new HashMap<>();
    figures
        .ingestCounts(period.step(), period.from(), period.to())
        .forEach(count -> known.put(count.start(), count));
    return period.starts().stream()
        .map(at -> known.getOrDefault(at, new IngestCountStore.Count(at, 0, 0)))
        .toList();
  }

  private static Map<String, Integer> byState(Catalog known, Situation situation) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (DestinationHealth.State state : DestinationHealth.State.values()) {
      counts.put(state.wireName(), 0);
    }
    for (Destination destination : known.destinations()) {
      Condition condition = situation.conditions().get(destination.id());
      DestinationHealth.State state =
          condition == null
              ? DestinationHealth.State.of(destination, known.isComputedFor(destination.id()))
              : condition.state();
      counts.merge(state.wireName(), 1, Integer::sum);
    }
    return counts;
  }
}
