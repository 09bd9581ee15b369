package io.postrider.server.bridge;

import io.postrider.delivery.Outcome;
import io.postrider.route.Destination;
import io.postrider.route.DestinationId;
import io.postrider.server.control.DestinationHealth;
import io.postrider.server.control.LiveCatalog;
import io.postrider.server.control.insight.NotificationList;
import io.postrider.server.deliver.DeliveryService;
import io.postrider.server.deliver.Inspection;
import io.postrider.server.deliver.SinglePost;
import io.postrider.server.deliver.Standing;
import io.postrider.server.deliver.watch.LastError;
import io.postrider.server.notify.Mailer;
import io.postrider.server.notify.Notification;
import io.postrider.server.notify.NotificationStore;
import io.postrider.server.notify.Sight;
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
  public static Supplier<Collection<Sight>> sights(Inspection inspection, LiveCatalog catalog) {
    return () -> {
      Map<DestinationId, Standing> standings = inspection.standings();
      List<Sight> sights = new ArrayList<>();
      for (Destination destination : catalog.current().destinations()) {
        if (destination.isEnabled()) {
          sights.add(sight(destination, standings.get(destination.id())));
        }
      }
      return sights;
    };
  }

  private static Sight sight(Destination destination, @Nullable Standing standing) {
    if (standing == null) {
      return new Sight(destination.id(), destination.name(), Sight.Condition.UNKNOWN, null, null);
    }
    LastError error = standing.lastError();
    return new Sight(
        destination.id(),
        destination.name(),
        condition(Health.state(destination, standing), standing),
        standing.failingSince(),
        error == null ? null : error.detail());
  }

  /** It is well only if something was delivered; that nothing failed yet says nothing. */
  private static Sight.Condition condition(DestinationHealth.State state, Standing standing) {
    return switch (state) {
      case FAILING -> Sight.Condition.FAILING;
      case HEALTHY, DEGRADED ->
          standing.deliveredAt() == null ? Sight.Condition.UNKNOWN : Sight.Condition.WELL;
      case PAUSED, DISABLED -> Sight.Condition.UNKNOWN;
    };
  }

  /** Posts as messages are posted. */
  public static Mailer mailer(DeliveryService service) {
    SinglePost post = service.singlePost();
    return (url, secret, body) ->
        post.post(url, secret, body).outcome() instanceof Outcome.Failure failure
            ? Optional.of(failure.detail())
            : Optional.empty();
  }

  /** What was told, as the admin API shows it. */
  public static NotificationList list(NotificationStore store) {
    return (before, limit) -> {
      NotificationStore.Page page = store.page(before, limit);
      return new NotificationList.Page(
          page.notifications().stream().map(Notices::item).toList(), page.next());
    };
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
