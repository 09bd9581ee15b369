package io.postrider.server.delivery.replay;

import io.postrider.delivery.DeliveryStatus;
import io.postrider.delivery.DestinationState;
import io.postrider.id.DestinationId;
import io.postrider.log.RecordLog;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.server.delivery.DeliveryService;
import io.postrider.server.delivery.KnownSources;
import io.postrider.server.delivery.MessageSearch;
import io.postrider.server.delivery.api.Replays;
import io.postrider.server.delivery.replay.ReplayService.Stretch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Replays as they are ordered: by time or by message. */
public final class ReplayOrders implements Replays {

  private static final String PREFIX = "rpl_";

  private final DeliveryService service;
  private final ReplayService desk;
  private final RecordLog log;
  private final MessageSearch search;
  private final KnownSources sources;

  public ReplayOrders(
      DeliveryService service, RecordLog log, MessageSearch search, KnownSources sources) {
    this.service = service;
    this.desk = service.replays();
    this.log = log;
    this.search = search;
    this.sources = sources;
  }

  @Override
  public Start start(Destination destination, Order order) {
    List<Stretch> stretches = new ArrayList<>();
    switch (order) {
      case Range range -> addAll(stretches, range.from(), range.to());
      case FailedSince failed -> addAll(stretches, failed.since(), null);
      case OneMessage one -> {
        List<MessageSearch.Found> found = find(destination, one);
        if (found.isEmpty()) {
          return new NoSuchMessage();
        }
        if (found.size() > 1) {
          return new SeveralMessages(found.stream().map(ReplayOrders::source).toList());
        }
        stretches.add(stretch(found.getFirst()));
        if (isTried(destination.id(), stretches.getFirst())) {
          return new StillTried();
        }
      }
    }
    Optional<ReplayService.Start> start = kept(destination.id(), stretches, order);
    if (start.isPresent() && start.get().busy()) {
      return new Busy(id(start.get().id()));
    }
    return start
        .flatMap(started -> find(destination.id(), id(started.id())))
        .<Start>map(Started::new)
        .orElseGet(NoSuchDestination::new);
  }

  private Optional<ReplayService.Start> kept(
      DestinationId destination, List<Stretch> stretches, Order order) {
    ReplayService.Order whole =
        new ReplayService.Order(stretches, order instanceof FailedSince, ReplayOrderText.of(order));
    return desk.start(destination, whole);
  }

  private boolean isTried(DestinationId destination, Stretch one) {
    return service.inspection().whereabouts(one.partition(), one.from()).get(destination)
        instanceof DeliveryStatus.Open;
  }

  private static Stretch stretch(MessageSearch.Found found) {
    return new Stretch(found.partition(), found.offset(), found.offset() + 1);
  }

  /** The newest message of each source that has sent one of this id to the destination. */
  private List<MessageSearch.Found> find(Destination destination, OneMessage order) {
    Catalog now = sources.catalog();
    Map<String, MessageSearch.Found> newest = new LinkedHashMap<>();
    search.find(order.messageId(), sources.all(now)).stream()
        .filter(found -> order.sourceId() == null || order.sourceId().equals(source(found)))
        .filter(found -> service.isForToday(now, destination, found.record()))
        .forEach(found -> newest.putIfAbsent(source(found), found));
    return List.copyOf(newest.values());
  }

  private static String source(MessageSearch.Found found) {
    return found.record().source().toString();
  }

  private void addAll(List<Stretch> stretches, Instant from, @Nullable Instant to) {
    for (int partition = 0; partition < log.partitions(); partition++) {
      stretches.add(
          new Stretch(
              partition,
              log.offsetAt(partition, from),
              to == null ? log.endOffset(partition) : log.offsetAt(partition, to)));
    }
  }

  @Override
  public List<Replay> list(DestinationId destination) {
    return desk.list(destination).stream().map(status -> replay(destination, status)).toList();
  }

  @Override
  public Optional<Replay> find(DestinationId destination, String id) {
    return list(destination).stream().filter(replay -> replay.id().equals(id)).findFirst();
  }

  @Override
  public Optional<Replay> cancel(DestinationId destination, String id) {
    OptionalLong number = number(id);
    if (number.isPresent()) {
      desk.cancel(destination, number.getAsLong());
    }
    return find(destination, id);
  }

  private Replay replay(DestinationId destination, ReplayStatus status) {
    String wording = status.wording();
    Order order = wording == null ? null : ReplayOrderText.parse(wording);
    return replay(status, order, state(destination, status));
  }

  private State state(DestinationId destination, ReplayStatus status) {
    if (status.endedAt() != null) {
      return status.cancelled() ? State.CANCELLED : State.FINISHED;
    }
    boolean waits =
        service
            .inspection()
            .standing(destination)
            .filter(standing -> standing.state() == DestinationState.PAUSED || standing.held())
            .isPresent();
    return waits ? State.WAITING : State.RUNNING;
  }

  private static Replay replay(ReplayStatus status, @Nullable Order order, State state) {
    Range range = order instanceof Range given ? given : null;
    FailedSince failed = order instanceof FailedSince given ? given : null;
    OneMessage one = order instanceof OneMessage given ? given : null;
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
