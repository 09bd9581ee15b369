package io.postrider.server.delivery.api;

import io.postrider.delivery.DeliveryStatus;
import io.postrider.delivery.DestinationState;
import io.postrider.id.DestinationId;
import io.postrider.log.RecordLog;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.server.delivery.DeliveryService;
import io.postrider.server.delivery.KnownSources;
import io.postrider.server.delivery.MessageSearch;
import io.postrider.server.delivery.ReplayService;
import io.postrider.server.delivery.ReplayService.Span;
import io.postrider.server.delivery.replay.ReplayOrder;
import io.postrider.server.delivery.replay.ReplayStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The replays of this node: finds the log offsets that an order selects, and formats statuses. */
final class NodeReplays implements Replays {

  private static final String PREFIX = "rpl_";

  private final DeliveryService delivery;
  private final ReplayService replays;
  private final RecordLog log;
  private final MessageSearch search;
  private final KnownSources sources;

  NodeReplays(DeliveryService delivery, RecordLog log, MessageSearch search, KnownSources sources) {
    this.delivery = delivery;
    this.replays = delivery.replays();
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
        Span span = span(found.getFirst());
        if (isOpen(destination.id(), span)) {
          return new StillTried();
        }
        spans = List.of(span);
      }
    }
    Optional<ReplayService.Start> start = replays.start(destination.id(), spans, order);
    if (start.isPresent() && start.get().busy()) {
      return new Busy(id(start.get().id()));
    }
    return start
        .flatMap(started -> find(destination.id(), id(started.id())))
        .<Start>map(Started::new)
        .orElseGet(NoSuchDestination::new);
  }

  private boolean isOpen(DestinationId destination, Span span) {
    return delivery.inspection().statuses(span.partition(), span.from()).get(destination)
        instanceof DeliveryStatus.Open;
  }

  private static Span span(MessageSearch.Found found) {
    return new Span(found.partition(), found.offset(), found.offset() + 1);
  }

  /** The newest message with this ID of each source that would go to the destination now. */
  private List<MessageSearch.Found> find(Destination destination, ReplayOrder.OneMessage order) {
    Catalog now = sources.catalog();
    Map<String, MessageSearch.Found> newest = new LinkedHashMap<>();
    search.find(order.messageId(), sources.all(now)).stream()
        .filter(found -> order.sourceId() == null || order.sourceId().equals(source(found)))
        .filter(found -> delivery.rules().isForToday(now, destination, found.record()))
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
  public List<Replay> list(DestinationId destination) {
    return replays.list(destination).stream()
        .map(status -> replay(status, state(destination, status)))
        .toList();
  }

  @Override
  public Optional<Replay> find(DestinationId destination, String id) {
    return list(destination).stream().filter(replay -> replay.id().equals(id)).findFirst();
  }

  @Override
  public Optional<Replay> cancel(DestinationId destination, String id) {
    number(id).ifPresent(number -> replays.cancel(destination, number));
    return find(destination, id);
  }

  private State state(DestinationId destination, ReplayStatus status) {
    if (status.endedAt() != null) {
      return status.cancelled() ? State.CANCELLED : State.FINISHED;
    }
    boolean waits =
        delivery
            .inspection()
            .status(destination)
            .filter(now -> now.state() == DestinationState.PAUSED || now.held())
            .isPresent();
    return waits ? State.WAITING : State.RUNNING;
  }

  private static Replay replay(ReplayStatus status, State state) {
    ReplayOrder order = status.order();
    ReplayOrder.Range range = order instanceof ReplayOrder.Range given ? given : null;
    ReplayOrder.FailedSince failed = order instanceof ReplayOrder.FailedSince given ? given : null;
    ReplayOrder.OneMessage one = order instanceof ReplayOrder.OneMessage given ? given : null;
    Kind kind = status.onlyFailed() ? Kind.FAILED : Kind.RANGE;
    return new Replay(
        id(status.id()),
        state,
        one == null ? kind : Kind.MESSAGE,
        range == null ? null : range.from(),
        range == null ? null : range.to(),
        failed == null ? null : failed.since(),
        one == null ? null : one.messageId(),
        one == null ? null : (Long) 1L,
        status.taken(),
        status.delivered(),
        status.failed(),
        status.skipped(),
        status.progress(),
        status.orderedAt(),
        status.endedAt());
  }

  private static String id(long number) {
    return PREFIX + Long.toString(number, 36);
  }

  private static OptionalLong number(String id) {
    try {
      return id.startsWith(PREFIX)
          ? OptionalLong.of(Long.parseLong(id.substring(PREFIX.length()), 36))
          : OptionalLong.empty();
    } catch (NumberFormatException unknown) {
      return OptionalLong.empty();
    }
  }
}
