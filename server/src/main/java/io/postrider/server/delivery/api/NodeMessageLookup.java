package io.postrider.server.delivery.api;

import io.postrider.delivery.DeliveryStatus;
import io.postrider.id.DestinationId;
import io.postrider.message.Field;
import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.route.RoutingDecision;
import io.postrider.server.delivery.DeliveryViews;
import io.postrider.server.delivery.MessageSearch;
import io.postrider.server.delivery.PartitionOffset;
import io.postrider.server.delivery.UserSearch;
import io.postrider.server.http.admin.PageCursor;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Finds messages in the log and their status at every destination. */
final class NodeMessageLookup implements MessageLookup {

  private final DeliveryViews views;
  private final MessageSearch search;
  private final UserSearch users;
  private final KnownSources sources;
  private final LedgerReader ledger;
  private final int partitions;

  NodeMessageLookup(
      DeliveryViews views,
      MessageSearch search,
      UserSearch users,
      KnownSources sources,
      LedgerReader ledger,
      int partitions) {
    this.views = views;
    this.search = search;
    this.users = users;
    this.sources = sources;
    this.ledger = ledger;
    this.partitions = partitions;
  }

  @Override
  public MessagePage find(String messageId) {
    return find(messageId, false);
  }

  @Override
  public MessagePage stories(String messageId) {
    return find(messageId, true);
  }

  private MessagePage find(String messageId, boolean withEntries) {
    Catalog now = sources.catalog();
    MessageSearch.Result result = search.find(messageId, sources.all(now));
    return new MessagePage(views(result.found(), now, withEntries), null, result.searchedTo());
  }

  @Override
  public MessagePage ofUser(String userId, @Nullable PartitionOffset before, int limit) {
    if (before != null && before.partition() >= partitions) {
      throw PageCursor.invalid();
    }
    Catalog now = sources.catalog();
    UserSearch.Page page = users.find(userId, sources.all(now), before, limit);
    return new MessagePage(views(page.found(), now, false), page.next(), page.searchedTo());
  }

  private List<MessageView> views(
      List<MessageSearch.Found> found, Catalog now, boolean withEntries) {
    List<MessageRecords.OfMessage> recorded = new MessageRecords(ledger).of(found);
    return IntStream.range(0, found.size())
        .mapToObj(i -> view(found.get(i), now, recorded.get(i), withEntries))
        .toList();
  }

  private MessageView view(
      MessageSearch.Found found,
      Catalog now,
      MessageRecords.OfMessage recorded,
      boolean withEntries) {
    RecordView record = found.record();
    String messageId = record.text(Field.MESSAGE_ID);
    List<DeliveryView> shown = deliveries(found, now, recorded, withEntries);
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
        recorded.isComplete(),
        shown);
  }

  /** The statuses at the destinations of the catalog, then at deleted ones. */
  private List<DeliveryView> deliveries(
      MessageSearch.Found found,
      Catalog now,
      MessageRecords.OfMessage recorded,
      boolean withEntries) {
    Map<DestinationId, DeliveryStatus> statuses =
        views.deliveries().statuses(found.partition(), found.offset());
    List<DeliveryView> shown = new ArrayList<>();
    for (Destination destination : now.destinations()) {
      DestinationId id = destination.id();
      DeliveryStatus status = statuses.get(id);
      if (status != null) {
        RoutingDecision decision =
            views
                .rules()
                .decision(now, destination, found.partition(), found.offset(), found.record());
        boolean rulesUnchanged =
            views.rules().unchangedSince(id, found.partition(), found.offset());
        RecordedDelivery known =
            DeliveryStates.wasFor(decision) ? recorded.atConnected(id) : recorded.at(id);
        DeliveryView view = DeliveryStates.view(id, decision, rulesUnchanged, status, known);
        shown.add(withEntries ? told(view, known, found, recorded) : view);
      }
    }
    for (DestinationId id : recorded.destinations()) {
      if (now.destination(id).isEmpty()) {
        DeliveryView view = DeliveryStates.atDeleted(id, recorded.at(id));
        shown.add(withEntries ? told(view, recorded.at(id), found, recorded) : view);
      }
    }
    return shown;
  }

  private static DeliveryView told(
      DeliveryView view,
      RecordedDelivery known,
      MessageSearch.Found found,
      MessageRecords.OfMessage recorded) {
    return view.with(
        known.views(found.partition(), found.record().text(Field.MESSAGE_ID)),
        recorded.gaps(view.destinationId()));
  }
}
