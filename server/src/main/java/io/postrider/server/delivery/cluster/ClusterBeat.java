package io.postrider.server.delivery.cluster;

import io.postrider.id.DestinationId;
import io.postrider.server.background.BackgroundTask;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.delivery.DestinationStatus;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The task that publishes what this node delivers, every second, and notices partitions that no
 * node delivers. Its questions may be asked from any thread.
 */
public final class ClusterBeat implements AutoCloseable {

  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final StatusPublisher publisher;
  private final ClusterStore store;
  private final OwnerWatch watch;
  private final BackgroundTask task;
  private volatile SortedSet<Integer> unowned = new TreeSet<>();
  private volatile List<PartitionOwner> owners = List.of();
  private volatile boolean databaseAway;
  private volatile Consumer<Set<Integer>> listener = unowned -> {};

  private ClusterBeat(StatusPublisher publisher, ClusterStore store, int partitions) {
    this.publisher = publisher;
    this.store = store;
    this.watch = new OwnerWatch(partitions, System.nanoTime());
    this.task =
        BackgroundTask.of(
            BackgroundTask.Options.every(
                    INTERVAL, "delivery-beat", "Cannot tell other nodes what this one delivers.")
                .backoff(INTERVAL, INTERVAL)
                .atOnce(),
            this::step);
  }

  /**
   * Starts to publish.
   *
   * @param node the name of this node
   * @param partitions how many the log has
   * @param epochs the epoch of each partition that this node delivers now
   * @param statuses what it sees of its destinations
   */
  public static ClusterBeat start(
      String node,
      int partitions,
      Supplier<Map<Integer, Long>> epochs,
      Supplier<Map<DestinationId, DestinationStatus>> statuses,
      ClusterStore store,
      InstantSource time) {
    ClusterBeat beat =
        new ClusterBeat(
            new StatusPublisher(node, epochs, statuses, store, time), store, partitions);
    BackgroundTask _ = beat.task.start();
    return beat;
  }

  private boolean step() {
    List<PartitionOwner> now;
    try {
      publisher.publish();
      now = store.owners();
      databaseAway = false;
    } catch (DatabaseUnavailableException unavailable) {
      databaseAway = true;
      throw unavailable;
    }
    SortedSet<Integer> silent = watch.observe(now, System.nanoTime());
    unowned = silent;
    owners = now;
    listener.accept(silent);
    return false;
  }

  /** Tells the task's thread to call a listener every second with {@link #unowned}. */
  public void listen(Consumer<Set<Integer>> told) {
    listener = told;
  }

  /** The partitions that no node has delivered for a while, as of the last second. */
  public SortedSet<Integer> unowned() {
    return unowned;
  }

  /** Whether the last second's attempt to reach the database failed. */
  public boolean isDatabaseAway() {
    return databaseAway;
  }

  /** The nodes other than this one that deliver partitions, as of the last second. */
  public Set<String> others(String node) {
    Set<Integer> silent = unowned;
    return owners.stream()
        .filter(owner -> !owner.node().equals(node) && !silent.contains(owner.partition()))
        .map(PartitionOwner::node)
        .collect(Collectors.toSet());
  }

  @Override
  public void close() {
    task.close();
  }
}
