package io.postrider.server.delivery.api;

import io.postrider.id.DestinationId;
import io.postrider.log.RecordLog;
import io.postrider.route.Destination;
import io.postrider.server.access.AuditTrail;
import io.postrider.server.access.RedactionPolicy;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.delivery.DeliveryViews;
import io.postrider.server.delivery.MessageSearch;
import io.postrider.server.delivery.SinglePost;
import io.postrider.server.delivery.UserSearch;
import io.postrider.server.delivery.replay.Replays;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiRoutes;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The admin API of deliveries: the routes, and what answers them. */
public record DeliveryApi(
    TestResource.Sender tests,
    TryNowResource.Hurry hurry,
    DeliveryHistory history,
    DeliveryStatistics statistics,
    Replays replays,
    MessageLookup messages,
    DeliveryLedger ledger) {

  private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

  /**
   * The API of a node that delivers, or knows nodes that do.
   *
   * @param post null on a node that does not deliver
   */
  public static DeliveryApi of(
      DeliveryViews views,
      @Nullable SinglePost post,
      KnownSources sources,
      RecordLog log,
      MessageSearch search,
      UserSearch users,
      LedgerReader ledger) {
    DeliveryStatistics statistics =
        new NodeDeliveryStatistics(views.statistics(), views.statuses(), log);
    return new DeliveryApi(
        post == null ? none().tests : new NodeTestSender(post, views.breakers()),
        destination -> {
          views.breakers().tryNow(destination.id());
          return statistics.snapshot(destination.id());
        },
        new NodeDeliveryHistory(views, search, sources, log),
        statistics,
        new NodeReplays(views, log, search, sources),
        new NodeMessageLookup(views, search, users, sources, ledger, log.partitions()),
        new NodeDeliveryLedger(ledger, search, users, sources));
  }

  /** The API of a node without the deliver role: it has no data and starts nothing. */
  public static DeliveryApi none() {
    return new DeliveryApi(
        (destination, type) -> {
          throw notDelivering();
        },
        destination -> {
          throw notDelivering();
        },
        new DeliveryHistory() {},
        new DeliveryStatistics() {},
        (destination, order) -> {
          throw notDelivering();
        },
        new MessageLookup() {},
        new DeliveryLedger() {});
  }

  private static ApiException notDelivering() {
    return ApiException.unavailable(
        "This node does not have the deliver role; ask a node that has it.", RETRY_AFTER);
  }

  public List<ApiRoutes> routes(
      LiveCatalog catalog,
      AuditTrail trail,
      InstantSource clock,
      RedactionPolicy redaction,
      ReceivedMessages received) {
    Function<ApiRequest, Destination> destinations =
        call ->
            DestinationId.parse(call.path("id"))
                .flatMap(id -> catalog.current().destination(id))
                .orElseThrow(() -> ApiException.notFound("destination"));
    return List.of(
        new TestResource(destinations, tests),
        new TryNowResource(destinations, hurry, trail, clock),
        new HistoryResource(destinations, history, redaction),
        new StatisticsResource(destinations, statistics, clock),
        new ReplayResource(destinations, replays, trail, clock),
        new MessageResource(messages, ledger, redaction),
        new AttemptResource(destinations, ledger, redaction, clock),
        new DeliveryOverviewResource(
            new DeliveryOverview(ledger, statistics, received, catalog::current),
            redaction,
            clock));
  }
}
