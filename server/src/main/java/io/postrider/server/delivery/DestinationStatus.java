package io.postrider.server.delivery;

import io.postrider.delivery.DeliveryMachine;
import io.postrider.delivery.DestinationState;
import io.postrider.delivery.UrlState;
import io.postrider.id.DestinationId;
import io.postrider.route.Destination;
import io.postrider.server.catalog.DestinationHealth;
import io.postrider.server.delivery.stats.LastError;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a destination fares at one moment.
 *
 * @param held whether all URLs are only probed, so that messages are held back
 * @param failingSince since when it is failing or degraded; null if it is neither
 * @param deliveredAt when a URL that is not failing last took a message; null if that is not known
 * @param lastError the last attempt that failed; null if none has
 * @param failed how many deliveries are marked as failed
 */
public record DestinationStatus(
    DestinationState state,
    boolean held,
    @Nullable Instant failingSince,
    @Nullable Instant deliveredAt,
    @Nullable LastError lastError,
    List<UrlState> urls,
    long failed,
    List<Backlog> backlogs) {

  /**
   * What waits in one partition.
   *
   * @param waiting messages in memory or tried before
   * @param unread offsets that were not looked at yet; not all of them are for the destination
   * @param oldest the first offset that waits; nothing does if it is the end of the log
   */
  public record Backlog(int partition, long waiting, long unread, long oldest) {}

  /** About how many messages wait; exact for a destination that keeps up. */
  public long waiting() {
    return backlogs.stream().mapToLong(backlog -> backlog.waiting() + backlog.unread()).sum();
  }

  /** The health to show: settings such as paused take precedence over delivery outcomes. */
  public DestinationHealth.State health(Destination destination) {
    DestinationHealth.State configured = DestinationHealth.State.of(destination);
    if (configured != DestinationHealth.State.HEALTHY) {
      return configured;
    }
    return switch (state) {
      case HEALTHY -> DestinationHealth.State.HEALTHY;
      case DEGRADED -> DestinationHealth.State.DEGRADED;
      case FAILING -> DestinationHealth.State.FAILING;
      case PAUSED -> DestinationHealth.State.PAUSED;
    };
  }

  /** How all destinations that are served by some loops fare now; waits for the loops. */
  static Map<DestinationId, DestinationStatus> ofAll(List<DeliveryLoop> loops) {
    Map<DestinationId, DestinationStatus> all = new HashMap<>();
    for (DeliveryLoop loop : loops) {
      all.putAll(loop.ask(() -> of(loop)).join());
    }
    return all;
  }

  private static Map<DestinationId, DestinationStatus> of(DeliveryLoop loop) {
    Map<DestinationId, DestinationStatus> found = new HashMap<>();
    for (DestinationWorker outbound : loop.outbounds().all()) {
      if (outbound.isRunning()) {
        found.put(outbound.id(), of(outbound));
      }
    }
    return found;
  }

  static DestinationStatus of(DestinationWorker outbound) {
    long failed = 0;
    List<Backlog> backlogs = new ArrayList<>();
    for (PartitionDelivery lane : outbound.lanes()) {
      DeliveryMachine machine = lane.machine();
      failed += machine.failed();
      long unread = machine.isLevel() ? 0 : Math.max(0, lane.livePosition() - machine.readTo());
      backlogs.add(
          new Backlog(
              lane.partition(),
              (long) machine.queued() + machine.open(),
              Math.max(0, unread - machine.queued()),
              machine.neededFrom()));
    }
    return new DestinationStatus(
        outbound.gates().state(),
        outbound.gates().isHeld(),
        outbound.gates().failingSince(),
        outbound.gates().deliveredAt(),
        outbound.watch().lastError(),
        outbound.gates().urls(),
        failed,
        List.copyOf(backlogs));
  }
}
