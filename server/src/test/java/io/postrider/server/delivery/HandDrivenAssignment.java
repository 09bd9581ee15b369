package io.postrider.server.delivery;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** An assignment that a test decides. */
final class HandDrivenAssignment implements PartitionAssignment {

  private final List<Integer> fenced = new CopyOnWriteArrayList<>();
  private final List<Integer> forgotten = new CopyOnWriteArrayList<>();
  private volatile @Nullable Partitions partitions;
  private volatile boolean mayDispatch = true;

  @Override
  public void start(Partitions started) {
    partitions = started;
  }

  private Partitions partitions() {
    Partitions started = partitions;
    if (started == null) {
      throw new AssertionError("not started");
    }
    return started;
  }

  void claim(int... claimed) {
    for (int partition : claimed) {
      partitions().claim(partition, () -> true);
    }
  }

  /** Claims a partition that the group has taken back already. */
  void claimTooLate(int partition) {
    partitions().claim(partition, () -> false);
  }

  void release(Integer... released) {
    partitions().release(Set.of(released));
  }

  void lose(Integer... lost) {
    partitions().lose(Set.of(lost));
  }

  void hold() {
    mayDispatch = false;
  }

  void resume() {
    mayDispatch = true;
    partitions().resume();
  }

  /** The partitions whose cursors were refused, because another node has them. */
  List<Integer> fenced() {
    return List.copyOf(fenced);
  }

  /** The partitions whose cursors were refused, because the database lacks earlier ones. */
  List<Integer> forgotten() {
    return List.copyOf(forgotten);
  }

  @Override
  public boolean mayDispatch() {
    return mayDispatch;
  }

  @Override
  public void fenced(int partition) {
    fenced.add(partition);
  }

  @Override
  public void forgotten(int partition) {
    forgotten.add(partition);
  }

  @Override
  public void close() {}
}
