package io.postrider.server.delivery;

import static java.util.Objects.requireNonNull;

import io.postrider.server.background.BackgroundTask;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A node that shares its log with no other: all partitions are its own from start to stop. */
final class AllPartitions implements PartitionAssignment {

  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final int count;
  private final Set<Integer> waiting = ConcurrentHashMap.newKeySet();
  private final BackgroundTask claiming;
  private volatile @Nullable Partitions partitions;

  /**
   * @param count how many the log has
   */
  AllPartitions(int count) {
    this.count = count;
    this.claiming =
        BackgroundTask.of(
            BackgroundTask.Options.every(
                    INTERVAL, "delivery-claims", "Cannot claim partitions; retrying.")
                .backoff(INTERVAL, INTERVAL),
            this::claim);
  }

  @Override
  public void start(Partitions started) {
    partitions = started;
    for (int partition = 0; partition < count; partition++) {
      started.claim(partition, () -> true);
    }
    BackgroundTask _ = claiming.start();
  }

  private boolean claim() {
    for (int partition : waiting()) {
      waiting.remove(partition); // it may be forgotten again while it is claimed
      try {
        requireNonNull(partitions).claim(partition, () -> true);
      } catch (RuntimeException failed) {
        waiting.add(partition);
        throw failed;
      }
    }
    return false;
  }

  @Override
  public boolean mayDispatch() {
    return true;
  }

  @Override
  public Set<Integer> waiting() {
    return Set.copyOf(waiting);
  }

  /** Another process uses the same log, against the rules; it may go on, and this one stops. */
  @Override
  public void fenced(int partition) {}

  @Override
  public void forgotten(int partition) {
    waiting.add(partition);
    claiming.wake();
  }

  @Override
  public void close() {
    claiming.close();
  }
}
