package io.postrider.server.delivery;

import io.postrider.delivery.DeliveryMachine;
import io.postrider.delivery.DestinationState;
import io.postrider.delivery.UrlState;
import io.postrider.route.Destination;
import io.postrider.server.catalog.DestinationHealth;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The status of a destination at one moment.
 *
 * @param held whether all breakers are open, so that messages wait
 * @param keepsFailing whether every URL keeps failing: more than a single message was refused
 * @param computed whether an audience or a computed trait sends to it
 * @param failingSince since when it is failing or degraded; else null
 * @param deliveredAt when a URL that is not failing last accepted a message; null if unknown
 * @param lastDeliveredAt when any URL last accepted a message; null if unknown
 * @param lastError null if no attempt failed
 * @param failed the number of failed deliveries
 */
public record DestinationStatus(
    DestinationState state,
    boolean held,
    boolean keepsFailing,
    boolean computed,
    @Nullable Instant failingSince,
    @Nullable Instant deliveredAt,
    @Nullable Instant lastDeliveredAt,
    DestinationHealth.@Nullable Failure lastError,
    List<UrlState> urls,
    long failed,
    List<Backlog> backlogs) {

  /**
   * The backlog of one partition.
   *
   * @param waiting queued or open messages
   * @param unread offsets that are not read yet; some are not for the destination
   * @param oldest the first waiting offset; the end of the log if none waits
   */
  public record Backlog(int partition, long waiting, long unread, long oldest) {}

  /** The approximate number of waiting messages; exact for a destination that keeps up. */
  public long waiting() {
    return backlogs.stream().mapToLong(backlog -> backlog.waiting() + backlog.unread()).sum();
  }

  /**
   * The health to show: settings such as paused take precedence over delivery outcomes. A
   * destination without a source shows that it is failing while messages wait for it.
   */
  public DestinationHealth.State health(Destination destination) {
    DestinationHealth.State configured = DestinationHealth.State.of(destination, computed);
    if (configured == DestinationHealth.State.UNCONNECTED
        ? state == DestinationState.HEALTHY || waiting() == 0
        : configured != DestinationHealth.State.HEALTHY) {
      return configured;
    }
    return switch (state) {
      case HEALTHY -> DestinationHealth.State.HEALTHY;
      case DEGRADED -> DestinationHealth.State.DEGRADED;
      case FAILING -> DestinationHealth.State.FAILING;
      case PAUSED -> DestinationHealth.State.PAUSED;
    };
  }

  static DestinationStatus of(DestinationWorker worker) {
    long failed = 0;
    List<Backlog> backlogs = new ArrayList<>();
    for (PartitionDelivery delivery : worker.deliveries()) {
      DeliveryMachine machine = delivery.machine();
      failed += machine.failed();
      long unread =
          machine.isCaughtUp() ? 0 : Math.max(0, delivery.livePosition() - machine.readTo());
      backlogs.add(
          new Backlog(
              delivery.partition(),
              (long) machine.queued() + machine.open(),
              Math.max(0, unread - machine.queued()),
              machine.neededFrom()));
    }
    return new DestinationStatus(
        worker.limits().state(),
        worker.limits().isHeld(),
        worker.limits().keepsFailing(),
        worker.isComputed(),
        worker.limits().failingSince(),
        worker.limits().deliveredAt(),
        worker.limits().lastDeliveredAt(),
        worker.recorder().lastError(),
        worker.limits().urls(),
        failed,
        List.copyOf(backlogs));
  }
}
