package io.postrider.server.delivery;

import io.postrider.delivery.DeliveryMachine;
import io.postrider.delivery.DestinationState;
import io.postrider.delivery.UrlState;
import io.postrider.route.Destination;
import io.postrider.server.catalog.DestinationHealth;
import io.postrider.server.catalog.DestinationHealth.Failure;
import io.postrider.server.delivery.replay.ReplayStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
 * @param backlogs one for each partition
 * @param replays those that run, and those that ended and are not saved
 */
public record DestinationStatus(
    DestinationState state,
    boolean held,
    boolean keepsFailing,
    boolean computed,
    @Nullable Instant failingSince,
    @Nullable Instant deliveredAt,
    @Nullable Instant lastDeliveredAt,
    @Nullable Failure lastError,
    List<UrlState> urls,
    List<Backlog> backlogs,
    List<ReplayStatus.Part> replays) {

  public DestinationStatus {
    urls = List.copyOf(urls);
    backlogs = List.copyOf(backlogs);
    replays = List.copyOf(replays);
  }

  /**
   * The backlog of one partition.
   *
   * @param waiting queued or open messages
   * @param unread offsets that are not read yet; some are not for the destination
   * @param oldest the first waiting offset; the end of the log if none waits
   * @param failed the number of failed deliveries
   */
  public record Backlog(int partition, long waiting, long unread, long oldest, long failed) {}

  /** The approximate number of waiting messages; exact for a destination that keeps up. */
  public long waiting() {
    return backlogs.stream().mapToLong(backlog -> backlog.waiting() + backlog.unread()).sum();
  }

  /** The number of failed deliveries. */
  public long failed() {
    return backlogs.stream().mapToLong(Backlog::failed).sum();
  }

  /** The same with the backlogs of some partitions only. */
  public DestinationStatus in(Set<Integer> partitions) {
    return new DestinationStatus(
        state,
        held,
        keepsFailing,
        computed,
        failingSince,
        deliveredAt,
        lastDeliveredAt,
        lastError,
        urls,
        backlogs.stream().filter(one -> partitions.contains(one.partition())).toList(),
        replays.stream().filter(one -> partitions.contains(one.partition())).toList());
  }

  /**
   * What several nodes see together, each in partitions of its own: the worst state, the latest
   * success and error, and the sum of all that waits or failed.
   *
   * @param nodes at least one
   */
  public static DestinationStatus joined(List<DestinationStatus> nodes) {
    return nodes.stream()
        .reduce(DestinationStatus::and)
        .orElseThrow(() -> new IllegalArgumentException("no status"));
  }

  private DestinationStatus and(DestinationStatus other) {
    List<Backlog> both = new ArrayList<>(backlogs);
    both.addAll(other.backlogs);
    both.sort(Comparator.comparingInt(Backlog::partition));
    List<ReplayStatus.Part> parts = new ArrayList<>(replays);
    parts.addAll(other.replays);
    return new DestinationStatus(
        state.worse(other.state),
        held || other.held,
        keepsFailing || other.keepsFailing,
        computed || other.computed,
        BacklogAge.earlier(failingSince, other.failingSince),
        later(deliveredAt, other.deliveredAt),
        later(lastDeliveredAt, other.lastDeliveredAt),
        later(lastError, other.lastError),
        urls(urls, other.urls),
        both,
        parts);
  }

  private static @Nullable Instant later(@Nullable Instant one, @Nullable Instant other) {
    return one == null || (other != null && other.isAfter(one)) ? other : one;
  }

  private static @Nullable Failure later(@Nullable Failure one, @Nullable Failure other) {
    return one == null || (other != null && other.at().isAfter(one.at())) ? other : one;
  }

  private static List<UrlState> urls(List<UrlState> some, List<UrlState> others) {
    Map<String, UrlState> all = new LinkedHashMap<>();
    some.forEach(url -> all.put(url.url(), url));
    others.forEach(url -> all.merge(url.url(), url, UrlState::and));
    return List.copyOf(all.values());
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
    List<Backlog> backlogs = new ArrayList<>();
    for (PartitionDelivery delivery : worker.deliveries()) {
      DeliveryMachine machine = delivery.machine();
      long unread =
          machine.isCaughtUp() ? 0 : Math.max(0, delivery.livePosition() - machine.readTo());
      backlogs.add(
          new Backlog(
              delivery.partition(),
              (long) machine.queued() + machine.open(),
              Math.max(0, unread - machine.queued()),
              machine.neededFrom(),
              machine.failed()));
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
        backlogs,
        ReplayService.parts(worker));
  }
}
