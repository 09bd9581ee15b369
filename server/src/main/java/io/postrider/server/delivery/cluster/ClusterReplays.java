package io.postrider.server.delivery.cluster;

import io.postrider.delivery.DestinationState;
import io.postrider.delivery.Replay;
import io.postrider.id.DestinationId;
import io.postrider.server.delivery.DestinationStatus;
import io.postrider.server.delivery.DestinationStatuses;
import io.postrider.server.delivery.ReplayControl;
import io.postrider.server.delivery.replay.ReplayOrder;
import io.postrider.server.delivery.replay.ReplayRequest;
import io.postrider.server.delivery.replay.ReplayRequestStore;
import io.postrider.server.delivery.replay.ReplayStatus;
import io.postrider.server.delivery.replay.ReplayStore;
import io.postrider.server.delivery.replay.Replays;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Replays over the partitions of all nodes. An order is rows in the database, one for each
 * partition, which its owner of the moment takes up and which stay until the part has ended: so it
 * survives that partitions move and nodes die.
 */
public final class ClusterReplays implements ReplayControl {

  /** How long cancelling waits until every owner has obeyed. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private static final Duration PAUSE = Duration.ofMillis(100);

  private final DestinationStatuses statuses;
  private final ReplayStore store;
  private final ReplayRequestStore requests;
  private final InstantSource time;

  /**
   * @param statuses of all nodes
   */
  public ClusterReplays(
      DestinationStatuses statuses,
      ReplayStore store,
      ReplayRequestStore requests,
      InstantSource time) {
    this.statuses = statuses;
    this.store = store;
    this.requests = requests;
    this.time = time;
  }

  /**
   * Orders a replay. If another node orders one at the same moment, each owner runs one after the
   * other.
   */
  @Override
  public Replays.Start start(DestinationId id, List<Span> spans, ReplayOrder order) {
    long newest = 0;
    for (ReplayStatus status : list(id)) {
      if (status.endedAt() == null) {
        return new Replays.Busy(status.id());
      }
      newest = Math.max(newest, status.id());
    }
    long replay = Math.max(time.millis(), newest + 1);
    boolean onlyFailed = order instanceof ReplayOrder.FailedSince;
    List<ReplayRequest> parts =
        spans.stream()
            .map(
                span ->
                    new ReplayRequest(
                        id,
                        span.partition(),
                        new Replay(replay, span.from(), span.to(), onlyFailed),
                        false))
            .toList();
    requests.order(id, replay, order.text(), parts);
    return list(id).stream()
        .filter(status -> status.id() == replay)
        .findFirst()
        .<Replays.Start>map(Replays.Started::new)
        .orElseGet(Replays.NoSuchDestination::new);
  }

  @Override
  public List<ReplayStatus> list(DestinationId id) {
    List<ReplayRequest> asked = requests.of(id);
    DestinationStatus status = statuses.status(id).orElse(null);
    // read last: a part that ends meanwhile shows in several, never in none
    ReplayStore.Saved saved = store.find(id);
    List<ReplayStatus.Part> parts = new ArrayList<>(saved.ended());
    if (status != null) {
      parts.addAll(status.replays());
    }
    asked.forEach(part -> parts.add(part.unstarted()));
    Map<Long, Map<Integer, ReplayStatus.Part>> byId = new TreeMap<>(Comparator.reverseOrder());
    for (ReplayStatus.Part part : parts) {
      byId.computeIfAbsent(part.id(), _ -> new TreeMap<>()).putIfAbsent(part.partition(), part);
    }
    boolean waits = status != null && (status.state() == DestinationState.PAUSED || status.held());
    return byId.entrySet().stream()
        .map(
            replay ->
                ReplayStatus.of(
                    replay.getValue().values(), waits, order(saved.orders().get(replay.getKey()))))
        .toList();
  }

  private static @Nullable ReplayOrder order(@Nullable String text) {
    return text == null ? null : ReplayOrder.parse(text);
  }

  @Override
  public void cancel(DestinationId id, long replay) {
    List<ReplayRequest> parts =
        new ArrayList<>(
            requests.of(id).stream().filter(part -> part.replay().id() == replay).toList());
    statuses.status(id).stream()
        .flatMap(status -> status.replays().stream())
        .filter(part -> part.id() == replay && part.endedAt() == null)
        .forEach(
            part ->
                parts.add(new ReplayRequest(id, part.partition(), part.progress().replay(), true)));
    requests.cancel(parts);
    long endNanos = System.nanoTime() + PATIENCE.toNanos();
    while (isRunning(id, replay) && System.nanoTime() - endNanos < 0 && pause()) {
      // the owners look for orders twice a second
    }
  }

  private boolean isRunning(DestinationId id, long replay) {
    return list(id).stream().anyMatch(status -> status.id() == replay && status.endedAt() == null);
  }

  /** Waits for a moment; false if the thread is interrupted. */
  private static boolean pause() {
    try {
      return !new CountDownLatch(1).await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
