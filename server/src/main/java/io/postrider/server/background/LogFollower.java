package io.postrider.server.background;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.log.RecordLog;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Whoever reads the whole log for a {@link Projection}, with a bookmark and a thread for each
 * partition.
 *
 * <p>Its methods may be called from any thread. Every record that the log holds is taken exactly
 * once, in the order of its partition, whatever crashes. It holds nothing back in the log: what
 * retention takes before it was read is passed over and counted.
 */
public final class LogFollower implements AutoCloseable {

  private final RecordLog log;
  private final List<PartitionFollower> partitions;

  private LogFollower(RecordLog log, List<PartitionFollower> partitions) {
    this.log = log;
    this.partitions = partitions;
  }

  /**
   * Starts to follow.
   *
   * @param name what it is called in messages, metrics and threads
   * @param courtesy when it leaves the processors to others
   * @throws IllegalArgumentException if a bookmark is of another log, or beyond its end
   */
  public static LogFollower start(
      String name,
      RecordLog log,
      Projection derivation,
      FollowerLimits limits,
      FollowerThrottle courtesy,
      MeterRegistry metrics) {
    List<PartitionFollower> partitions = new ArrayList<>();
    for (int partition = 0; partition < log.partitions(); partition++) {
      partitions.add(new PartitionFollower(name, log, partition, derivation, limits, courtesy));
    }
    LogFollower follower = new LogFollower(log, partitions);
    List<PartitionFollower> started = new ArrayList<>();
    try {
      for (PartitionFollower partition : partitions) {
        partition.start();
        started.add(partition);
      }
    } catch (RuntimeException refused) {
      started.forEach(PartitionFollower::close);
      throw refused;
    }
    follower.show(name, metrics);
    return follower;
  }

  private void show(String name, MeterRegistry metrics) {
    Gauge.builder("postrider.follower.lag", this, LogFollower::lag)
        .description("Records that were not taken yet")
        .tag("follower", name)
        .register(metrics);
    FunctionCounter.builder("postrider.follower.lost.records", this, LogFollower::lost)
        .description("Records that retention took away before they were read")
        .tag("follower", name)
        .register(metrics);
  }

  /** How many records there are that were not taken yet. */
  public long lag() {
    return partitions.stream().mapToLong(PartitionFollower::lag).sum();
  }

  /** How many records were gone before they were read, since the start. */
  public long lost() {
    return partitions.stream().mapToLong(PartitionFollower::lost).sum();
  }

  /** Has it look for its bookmarks, which somebody has changed. */
  public void beginAnew() {
    partitions.forEach(PartitionFollower::beginAnew);
  }

  /** Completes when all that is in the log now was taken; fails if following ends before. */
  public CompletableFuture<Void> whenLevel() {
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (int partition = 0; partition < partitions.size(); partition++) {
      all.add(partitions.get(partition).whenTaken(log.endOffset(partition)));
    }
    return CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new));
  }

  /** Finishes the steps that are under way, and stops. */
  @Override
  public void close() {
    partitions.forEach(PartitionFollower::close);
  }
}
