package io.postrider.server.delivery.api;

import io.postrider.delivery.DeliveryStatus;
import io.postrider.id.DestinationId;
import io.postrider.log.RecordLog;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.server.delivery.DeliveryViews;
import io.postrider.server.delivery.MessageSearch;
import io.postrider.server.delivery.ReplayControl;
import io.postrider.server.delivery.ReplayControl.Span;
import io.postrider.server.delivery.replay.ReplayOrder;
import io.postrider.server.delivery.replay.ReplayStatus;
import io.postrider.server.delivery.replay.Replays;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Replays; finds the log offsets that an order selects. */
final class NodeReplays implements Replays {

  private final DeliveryViews views;
  private final ReplayControl replays;
  private final RecordLog log;
  private final MessageSearch search;
  private final KnownSources sources;

  NodeReplays(DeliveryViews views, RecordLog log, MessageSearch search, KnownSources sources) {
    this.views = views;
    this.replays = views.replays();
    this.log = log;
    this.search = search;
    this.sources = sources;
  }

  @Override
  public Start start(Destination destination, ReplayOrder order) {
    List<Span> spans;
    switch (order) {
      case ReplayOrder.Range range -> spans = spans(range.from(), range.to());
      case ReplayOrder.FailedSince failed -> spans = spans(failed.since(), null);
      case ReplayOrder.OneMessage one -> {
        List<MessageSearch.Found> found = find(destination, one);
        if (found.isEmpty()) {
          return new NoSuchMessage();
        }
        if (found.size() > 1) {
          return new SeveralMessages(found.stream().map(NodeReplays::source).toList());
        }
        MessageSearch.Found message = found.getFirst();
        if (isOpen(destination.id(), message)) {
          return new StillTried();
        }
        spans = List.of(new Span(message.partition(), message.offset(), message.offset() + 1));
      }
    }
    return replays.start(destination.id(), spans, order);
  }

  private boolean isOpen(DestinationId destination, MessageSearch.Found message) {
    return views.deliveries().statuses(message.partition(), message.offset()).get(destination)
        instanceof DeliveryStatus.Open;
  }

  /** The newest message with this ID of each source that would go to the destination now. */
  private List<MessageSearch.Found> find(Destination destination, ReplayOrder.OneMessage order) {
    Catalog now = sources.catalog();
    Map<String, MessageSearch.Found> newest = new LinkedHashMap<>();
    search.find(order.messageId(), sources.all(now)).found().stream()
        .filter(found -> order.sourceId() == null || order.sourceId().equals(source(found)))
        .filter(found -> views.rules().isForToday(now, destination, found.record()))
        .forEach(found -> newest.putIfAbsent(source(found), found));
    return List.copyOf(newest.values());
  }

  private static String source(MessageSearch.Found found) {
    return found.record().source().toString();
  }

  private List<Span> spans(Instant from, @Nullable Instant to) {
    List<Span> spans = new ArrayList<>();
    for (int partition = 0; partition < log.partitions(); partition++) {
      spans.add(
          new Span(
              partition,
              log.offsetAt(partition, from),
              to == null ? log.endOffset(partition) : log.offsetAt(partition, to)));
    }
    return spans;
  }

  @Override
  public List<ReplayStatus> list(DestinationId destination) {
    return replays.list(destination);
  }

  @Override
  public void cancel(DestinationId destination, long id) {
    replays.cancel(destination, id);
  }
}
