package io.postrider.server.delivery.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.delivery.FailureReason;
import io.postrider.id.DestinationId;
import io.postrider.message.Redaction;
import io.postrider.route.Destination;
import io.postrider.server.access.RedactionPolicy;
import io.postrider.server.access.Visibility;
import io.postrider.server.delivery.PartitionOffset;
import io.postrider.server.delivery.api.DeliveryHistory.Attempt;
import io.postrider.server.delivery.api.DeliveryHistory.Failed;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.ListExport;
import io.postrider.server.http.admin.Page;
import io.postrider.server.http.admin.PageCursor;
import io.postrider.server.http.admin.Paging;
import io.postrider.server.http.admin.Query;
import io.postrider.server.http.admin.Reply;
import io.postrider.server.http.admin.Resource;
import io.postrider.server.http.admin.SearchText;
import io.postrider.server.http.admin.TimeBounds;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The latest attempts and the failed deliveries of a destination. */
final class HistoryResource implements ApiRoutes {

  /** The reasons of failed deliveries: those of attempts, and those without an attempt. */
  private static final Set<String> REASONS =
      Stream.concat(
              Stream.of(FailureReason.values()).map(FailureReason::wireName),
              Stream.of("held", "expired", "cancelled"))
          .collect(Collectors.toUnmodifiableSet());

  private final Function<ApiRequest, Destination> destinations;
  private final DeliveryHistory history;
  private final RedactionPolicy redactionPolicy;

  HistoryResource(
      Function<ApiRequest, Destination> destinations,
      DeliveryHistory history,
      RedactionPolicy redactionPolicy) {
    this.destinations = destinations;
    this.history = history;
    this.redactionPolicy = redactionPolicy;
  }

  /**
   * A page of failed deliveries.
   *
   * @param since all that failed of messages accepted since then are listed; null without messages
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record FailedPageView(
      @JsonProperty List<Failed> data,
      @JsonProperty @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable String next,
      @JsonProperty @Nullable Instant since) {}

  @Override
  public List<Resource> resources() {
    return List.of(Resource.at("/destinations/:id/deliveries").on(HttpMethod.GET, this::list));
  }

  private Reply list(ApiRequest call) {
    DestinationId id = destinations.apply(call).id();
    Query query = Query.of(call);
    boolean failed =
        Boolean.TRUE.equals(
            query.parameter("status", HistoryResource::parse, "must be attempts or failed"));
    String reason =
        query.parameter(
            "reason",
            text -> Optional.of(text).filter(REASONS::contains),
            "must be a reason such as timeout or http_status");
    return failed
        ? failed(id, reason, query, call)
        : ApiResponse.json(200, attempts(id, reason, query, call));
  }

  private static Optional<Boolean> parse(String status) {
    return switch (status) {
      case "attempts" -> Optional.of(false);
      case "failed" -> Optional.of(true);
      default -> Optional.empty();
    };
  }

  private Reply failed(DestinationId id, @Nullable String reason, Query query, ApiRequest call) {
    Paging<PartitionOffset> paging =
        Paging.of(
            query, PageCursor.of("failed", id, PartitionOffset::text, PartitionOffset::parse));
    SearchText search = SearchText.of(query);
    TimeBounds times = TimeBounds.of(query);
    ListExport.Format format = ListExport.format(query);
    query.check();
    Redaction redaction = redactionPolicy.of(call);
    UnaryOperator<Failed> shown =
        one -> {
          Failed masked = RedactedDelivery.of(one, redaction);
          return Visibility.showsSecrets(call) ? masked : RedactedDelivery.withoutSecrets(masked);
        };
    // a search must not tell what the caller may not see
    Predicate<Failed> wanted =
        one ->
            (reason == null || reason.equals(one.reason()))
                && times.contain(one.failedAt() == null ? one.acceptedAt() : one.failedAt())
                && (search == null || FailedExport.contains(shown.apply(one), search));
    if (format != ListExport.Format.JSON) {
      return FailedExport.of(
          format, id, paging.after(), (at, most) -> history.failed(id, wanted, at, most), shown);
    }
    DeliveryHistory.FailedPage found = history.failed(id, wanted, paging.after(), paging.limit());
    Page<Failed> page = paging.page(found.data(), found.next()).map(shown);
    return ApiResponse.json(
        200, new FailedPageView(page.data(), page.next(), history.failedSince()));
  }

  private Page<Attempt> attempts(
      DestinationId id, @Nullable String reason, Query query, ApiRequest call) {
    Paging<AttemptCursor> paging =
        Paging.of(query, PageCursor.of("attempts", id, AttemptCursor::text, AttemptCursor::parse));
    query.check();
    AttemptCursor cursor = paging.after();
    List<Attempt> sampled = history.attempts(id);
    List<Attempt> wanted =
        (cursor == null ? sampled : cursor.rest(sampled))
            .stream().filter(attempt -> reason == null || reason.equals(attempt.reason())).toList();
    Redaction redaction = redactionPolicy.of(call);
    return paging
        .page(wanted, AttemptCursor::after)
        .map(one -> RedactedDelivery.of(shown(one, call), redaction));
  }

  private static Attempt shown(Attempt attempt, ApiRequest call) {
    return Visibility.showsSecrets(call) ? attempt : RedactedDelivery.withoutSecrets(attempt);
  }
}
