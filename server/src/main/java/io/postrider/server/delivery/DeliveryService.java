package io.postrider.server.delivery;

import io.postrider.route.Catalog;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The delivery of a node: reads the log, posts messages, and saves cursors and statistics. May be
 * called from any thread.
 */
public final class DeliveryService implements AutoCloseable {

  private static final Duration RECORD_TIMEOUT = Duration.ofMinutes(1);

  private final DeliveryLoops loops;
  private final PartitionAssignment assignment;
  private final PartitionClaims partitions;
  private final CursorFlusher cursors;
  private final StatisticsFlusher statistics;
  private final RoutingRuleChanges rules;
  private final DeliveryInspector inspector;
  private final ReplayService replays;
  private final DestinationStatuses statuses;
  private boolean closed;

  DeliveryService(
      DeliveryLoops loops,
      PartitionAssignment assignment,
      PartitionClaims partitions,
      CursorFlusher cursors,
      StatisticsFlusher statistics,
      RoutingRuleChanges rules,
      DeliveryInspector inspector,
      ReplayService replays,
      DestinationStatuses statuses) {
    this.loops = loops;
    this.assignment = assignment;
    this.partitions = partitions;
    this.cursors = cursors;
    this.statistics = statistics;
    this.rules = rules;
    this.inspector = inspector;
    this.replays = replays;
    this.statuses = statuses;
  }

  /** Starts to deliver by a catalog; closes the service if that fails. */
  DeliveryService start(Catalog catalog) {
    try {
      loops.apply(catalog, statistics::forget);
      assignment.start(partitions);
      rules.apply(catalog);
    } catch (RuntimeException failed) {
      close();
      throw failed;
    }
    cursors.start();
    statistics.start();
    return this;
  }

  /** Applies a catalog; it is in force when this returns. */
  public synchronized void apply(Catalog catalog) {
    if (!closed) {
      loops.apply(catalog, statistics::forget);
      rules.apply(catalog);
    }
  }

  /** Whether this node delivers a partition now. */
  public boolean delivers(int partition) {
    return partitions.delivers(partition);
  }

  /** The partitions that this node is to deliver and could not claim yet. Never blocks. */
  Set<Integer> waitingPartitions() {
    return assignment.waiting();
  }

  /** Whether this node gets no partition until it restarts. Never blocks. */
  boolean isExpelled() {
    return assignment.isFailed();
  }

  /** Takes every second which partitions no node has delivered for a while. Never blocks. */
  void unowned(Set<Integer> unowned) {
    assignment.unowned(unowned);
  }

  /** The epoch of each partition that this node delivers now. */
  Map<Integer, Long> epochs() {
    return partitions.epochs();
  }

  /** What this node delivers. */
  public DeliveryInspector inspector() {
    return inspector;
  }

  /** The status of destinations on all nodes. */
  public DestinationStatuses statuses() {
    return statuses;
  }

  /** Saves what was counted until now, if the database is available. */
  void flushStatistics() {
    statistics.flush();
  }

  /** Starts and cancels replays in the partitions of this node. */
  public ReplayService replays() {
    return replays;
  }

  /** Decides which messages go to a destination. */
  public RoutingRuleChanges rules() {
    return rules;
  }

  /** Ends outages in the partitions of this node. */
  public Breakers breakers() {
    return new LocalBreakers(inspector);
  }

  /**
   * Waits until the ledger has the entries of all that has ended, or gaps instead.
   *
   * @throws IllegalStateException if cursors cannot be saved now
   */
  public void awaitRecorded() {
    try {
      cursors.saved().get(RECORD_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("Cannot save delivery cursors.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  public SinglePost singlePost() {
    return new SinglePost(loops.all().getFirst());
  }

  /**
   * Stops reading, waits for the requests in flight, saves cursors and statistics, and then gives
   * the partitions up.
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    loops.drain();
    cursors.close();
    statistics.close();
    loops.retire();
    assignment.close();
  }
}
