package io.postrider.server.delivery;

import io.postrider.delivery.FinalStatus;
import io.postrider.delivery.ReplayProgress;
import io.postrider.id.DestinationId;
import io.postrider.server.delivery.replay.ReplayStatus;
import io.postrider.server.delivery.stats.DeliveryCounts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one destination has ended and is not saved yet: counts, losses and replays. Belongs to its
 * loop.
 */
public final class DeliveryTally {

  private static final Logger LOG = LoggerFactory.getLogger(DeliveryTally.class);

  private final DestinationId destination;
  private final DeliveryMetrics.Counters counters;
  private final List<ReplayStatus.Part> endedReplays = new ArrayList<>();
  private DeliveryCounts counts = new DeliveryCounts();
  private long losses;

  DeliveryTally(DestinationId destination, DeliveryMetrics.Counters counters) {
    this.destination = destination;
    this.counters = counters;
  }

  void attempted(long latencyMicros) {
    counts.attempted(latencyMicros);
  }

  void retried() {
    counts.retried();
  }

  void done(FinalStatus status, boolean replay) {
    switch (status) {
      case DELIVERED -> counts.delivered();
      case FAILED, EXPIRED -> {
        if (!replay) {
          losses += status == FinalStatus.EXPIRED ? 1 : 0;
          counts.failed(1);
        }
      }
      case CANCELLED, SUPERSEDED, FILTERED -> {}
    }
    counters.done(status);
  }

  void lost(int partition, long fromOffset, long toOffset) {
    losses++;
    counters.lost(toOffset - fromOffset);
    LOG.atError()
        .addKeyValue("destination", destination)
        .addKeyValue("partition", partition)
        .addKeyValue("from", fromOffset)
        .addKeyValue("to", toOffset)
        .log("The log deleted messages before they were delivered.");
  }

  void replayEnded(int partition, ReplayProgress progress, long wallMillis) {
    endedReplays.add(
        new ReplayStatus.Part(destination, partition, progress, Instant.ofEpochMilli(wallMillis)));
  }

  /** The ended replays that are not saved yet. */
  public List<ReplayStatus.Part> endedReplays() {
    return List.copyOf(endedReplays);
  }

  /** The same, of one partition. */
  List<ReplayStatus.Part> endedReplays(int partition) {
    return endedReplays.stream().filter(ended -> ended.partition() == partition).toList();
  }

  void endSaved(ReplayStatus.Part ended) {
    endedReplays.remove(ended);
  }

  /** Forgets the ended replays of a partition that is another node's now. */
  void forgetReplays(int partition) {
    endedReplays.removeIf(ended -> ended.partition() == partition);
  }

  /** How often messages were lost since the number was saved. */
  long losses() {
    return losses;
  }

  void lossesSaved(long saved) {
    losses -= saved;
  }

  /** Returns and resets the counters. */
  public DeliveryCounts takeCounts() {
    DeliveryCounts taken = counts;
    counts = new DeliveryCounts();
    return taken;
  }

  public boolean hasCounts() {
    return !counts.isEmpty();
  }
}
