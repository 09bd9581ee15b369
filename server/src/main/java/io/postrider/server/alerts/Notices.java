package io.postrider.server.alerts;

import io.postrider.delivery.Outcome;
import io.postrider.id.DestinationId;
import io.postrider.route.Destination;
import io.postrider.server.alerts.api.NotificationList;
import io.postrider.server.catalog.DestinationHealth;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.delivery.DeliveryInspector;
import io.postrider.server.delivery.DeliveryService;
import io.postrider.server.delivery.DestinationStatus;
import io.postrider.server.delivery.SinglePost;
import io.postrider.server.delivery.stats.LastError;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What notifications are made of, sent by and shown as. */
public final class Notices {

  private Notices() {}

  /** What is seen of every destination that is enabled. */
  public static Supplier<Collection<Observation>> sights(
      DeliveryInspector inspection, LiveCatalog catalog) {
    return () -> {
      Map<DestinationId, DestinationStatus> standings = inspection.statuses();
      List<Observation> sights = new ArrayList<>();
      for (Destination destination : catalog.current().destinations()) {
        if (destination.isEnabled()) {
          sights.add(sight(destination, standings.get(destination.id())));
        }
      }
      return sights;
    };
  }

  private static Observation sight(Destination destination, @Nullable DestinationStatus standing) {
    if (standing == null) {
      return new Observation(
          destination.id(), destination.name(), Observation.Condition.UNKNOWN, null, null);
    }
    LastError error = standing.lastError();
    return new Observation(
        destination.id(),
        destination.name(),
        condition(standing.health(destination), standing),
        standing.failingSince(),
        error == null ? null : error.detail());
  }

  /** It is well only if something was delivered; that nothing failed yet says nothing. */
  private static Observation.Condition condition(
      DestinationHealth.State state, DestinationStatus standing) {
    return switch (state) {
      case FAILING -> Observation.Condition.FAILING;
      case HEALTHY, DEGRADED ->
          standing.deliveredAt() == null
              ? Observation.Condition.UNKNOWN
              : Observation.Condition.WELL;
      case PAUSED, DISABLED -> Observation.Condition.UNKNOWN;
    };
  }

  /** Posts as messages are posted. */
  public static AlertSender mailer(DeliveryService service) {
    SinglePost post = service.singlePost();
    return (url, secret, body) ->
        post.post(url, secret, body).outcome() instanceof Outcome.Failure failure
            ? Optional.of(failure.detail())
            : Optional.empty();
  }

  /** What was told, as the admin API shows it. */
  public static NotificationList list(NotificationStore store) {
    return (before, limit) -> store.page(before, limit).map(Notices::item);
  }

  private static NotificationList.Item item(Notification notification) {
    return new NotificationList.Item(
        notification.idText(),
        notification.at(),
        notification.kind().wireName(),
        notification.destination(),
        notification.destinationName(),
        notification.message(),
        notification.since(),
        notification.sent().wireName());
  }
}
