package io.postrider.server.delivery.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.id.DestinationId;
import io.postrider.id.WireNamed;
import io.postrider.message.MessageType;
import io.postrider.message.Redaction;
import io.postrider.route.Destination;
import io.postrider.server.access.RedactionPolicy;
import io.postrider.server.access.Visibility;
import io.postrider.server.delivery.api.DeliveryLedger.EntryPage;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.FieldError;
import io.postrider.server.http.admin.ListExport;
import io.postrider.server.http.admin.PageCursor;
import io.postrider.server.http.admin.Paging;
import io.postrider.server.http.admin.Query;
import io.postrider.server.http.admin.Reply;
import io.postrider.server.http.admin.Resource;
import io.postrider.server.http.admin.TimeBounds;
import io.postrider.server.http.admin.TimeRange;
import io.postrider.server.ledger.index.AttemptCounts;
import io.postrider.server.ledger.index.AttemptQuery;
import io.postrider.server.ledger.index.CountRow;
import io.postrider.server.ledger.index.Dimension;
import io.postrider.server.ledger.index.EntryPosition;
import io.postrider.server.ledger.index.PageDirection;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The recorded attempts and ends of deliveries, and their numbers over time. */
final class AttemptResource implements ApiRoutes {

  private final Function<ApiRequest, Destination> destinations;
  private final DeliveryLedger ledger;
  private final RedactionPolicy redactionPolicy;
  private final InstantSource clock;

  AttemptResource(
      Function<ApiRequest, Destination> destinations,
      DeliveryLedger ledger,
      RedactionPolicy redactionPolicy,
      InstantSource clock) {
    this.destinations = destinations;
    this.ledger = ledger;
    this.redactionPolicy = redactionPolicy;
    this.clock = clock;
  }

  private record PageView(
      @JsonProperty List<LedgerEntryView> data,
      @JsonProperty @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable String next,
      @JsonProperty @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable String previous,
      @JsonProperty LedgerReach ledger) {}

  private record CountView(
      @JsonProperty Instant at,
      @JsonProperty Map<String, String> group,
      @JsonProperty long count) {}

  private record CountsView(
      @JsonProperty List<CountView> data,
      @JsonProperty boolean complete,
      @JsonProperty LedgerReach ledger) {}

  @Override
  public List<Resource> resources() {
    return List.of(
        Resource.at("/attempts").on(HttpMethod.GET, call -> list(call, null)),
        Resource.at("/attempts/counts").on(HttpMethod.GET, this::counts),
        Resource.at("/destinations/:id/attempts")
            .on(HttpMethod.GET, call -> list(call, destinations.apply(call).id())));
  }

  private Reply list(ApiRequest call, @Nullable DestinationId destination) {
    Query request = Query.of(call);
    AttemptParameters wanted = AttemptParameters.of(request, destination, redactionPolicy.of(call));
    PageCursor<EntryPosition> cursors =
        PageCursor.of(
            "ledger",
            destination == null ? "" : destination,
            EntryPosition::text,
            EntryPosition::parse);
    Paging<EntryPosition> paging = Paging.of(request, cursors);
    PageDirection direction =
        request.parameter("direction", AttemptResource::direction, "must be older or newer");
    TimeBounds times = TimeBounds.of(request);
    ListExport.Format format = ListExport.format(request);
    request.check();
    AttemptQuery query =
        wanted
            .query()
            .between(
                times.from() == null ? Instant.MIN : times.from(),
                times.to() == null ? Instant.MAX : times.to());
    EntryPosition after = paging.after();
    boolean newer = direction == PageDirection.NEWER;
    if (format != ListExport.Format.JSON) {
      return AttemptExport.of(
          format,
          destination == null ? "attempts" : "attempts-" + destination,
          after,
          at ->
              ledger.attempts(
                  query, wanted.userId(), PageDirection.OLDER, at, DeliveryLedger.MAX_PAGE),
          shown(call));
    }
    EntryPage page =
        ledger.attempts(
            query,
            wanted.userId(),
            newer ? PageDirection.NEWER : PageDirection.OLDER,
            after,
            paging.limit());
    return ApiResponse.json(
        200,
        new PageView(
            page.data().stream().map(shown(call)).toList(),
            cursors.text(newer ? either(page.oldest(), after) : page.next()),
            cursors.text(newer ? either(page.next(), either(page.newest(), after)) : page.newest()),
            ledger.reach(destination)));
  }

  private static @Nullable EntryPosition either(
      @Nullable EntryPosition one, @Nullable EntryPosition other) {
    return one == null ? other : one;
  }

  private static Optional<PageDirection> direction(String text) {
    return switch (text) {
      case "older" -> Optional.of(PageDirection.OLDER);
      case "newer" -> Optional.of(PageDirection.NEWER);
      default -> Optional.empty();
    };
  }

  private UnaryOperator<LedgerEntryView> shown(ApiRequest call) {
    Redaction redaction = redactionPolicy.of(call);
    boolean secrets = Visibility.showsSecrets(call);
    return entry ->
        RedactedDelivery.of(secrets ? entry : RedactedDelivery.withoutSecrets(entry), redaction);
  }

  private ApiResponse counts(ApiRequest call) {
    Query request = Query.of(call);
    Redaction redaction = redactionPolicy.of(call);
    AttemptParameters wanted = AttemptParameters.of(request, null, redaction);
    List<Dimension> asked =
        request.parameter("by", AttemptResource::dimensions, "must be names such as status,reason");
    TimeRange range = TimeRange.of(request, clock.instant());
    List<Dimension> by = asked == null ? List.of() : asked;
    if (by.contains(Dimension.EVENT) && redaction.hides("event")) {
      throw ApiException.invalid(
          List.of(new FieldError("by", "must not have event: it is redacted for viewers")));
    }
    AttemptCounts counts =
        ledger.counts(
            wanted.query(), wanted.userId(), range.from(), range.to(), range.step().length(), by);
    return ApiResponse.json(
        200,
        new CountsView(
            counts.rows().stream().map(row -> view(row, by)).toList(),
            counts.complete(),
            ledger.reach(null)));
  }

  private static Optional<List<Dimension>> dimensions(String text) {
    List<Dimension> found = new ArrayList<>();
    for (String name : text.split(",", -1)) {
      Optional<Dimension> one = WireNamed.parse(Dimension.class, name);
      if (one.isEmpty() || found.contains(one.get())) {
        return Optional.empty();
      }
      found.add(one.get());
    }
    return Optional.of(found);
  }

  private static CountView view(CountRow row, List<Dimension> by) {
    Map<String, String> group = new LinkedHashMap<>();
    for (int i = 0; i < by.size(); i++) {
      group.put(by.get(i).wireName(), value(by.get(i), row.group().get(i)));
    }
    return new CountView(row.from(), group, row.count());
  }

  private static String value(Dimension dimension, String value) {
    return switch (dimension) {
      case TYPE ->
          MessageType.ofCode(Integer.parseInt(value)).map(MessageType::wireName).orElse("");
      case EVENT -> Optional.ofNullable(LedgerEntryView.event(value)).orElse("");
      case STATUS -> value.equals("0") ? "" : value;
      case DESTINATION, URL, SOURCE, REASON, END, SENT, FAILED -> value;
    };
  }
}
