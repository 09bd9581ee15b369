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
import io.postrider.server.ledger.index.LedgerSearch;
import io.vertx.core.http.HttpMethod;
import java.net.URLEncoder;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
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
   * @param attempts the path that lists its entries; null if none selects them
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record StepView(
      @JsonProperty Step step, @JsonProperty long count, @JsonProperty @Nullable String attempts) {}

  private record GroupView(@JsonProperty String value, @JsonProperty List<StepView> steps) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record View(
      @JsonProperty Instant from,
      @JsonProperty Instant to,
      @JsonProperty @Nullable Instant receivedSince,
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
    // The ledger counts whole minutes; lists must have the same entries.
    Instant to = wholeMinute(range.to());
    Numbers numbers = overview.count(scope, range.from(), to);
    String time = "from=" + Json.text(range.from()) + "&to=" + Json.text(to);
    String list = "/api/attempts?" + time + parameters(scope);
    return ApiResponse.json(
        200,
        new View(
            range.from(),
            to,
            numbers.receivedSince(),
            steps(numbers.total(), list),
            groups(numbers, scope, list),
            numbers.complete(),
            overview.reach(scope.destination())));
  }

  private static Instant wholeMinute(Instant time) {
    Instant start = time.truncatedTo(ChronoUnit.MINUTES);
    return start.equals(time) ? time : start.plus(1, ChronoUnit.MINUTES);
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
              groups.add(
                  new GroupView(
                      Optional.ofNullable(LedgerEntryView.event(value)).orElse(""),
                      steps(group.getValue(), list(list, name, value))));
            });
    return groups;
  }

  /** The list of a group; null for events beyond those that the index distinguishes. */
  private static @Nullable String list(String all, String name, String value) {
    if (value.equals(LedgerSearch.OTHER_EVENTS)) {
      return null;
    }
    return all
        + (value.isEmpty() ? "&noEvent=true" : "&" + name + "=" + URLEncoder.encode(value, UTF_8));
  }

  private static long sum(Map<Step, Long> numbers) {
    return numbers.values().stream().mapToLong(Long::longValue).sum();
  }

  private static List<StepView> steps(Map<Step, Long> numbers, @Nullable String list) {
    return numbers.entrySet().stream()
        .map(
            one ->
                new StepView(
                    one.getKey(),
                    one.getValue(),
                    list == null ? null : list + condition(one.getKey())))
        .toList();
  }

  /** What received and waiting messages have are their attempts so far. */
  private static String condition(Step step) {
    return switch (step) {
      case RECEIVED -> "";
      case WAITING -> "&end=none";
      case RETRIED -> "&end=none&failed=true";
      case FILTERED -> "&end=filtered";
      case DELIVERED -> "&end=delivered";
      case FAILED -> "&end=failed";
      case CANCELLED -> "&end=cancelled";
      case EXPIRED -> "&end=expired";
      case SUPERSEDED -> "&end=superseded";
    };
  }
}
