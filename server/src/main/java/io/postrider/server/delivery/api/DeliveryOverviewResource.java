package io.postrider.server.delivery.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.id.WireNamed;
import io.postrider.server.access.RedactionPolicy;
import io.postrider.server.delivery.api.DeliveryOverview.Numbers;
import io.postrider.server.delivery.api.DeliveryOverview.Scope;
import io.postrider.server.delivery.api.DeliveryOverview.Step;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.FieldError;
import io.postrider.server.http.admin.Json;
import io.postrider.server.http.admin.Query;
import io.postrider.server.http.admin.Resource;
import io.postrider.server.http.admin.TimeRange;
import io.postrider.server.ledger.index.Dimension;
import io.vertx.core.http.HttpMethod;
import java.net.URLEncoder;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What happened to messages between receiving and delivering them. */
final class DeliveryOverviewResource implements ApiRoutes {

  /** The most rows of an answer; those with the most deliveries are shown. */
  static final int MAX_GROUPS = 200;

  private final DeliveryOverview overview;
  private final RedactionPolicy redactionPolicy;
  private final InstantSource clock;

  DeliveryOverviewResource(
      DeliveryOverview overview, RedactionPolicy redactionPolicy, InstantSource clock) {
    this.overview = overview;
    this.redactionPolicy = redactionPolicy;
    this.clock = clock;
  }

  /**
   * The number of one step.
   *
   * @param attempts the path that lists its entries; null if the ledger has none
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record StepView(
      @JsonProperty Step step, @JsonProperty long count, @JsonProperty @Nullable String attempts) {}

  private record GroupView(@JsonProperty String value, @JsonProperty List<StepView> steps) {}

  private record View(
      @JsonProperty Instant from,
      @JsonProperty Instant to,
      @JsonProperty List<StepView> total,
      @JsonProperty List<GroupView> data,
      @JsonProperty boolean complete,
      @JsonProperty LedgerReach ledger) {}

  @Override
  public List<Resource> resources() {
    return List.of(Resource.at("/delivery-overview").on(HttpMethod.GET, this::read));
  }

  private ApiResponse read(ApiRequest call) {
    Query query = Query.of(call);
    Scope scope =
        new Scope(
            query.parameter(
                "destinationId", DestinationId::parse, "must be the ID of a destination"),
            query.parameter("sourceId", SourceId::parse, "must be the ID of a source"),
            query.parameter(
                "event",
                text -> Optional.of(text).filter(t -> !t.isEmpty()),
                "must be the name of an event"),
            query.parameter(
                "by", DeliveryOverviewResource::group, "must be source, destination or event"));
    TimeRange range = TimeRange.of(query, clock.instant());
    boolean asksForEvents = scope.event() != null || scope.by() == Dimension.EVENT;
    if (asksForEvents && redactionPolicy.of(call).hides("event")) {
      String field = scope.event() == null ? "by" : "event";
      throw ApiException.invalid(
          List.of(new FieldError(field, "is not possible: events are redacted for viewers")));
    }
    Numbers numbers = overview.count(scope, range.from(), range.to());
    String time = "from=" + Json.text(range.from()) + "&to=" + Json.text(range.to());
    String list = "/api/attempts?" + time + parameters(scope);
    return ApiResponse.json(
        200,
        new View(
            range.from(),
            range.to(),
            steps(numbers.total(), list),
            groups(numbers, scope, list),
            numbers.complete(),
            overview.reach(scope.destination())));
  }

  private static Optional<Dimension> group(String name) {
    return WireNamed.parse(Dimension.class, name)
        .filter(
            one ->
                one == Dimension.SOURCE || one == Dimension.DESTINATION || one == Dimension.EVENT);
  }

  private static String parameters(Scope scope) {
    StringBuilder text = new StringBuilder();
    if (scope.destination() != null) {
      text.append("&destinationId=").append(scope.destination());
    }
    if (scope.source() != null) {
      text.append("&sourceId=").append(scope.source());
    }
    if (scope.event() != null) {
      text.append("&event=").append(URLEncoder.encode(scope.event(), UTF_8));
    }
    return text.toString();
  }

  private static List<GroupView> groups(Numbers numbers, Scope scope, String list) {
    Dimension by = scope.by();
    if (by == null) {
      return List.of();
    }
    String name = by == Dimension.EVENT ? "event" : by.wireName() + "Id";
    List<GroupView> groups = new ArrayList<>();
    numbers.groups().entrySet().stream()
        .sorted((a, b) -> Long.compare(sum(b.getValue()), sum(a.getValue())))
        .limit(MAX_GROUPS)
        .forEach(
            group -> {
              String value = group.getKey();
              boolean listed = by != Dimension.EVENT || isListed(value);
              String own = "&" + name + "=" + URLEncoder.encode(value, UTF_8);
              groups.add(
                  new GroupView(
                      by == Dimension.EVENT
                          ? Optional.ofNullable(LedgerEntryView.event(value)).orElse("")
                          : value,
                      steps(group.getValue(), listed ? list + own : null)));
            });
    return groups;
  }

  /** Messages without an event, and those beyond the names of the index, have no list. */
  private static boolean isListed(String event) {
    return event.equals(LedgerEntryView.event(event));
  }

  private static long sum(Map<Step, Long> numbers) {
    return numbers.values().stream().mapToLong(Long::longValue).sum();
  }

  private static List<StepView> steps(Map<Step, Long> numbers, @Nullable String list) {
    List<StepView> steps = new ArrayList<>();
    numbers.forEach(
        (step, count) -> {
          String condition =
              switch (step) {
                case RECEIVED, WAITING -> null;
                case RETRIED -> "&end=none&failed=true";
                case FILTERED -> "&end=filtered";
                case DELIVERED -> "&end=delivered";
                case FAILED -> "&end=failed";
                case CANCELLED -> "&end=cancelled";
                case EXPIRED -> "&end=expired";
                case SUPERSEDED -> "&end=superseded";
              };
          steps.add(
              new StepView(
                  step, count, condition == null || list == null ? null : list + condition));
        });
    return steps;
  }
}
