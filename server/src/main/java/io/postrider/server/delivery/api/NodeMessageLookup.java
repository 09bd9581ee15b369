package io.postrider.server.delivery.api;

import io.postrider.delivery.DeliveryStatus;
import io.postrider.delivery.Failure;
import io.postrider.id.DestinationId;
import io.postrider.message.Field;
import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.route.RoutingDecision;
import io.postrider.server.delivery.DeliveryService;
import io.postrider.server.delivery.MessageSearch;
import io.postrider.server.delivery.PartitionOffset;
import io.postrider.server.delivery.UserSearch;
import io.postrider.server.http.admin.PageCursor;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds messages in the log and their status at every destination. */
final class NodeMessageLookup implements MessageLookup {

  private final DeliveryService service;
  private final MessageSearch search;
  private final UserSearch users;
  private final KnownSources sources;
  private final int partitions;

  NodeMessageLookup(
      DeliveryService service,
      MessageSearch search,
      UserSearch users,
      KnownSources sources,
      int partitions) {
    this.service = service;
    this.search = search;
    this.users = users;
    this.sources = sources;
    this.partitions = partitions;
  }

  @Override
  public MessagePage find(String messageId) {
    Catalog now = sources.catalog();
    MessageSearch.Result result = search.find(messageId, sources.all(now));
    return new MessagePage(views(result.found(), now), null, result.searchedTo());
  }

  @Override
  public MessagePage ofUser(String userId, @Nullable PartitionOffset before, int limit) {
    if (before != null && before.partition() >= partitions) {
      throw PageCursor.invalid();
    }
    Catalog now = sources.catalog();
    UserSearch.Page page = users.find(userId, sources.all(now), before, limit);
    return new MessagePage(views(page.found(), now), page.next(), page.searchedTo());
  }

  private List<MessageView> views(List<MessageSearch.Found> found, Catalog now) {
    return found.stream().map(one -> view(one, now)).toList();
  }

  private MessageView view(MessageSearch.Found found, Catalog now) {
    RecordView record = found.record();
    String messageId = record.text(Field.MESSAGE_ID);
    Map<DestinationId, DeliveryStatus> statuses =
        service.inspector().statuses(found.partition(), found.offset());
    List<DeliveryView> views = new ArrayList<>();
    for (Destination destination : now.destinations()) {
      DeliveryStatus status = statuses.get(destination.id());
      if (status != null) {
        RoutingDecision decision =
            service.rules().decision(now, destination, found.partition(), found.offset(), record);
        boolean rulesUnchanged =
            service.rules().unchangedSince(destination.id(), found.partition(), found.offset());
        views.add(view(destination.id(), decision, rulesUnchanged, status));
      }
    }
    return new MessageView(
        messageId == null ? "" : messageId,
        record.isComputed() ? null : record.source(),
        record.type().map(MessageType::wireName).orElse("unknown"),
        record.text(Field.USER_ID),
        record.text(Field.ANONYMOUS_ID),
        record.receivedAt(),
        found.partition(),
        found.offset(),
        StandardCharsets.UTF_8.decode(record.json()).toString(),
        views);
  }

  /**
   * The status of a message at a destination.
   *
   * @param decision the decision of the rules in force
   * @param rulesUnchanged whether the rules have not changed since the message was accepted
   */
  static DeliveryView view(
      DestinationId destination,
      RoutingDecision decision,
      boolean rulesUnchanged,
      DeliveryStatus status) {
    return switch (status) {
      case DeliveryStatus.Open open -> {
        State state = open.failure() == null ? State.WAITING : State.RETRYING;
        yield view(destination, state, open.failure(), open.rounds(), open.nextDue());
      }
      case DeliveryStatus.Failed failed ->
          view(destination, State.FAILED, failed.failure(), null, null);
      case DeliveryStatus.Expired _ -> ifRouted(decision, destination, State.EXPIRED);
      case DeliveryStatus.Cancelled _ -> ifRouted(decision, destination, State.CANCELLED);
      case DeliveryStatus.Waiting _ -> ifRouted(decision, destination, State.WAITING);
      case DeliveryStatus.Superseded _ -> plain(destination, State.SUPERSEDED);
      case DeliveryStatus.Filtered _ -> plain(destination, State.FILTERED);
      case DeliveryStatus.Settled _ -> settled(destination, decision, rulesUnchanged);
    };
  }

  /**
   * No failure is stored, so the message was delivered if the rules let it pass. A message that its
   * offset or its own settings exclude was never for the destination, whatever the rules.
   */
  private static DeliveryView settled(
      DestinationId destination, RoutingDecision decision, boolean rulesUnchanged) {
    return switch (decision) {
      case NOT_FOR_IT, EXCLUDED -> ifRouted(decision, destination, State.DELIVERED);
      case DELIVER, BLOCKED, FILTERED, HISTORICAL ->
          rulesUnchanged
              ? ifRouted(decision, destination, State.DELIVERED)
              : plain(destination, State.SETTLED);
    };
  }

  private static DeliveryView plain(DestinationId destination, State state) {
    return new DeliveryView(destination, state, null, null, null, null, null);
  }

  /** A status other than excluded applies only to messages for the destination. */
  private static DeliveryView ifRouted(
      RoutingDecision decision, DestinationId destination, State state) {
    return switch (decision) {
      case DELIVER -> plain(destination, state);
      case NOT_FOR_IT -> plain(destination, State.NOT_FOR_IT);
      case EXCLUDED ->
          new DeliveryView(destination, State.NOT_FOR_IT, "integrations", null, null, null, null);
      case BLOCKED, FILTERED -> plain(destination, State.FILTERED);
      case HISTORICAL ->
          new DeliveryView(destination, State.NOT_FOR_IT, "historical", null, null, null, null);
    };
  }

  private static DeliveryView view(
      DestinationId destination,
      State state,
      @Nullable Failure failure,
      @Nullable Integer rounds,
      @Nullable Instant nextDue) {
    FailureView shown = failure == null ? null : FailureView.of(failure);
    return new DeliveryView(
        destination,
        state,
        shown == null ? null : shown.reason(),
        shown == null ? null : shown.status(),
        failure == null ? null : FailureView.lastError(failure),
        rounds,
        nextDue);
  }
}
