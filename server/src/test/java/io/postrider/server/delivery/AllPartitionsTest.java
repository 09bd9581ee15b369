package io.postrider.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.server.database.DatabaseUnavailableException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class AllPartitionsTest {

  @Test
  void partitionThatTheDatabaseForgot_isClaimedAgain_alsoAfterAFailure() {
    RecordingPartitions partitions = new RecordingPartitions();
    try (AllPartitions all = new AllPartitions(2)) {
      all.start(partitions);
      assertThat(partitions.claimed).containsExactly(0, 1);
      partitions.failures.set(1);
      all.forgotten(1);
      await().until(() -> partitions.claimed.equals(List.of(0, 1, 1)));
      await().until(() -> all.waiting().isEmpty());
      assertThat(partitions.failures).hasValue(0);
    }
  }

  @Test
  void partitionForgottenWhileItIsClaimed_isClaimedOnceMore() {
    RecordingPartitions partitions = new RecordingPartitions();
    try (AllPartitions all = new AllPartitions(1)) {
      all.start(partitions);
      partitions.whileClaiming.set(() -> all.forgotten(0));
      all.forgotten(0);
      await().until(() -> partitions.claimed.equals(List.of(0, 0, 0)));
      await().until(() -> all.waiting().isEmpty());
    }
  }

  /** Notes what is claimed, and fails as often as told. */
  private static final class RecordingPartitions implements PartitionAssignment.Partitions {

    private final List<Integer> claimed = new CopyOnWriteArrayList<>();
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicReference<Runnable> whileClaiming = new AtomicReference<>(() -> {});

    @Override
    public void claim(int partition, BooleanSupplier isAssigned) {
      assertThat(isAssigned.getAsBoolean()).isTrue();
      whileClaiming.getAndSet(() -> {}).run();
      if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        throw new DatabaseUnavailableException("away");
      }
      claimed.add(partition);
    }

    @Override
    public void release(Set<Integer> partitions) {
      throw new AssertionError();
    }

    @Override
    public void lose(Set<Integer> partitions) {
      throw new AssertionError();
    }

    @Override
    public void resume() {
      throw new AssertionError();
    }
  }
}
