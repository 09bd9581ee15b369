package io.postrider.server.control.deliveries;

import io.postrider.delivery.Reason;
import io.postrider.message.Redaction;
import io.postrider.route.DestinationId;
import io.postrider.server.control.ApiPart;
import io.postrider.server.http.AccessRole;
import io.postrider.server.http.Answer;
import io.postrider.server.http.Call;
import io.postrider.server.http.ListCursors;
import io.postrider.server.http.Query;
import io.postrider.server.http.Resource;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What was tried lately at a destination, and what was given up on. */
final class HistoryResource implements ApiPart {

  /** Why a delivery may have failed: as an attempt does, or because it never had its chance. */
  static final Set<String> REASONS =
      Stream.concat(
              Stream.of(Reason.values()).map(Reason::wireName), Stream.of("expired", "cancelled"))
          .collect(Collectors.toUnmodifiableSet());

  private final Addressee addressee;
  private final DeliveryHistory history;
  private final Discretion discretion;

  HistoryResource(Addressee addressee, DeliveryHistory history, Discretion discretion) {
    this.addressee = addressee;
    this.history = history;
    this.discretion = discretion;
  }

  @Override
  public List<Resource> resources() {
    return List.of(Resource.at("/destinations/:id/deliveries").on(HttpMethod.GET, this::list));
  }

  private Answer list(Call call) {
    DestinationId id = addressee.of(call).id();
    Query query = Query.of(call);
    boolean failed =
        Boolean.TRUE.equals(
            query.parameter("status", HistoryResource::parse, "must be attempts or failed"));
    String reason =
        query.parameter(
            "reason",
            text -> Optional.of(text).filter(REASONS::contains),
            "must be a reason such as timeout or http_status");
    int limit = Addressee.limit(query);
    ListCursors cursors = ListCursors.of(failed ? "failed" : "attempts", id);
    String cursor = Addressee.cursor(query, cursors);
    query.check();
    Redaction redaction = discretion.of(call);
    return Answer.json(
        200,
        failed
            ? failed(id, reason, cursor, limit).map(one -> Masked.of(one, redaction)).of(cursors)
            : attempts(id, reason, cursor, limit)
                .map(one -> Masked.of(shown(one, call), redaction))
                .of(cursors));
  }

  /** Viewers do not see the values of static headers, here as in the destination's settings. */
  private static DeliveryHistory.Attempt shown(DeliveryHistory.Attempt attempt, Call call) {
    return call.caller().role().covers(AccessRole.EDITOR)
        ? attempt
        : Masked.withoutHeaderValues(attempt);
  }

  private Listing<DeliveryHistory.Failed> failed(
      DestinationId id, @Nullable String reason, @Nullable String cursor, int limit) {
    return history.failed(id, reason, cursor, limit).orElseThrow(ListCursors::wrong);
  }

  private Listing<DeliveryHistory.Attempt> attempts(
      DestinationId id, @Nullable String reason, @Nullable String cursor, int limit) {
    List<DeliveryHistory.Attempt> remembered = history.attempts(id);
    if (cursor != null) {
      remembered = AttemptCursor.parse(cursor).orElseThrow(ListCursors::wrong).rest(remembered);
    }
    List<DeliveryHistory.Attempt> wanted =
        remembered.stream()
            .filter(attempt -> reason == null || reason.equals(attempt.reason()))
            .toList();
    if (wanted.size() <= limit) {
      return new Listing<>(wanted, null);
    }
    List<DeliveryHistory.Attempt> page = wanted.subList(0, limit);
    return new Listing<>(page, AttemptCursor.behind(page.getLast()).text());
  }

  private static Optional<Boolean> parse(String status) {
    return switch (status) {
      case "attempts" -> Optional.of(false);
      case "failed" -> Optional.of(true);
      default -> Optional.empty();
    };
  }
}
