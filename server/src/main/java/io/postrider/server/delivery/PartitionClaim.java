package io.postrider.server.delivery;

/**
 * A partition that this node has claimed: the epoch under which it writes cursors, and what was
 * saved when it claimed. Safe to use from any thread.
 *
 * <p>A claim goes one way: it is opened on all loops, then it may be stopped, then it ends. A
 * partition that comes back gets a new claim.
 */
final class PartitionClaim {

  private final int partition;
  private final CursorStore.Saved saved;
  private volatile boolean opened;
  private volatile boolean stopped;
  private volatile boolean ended;

  PartitionClaim(int partition, CursorStore.Saved saved) {
    this.partition = partition;
    this.saved = saved;
  }

  int partition() {
    return partition;
  }

  long epoch() {
    return saved.epoch();
  }

  /** What was saved when the partition was claimed. */
  CursorStore.Saved saved() {
    return saved;
  }

  /** Every loop delivers the partition now. */
  void opened() {
    opened = true;
  }

  /** No round starts from now on. */
  void stop() {
    stopped = true;
  }

  /** The partition is not this node's any more: nothing is sent and no cursor is written. */
  void end() {
    stopped = true;
    ended = true;
  }

  /** Whether rounds may start. */
  boolean isDelivering() {
    return !stopped;
  }

  /** Whether its cursors are saved: all loops deliver it, and it has not ended. */
  boolean isSaved() {
    return opened && !ended;
  }

  boolean isEnded() {
    return ended;
  }

  @Override
  public String toString() {
    return "partition %d, epoch %d".formatted(partition, epoch());
  }
}
