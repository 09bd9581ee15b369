package io.postrider.server.delivery.api;

import io.postrider.delivery.FailureReason;
import io.postrider.id.DestinationId;
import io.postrider.message.Redaction;
import io.postrider.server.access.RedactionPolicy;
import io.postrider.server.http.admin.AccessRole;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.Page;
import io.postrider.server.http.admin.PageCursor;
import io.postrider.server.http.admin.Paging;
import io.postrider.server.http.admin.Query;
import io.postrider.server.http.admin.Resource;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The latest attempts and the failed deliveries of a destination. */
final class HistoryResource implements ApiRoutes {

  /** The reasons of failed deliveries: those of attempts, {@code expired} and {@code cancelled}. */
  static final Set<String> REASONS =
      Stream.concat(
              Stream.of(FailureReason.values()).map(FailureReason::wireName),
              Stream.of("expired", "cancelled"))
          .collect(Collectors.toUnmodifiableSet());

  private final DestinationPath destinations;
  private final DeliveryHistory history;
  private final RedactionPolicy redactionPolicy;

  HistoryResource(
      DestinationPath destinations, DeliveryHistory history, RedactionPolicy redactionPolicy) {
    this.destinations = destinations;
    this.history = history;
    this.redactionPolicy = redactionPolicy;
  }

  @Override
  public List<Resource> resources() {
    return List.of(Resource.at("/destinations/:id/deliveries").on(HttpMethod.GET, this::list));
  }

  private ApiResponse list(ApiRequest call) {
    DestinationId id = destinations.of(call).id();
    Query query = Query.of(call);
    boolean failed =
        Boolean.TRUE.equals(
            query.parameter("status", HistoryResource::parse, "must be attempts or failed"));
    String reason =
        query.parameter(
            "reason",
            text -> Optional.of(text).filter(REASONS::contains),
            "must be a reason such as timeout or http_status");
    Paging<String> paging = Paging.of(query, PageCursor.texts(failed ? "failed" : "attempts", id));
    query.check();
    Redaction redaction = redactionPolicy.of(call);
    return ApiResponse.json(
        200,
        failed
            ? failed(id, reason, paging).map(one -> RedactedDelivery.of(one, redaction))
            : attempts(id, reason, paging)
                .map(one -> RedactedDelivery.of(shown(one, call), redaction)));
  }

  /** Viewers do not see the values of static headers. */
  private static DeliveryHistory.Attempt shown(DeliveryHistory.Attempt attempt, ApiRequest call) {
    return call.caller().role().covers(AccessRole.EDITOR)
        ? attempt
        : RedactedDelivery.withoutHeaderValues(attempt);
  }

  private Page<DeliveryHistory.Failed> failed(
      DestinationId id, @Nullable String reason, Paging<String> paging) {
    Page<DeliveryHistory.Failed> found =
        history.failed(id, reason, paging.after(), paging.limit()).orElseThrow(PageCursor::invalid);
    return paging.page(found.data(), found.next());
  }

  private Page<DeliveryHistory.Attempt> attempts(
      DestinationId id, @Nullable String reason, Paging<String> paging) {
    List<DeliveryHistory.Attempt> remembered = history.attempts(id);
    String cursor = paging.after();
    if (cursor != null) {
      remembered = AttemptCursor.parse(cursor).orElseThrow(PageCursor::invalid).rest(remembered);
    }
    List<DeliveryHistory.Attempt> wanted =
        remembered.stream()
            .filter(attempt -> reason == null || reason.equals(attempt.reason()))
            .toList();
    return paging.page(wanted, attempt -> AttemptCursor.behind(attempt).text());
  }

  private static Optional<Boolean> parse(String status) {
    return switch (status) {
      case "attempts" -> Optional.of(false);
      case "failed" -> Optional.of(true);
      default -> Optional.empty();
    };
  }
}
