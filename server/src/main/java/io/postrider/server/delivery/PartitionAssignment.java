package io.postrider.server.delivery;

import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Decides which partitions this node delivers, and tells {@link Partitions}. Safe to use from any
 * thread.
 */
public interface PartitionAssignment extends AutoCloseable {

  /**
   * The partitions of this node. Called by one thread at a time, except {@link #lose} and {@link
   * #resume}.
   */
  interface Partitions {

    /**
     * Claims a partition and starts to deliver it; no effect if it is delivered. May block.
     *
     * @param isAssigned whether it is still assigned to this node; false before {@link #release} or
     *     {@link #lose} gives it up
     * @throws io.postrider.server.database.DatabaseUnavailableException if the cursors cannot be
     *     read now; nothing has changed
     * @throws IllegalArgumentException if the saved cursors do not belong to the log
     */
    void claim(int partition, BooleanSupplier isAssigned);

    /**
     * Gives partitions up in order: sends nothing new, waits briefly for requests in flight, and
     * saves the cursors. Another node may claim them when this returns.
     */
    void release(Set<Integer> partitions);

    /**
     * Partitions may be another node's already: stops at once and saves nothing. Does not block.
     */
    void lose(Set<Integer> partitions);

    /** {@link PartitionAssignment#mayDispatch} is true again. Does not block. */
    void resume();
  }

  /** Begins to tell which partitions are this node's. */
  void start(Partitions partitions);

  /** Whether this node still has its partitions, as far as it can know. Never blocks. */
  boolean mayDispatch();

  /** The partitions that this node is to deliver and could not claim yet. Never blocks. */
  default Set<Integer> waiting() {
    return Set.of();
  }

  /** Whether this node gets no partition until it restarts. Never blocks. */
  default boolean isFailed() {
    return false;
  }

  /** Is told every second which partitions no node has delivered for a while. Never blocks. */
  default void unowned(Set<Integer> unowned) {}

  /** A partition's cursors were refused, because another node has claimed it since. */
  void fenced(int partition);

  /**
   * A partition's cursors were refused, because the database lacks earlier ones: claim it again.
   */
  void forgotten(int partition);

  /** Gives all partitions up without telling; deliveries have stopped and cursors are saved. */
  @Override
  void close();
}
