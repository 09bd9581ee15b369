package io.postrider.server.deliver;

import io.postrider.delivery.DeliveryMachine;
import io.postrider.delivery.Replay;
import io.postrider.delivery.ReplayProgress;
import io.postrider.route.DestinationId;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Starts replays and tells how far they are. May be called from any thread but an event loop, and
 * may throw {@link StoreAwayException}.
 *
 * <p>A replay's id is the millisecond it was ordered in, so that one which goes on after a restart
 * still tells when that was.
 */
public final class ReplayDesk {

  /** A stretch of one partition to send again. */
  public record Stretch(int partition, long from, long to) {}

  /** What became of an order: an id, or that of the replay that is running already. */
  public record Start(long id, boolean busy) {}

  /**
   * Where a replay stands.
   *
   * @param orderedAt when it was ordered
   * @param onlyFailed whether it takes only what failed
   * @param endedAt null while it runs
   * @param progress how much of its stretch is behind it, from 0 to 1
   * @param wording how it was ordered; null if that is not known
   */
  public record Status(
      long id,
      Instant orderedAt,
      boolean onlyFailed,
      @Nullable Instant endedAt,
      boolean cancelled,
      long taken,
      long delivered,
      long failed,
      long skipped,
      double progress,
      @Nullable String wording) {

    private Status worded(@Nullable String words) {
      return new Status(
          id,
          orderedAt,
          onlyFailed,
          endedAt,
          cancelled,
          taken,
          delivered,
          failed,
          skipped,
          progress,
          words);
    }
  }

  /**
   * What is to be sent again.
   *
   * @param onlyFailed whether only what failed is
   * @param wording how it was ordered; kept, and not read here
   */
  public record Order(List<Stretch> stretches, boolean onlyFailed, String wording) {

    public Order {
      stretches = List.copyOf(stretches);
    }
  }

  private final Inspection inspection;
  private final ReplayStore store;
  private final InstantSource time;

  ReplayDesk(Inspection inspection, ReplayStore store, InstantSource time) {
    this.inspection = inspection;
    this.store = store;
    this.time = time;
  }

  /**
   * Starts a replay, unless one is running; nothing if the destination is not served here. How it
   * was ordered is durable before it starts.
   */
  public Optional<Start> start(DestinationId id, Order order) {
    Start chosen = inspection.ask(id, this::choose).orElse(null);
    if (chosen == null || chosen.busy()) {
      return Optional.ofNullable(chosen);
    }
    store.keep(id, chosen.id(), order.wording());
    return inspection.ask(id, outbound -> start(outbound, chosen.id(), order));
  }

  /** Chooses an id, unless a replay is running. */
  private Start choose(Outbound outbound) {
    Optional<Start> running = running(outbound);
    if (running.isPresent()) {
      return running.get();
    }
    long id = Math.max(time.millis(), outbound.watch().newestReplay() + 1);
    outbound.watch().replayOrdered(id);
    return new Start(id, false);
  }

  private static Optional<Start> running(Outbound outbound) {
    for (Lane lane : outbound.lanes()) {
      ReplayProgress running = lane.machine().replay();
      if (running != null) {
        return Optional.of(new Start(running.replay().id(), true));
      }
    }
    return Optional.empty();
  }

  /** Starts a replay, unless another has started since its id was chosen. */
  private static Start start(Outbound outbound, long id, Order order) {
    Optional<Start> running = running(outbound);
    if (running.isPresent()) {
      return running.get();
    }
    for (Stretch stretch : order.stretches()) {
      Replay replay = new Replay(id, stretch.from(), stretch.to(), order.onlyFailed());
      DeliveryMachine machine = outbound.lanes().get(stretch.partition()).machine();
      outbound.later(() -> machine.startReplay(replay, outbound.nowMillis()));
    }
    return new Start(id, false);
  }

  /** The replays that are remembered, newest first. */
  public List<Status> list(DestinationId id) {
    List<Status> known = inspection.ask(id, ReplayDesk::list).orElse(List.of());
    if (known.isEmpty()) {
      return known;
    }
    Map<Long, String> wordings = store.find(id);
    return known.stream().map(status -> status.worded(wordings.get(status.id()))).toList();
  }

  private static List<Status> list(Outbound outbound) {
    List<Status> all = new ArrayList<>();
    List<ReplayProgress> running = new ArrayList<>();
    for (Lane lane : outbound.lanes()) {
      ReplayProgress progress = lane.machine().replay();
      if (progress != null) {
        running.add(progress);
      }
    }
    if (!running.isEmpty()) {
      all.add(status(running, null));
    }
    outbound
        .watch()
        .endedReplays()
        .forEach(ended -> all.add(status(List.of(ended.progress()), ended.at())));
    return all;
  }

  private static Status status(List<ReplayProgress> parts, @Nullable Instant endedAt) {
    long taken = 0;
    long delivered = 0;
    long failed = 0;
    long skipped = 0;
    double done = 0;
    boolean cancelled = false;
    for (ReplayProgress part : parts) {
      taken += part.taken();
      delivered += part.delivered();
      failed += part.failed();
      skipped += part.skipped();
      cancelled |= part.cancelled();
      long length = Math.max(1, part.replay().toOffset() - part.replay().fromOffset());
      done += Math.clamp((part.position() - part.replay().fromOffset()) / (double) length, 0, 1);
    }
    Replay replay = parts.getFirst().replay();
    return new Status(
        replay.id(),
        Instant.ofEpochMilli(replay.id()),
        replay.onlyFailed(),
        endedAt,
        cancelled,
        taken,
        delivered,
        failed,
        skipped,
        endedAt != null ? 1 : done / parts.size(),
        null);
  }

  /** Ends a replay that is running. */
  public void cancel(DestinationId id, long replayId) {
    inspection.ask(
        id,
        outbound -> {
          for (Lane lane : outbound.lanes()) {
            ReplayProgress progress = lane.machine().replay();
            if (progress != null && progress.replay().id() == replayId) {
              outbound.later(() -> lane.machine().cancelReplay(outbound.nowMillis()));
            }
          }
          return true;
        });
  }
}
