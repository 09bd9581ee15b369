package io.postrider.server.bridge;

import io.postrider.delivery.Failure;
import io.postrider.delivery.Whereabouts;
import io.postrider.message.Field;
import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.route.DestinationId;
import io.postrider.route.Source;
import io.postrider.route.Verdict;
import io.postrider.server.control.LiveCatalog;
import io.postrider.server.control.deliveries.MessageFates;
import io.postrider.server.deliver.DeliveryService;
import io.postrider.server.deliver.MessageSearch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where messages are, at every destination. */
final class Fates implements MessageFates {

  private final DeliveryService service;
  private final MessageSearch search;
  private final LiveCatalog catalog;

  Fates(DeliveryService service, MessageSearch search, LiveCatalog catalog) {
    this.service = service;
    this.search = search;
    this.catalog = catalog;
  }

  @Override
  public List<MessageFate> find(String messageId) {
    Catalog now = catalog.current();
    return search.find(messageId, now.sources().stream().map(Source::id).toList()).stream()
        .map(found -> fate(messageId, found, now))
        .toList();
  }

  private MessageFate fate(String messageId, MessageSearch.Found found, Catalog now) {
    RecordView record = found.record();
    Map<DestinationId, Whereabouts> whereabouts =
        service.inspection().whereabouts(found.partition(), found.offset());
    List<DestinationFate> fates = new ArrayList<>();
    for (Destination destination : now.destinations()) {
      Whereabouts where = whereabouts.get(destination.id());
      if (where != null) {
        Verdict verdict =
            service.verdict(now, destination, found.partition(), found.offset(), record);
        fates.add(fate(destination.id(), verdict, where));
      }
    }
    return new MessageFate(
        messageId,
        record.isComputed() ? null : record.source(),
        record.type().map(MessageType::wireName).orElse("unknown"),
        record.text(Field.USER_ID),
        record.text(Field.ANONYMOUS_ID),
        record.receivedAt(),
        found.partition(),
        found.offset(),
        StandardCharsets.UTF_8.decode(record.json()).toString(),
        fates);
  }

  private static DestinationFate fate(
      DestinationId destination, Verdict verdict, Whereabouts where) {
    return switch (where) {
      case Whereabouts.Open open ->
          fate(
              destination,
              open.failure() == null ? State.WAITING : State.RETRYING,
              open.failure(),
              open.rounds(),
              open);
      case Whereabouts.Failed failed ->
          fate(destination, State.FAILED, failed.failure(), null, null);
      case Whereabouts.Expired _ -> unless(verdict, destination, State.EXPIRED);
      case Whereabouts.Cancelled _ -> unless(verdict, destination, State.CANCELLED);
      case Whereabouts.Waiting _ -> unless(verdict, destination, State.WAITING);
      case Whereabouts.Settled _ -> unless(verdict, destination, State.SETTLED);
    };
  }

  /** Only a message that is for the destination can be waiting there, or have ended. */
  private static DestinationFate unless(Verdict verdict, DestinationId destination, State state) {
    return switch (verdict) {
      case DELIVER -> new DestinationFate(destination, state, null, null, null, null);
      case NOT_FOR_IT -> new DestinationFate(destination, State.NOT_FOR_IT, null, null, null, null);
      case EXCLUDED ->
          new DestinationFate(destination, State.NOT_FOR_IT, "integrations", null, null, null);
      case FILTERED -> new DestinationFate(destination, State.FILTERED, null, null, null, null);
      case HISTORICAL ->
          new DestinationFate(destination, State.NOT_FOR_IT, "historical", null, null, null);
    };
  }

  private static DestinationFate fate(
      DestinationId destination,
      State state,
      @Nullable Failure failure,
      @Nullable Integer rounds,
      Whereabouts.@Nullable Open open) {
    return new DestinationFate(
        destination,
        state,
        failure == null ? null : failure.reason().wireName(),
        failure == null || failure.status() == 0 ? null : (Integer) failure.status(),
        rounds,
        open == null ? null : open.nextDue());
  }
}
