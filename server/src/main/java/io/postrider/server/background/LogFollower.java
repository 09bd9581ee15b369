package io.postrider.server.background;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.log.RecordLog;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the whole log for a {@link Projection}, with a bookmark and a thread for each partition.
 *
 * <p>Its methods may be called from any thread. Every record is projected exactly once, in the
 * order of its partition, whatever crashes. A follower does not delay retention: records that are
 * deleted before they are read are skipped and counted.
 */
public final class LogFollower implements AutoCloseable {

  private final RecordLog log;
  private final List<PartitionFollower> partitions;

  private LogFollower(RecordLog log, List<PartitionFollower> partitions) {
    this.log = log;
    this.partitions = partitions;
  }

  /**
   * Reads the bookmarks.
   *
   * @param name its name in log lines, metrics and threads
   * @param throttle slows it while the processors are busy
   * @param shared how several nodes share the log; null if this is the only one
   * @throws IllegalArgumentException if a bookmark is of another log, or beyond its end
   */
  public static LogFollower open(
      String name,
      RecordLog log,
      Projection projection,
      FollowerLimits limits,
      FollowerThrottle throttle,
      MeterRegistry metrics,
      @Nullable SharedLog shared) {
    List<PartitionFollower> partitions = new ArrayList<>();
    for (int partition = 0; partition < log.partitions(); partition++) {
      partitions.add(
          new PartitionFollower(name, log, partition, projection, limits, throttle, shared));
    }
    LogFollower follower = new LogFollower(log, partitions);
    try {
      partitions.forEach(PartitionFollower::open);
    } catch (RuntimeException e) {
      follower.close();
      throw e;
    }
    follower.show(name, metrics);
    return follower;
  }

  /** Begins to read the log; call it once. Does nothing after {@link #close}. */
  public void start() {
    partitions.forEach(PartitionFollower::start);
  }

  private void show(String name, MeterRegistry metrics) {
    LogGauge.of("postrider.follower.lag", this, LogFollower::lag)
        .description("Records that this node has yet to process")
        .tag("follower", name)
        .register(metrics);
    FunctionCounter.builder("postrider.follower.lost.records", this, LogFollower::lost)
        .description("Records that retention deleted before they were read")
        .tag("follower", name)
        .register(metrics);
  }

  /** The number of records that this node has yet to process, in partitions it follows. */
  public long lag() {
    List<Long> ends = log.endOffsets();
    return IntStream.range(0, partitions.size())
        .mapToLong(partition -> partitions.get(partition).lag(ends.get(partition)))
        .sum();
  }

  /** The number of records that retention deleted before they were read, since the start. */
  public long lost() {
    return partitions.stream().mapToLong(PartitionFollower::lost).sum();
  }

  /** Reads the bookmarks again, after they were changed. */
  public void beginAnew() {
    partitions.forEach(PartitionFollower::beginAnew);
  }

  /** Completes when everything in the log now is processed; fails if the follower stops first. */
  public CompletableFuture<Void> whenCaughtUp() {
    List<CompletableFuture<Void>> all = new ArrayList<>();
    List<Long> ends = log.endOffsets();
    for (int partition = 0; partition < partitions.size(); partition++) {
      all.add(partitions.get(partition).whenTaken(ends.get(partition)));
    }
    return CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new));
  }

  /** Finishes the current steps, and stops. */
  @Override
  public void close() {
    partitions.forEach(PartitionFollower::close);
  }
}
