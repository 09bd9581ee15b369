package io.postrider.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GroupAssignmentTest {

  private static final Duration SESSION = Duration.ofHours(1);

  /** Owns one partition; a test says when the coordinator last heard of it. */
  private static final class FakeMembership implements GroupMembership {

    private final AtomicInteger looks = new AtomicInteger();
    private volatile OptionalLong heardNanos = OptionalLong.empty();

    void heardNow() {
      heardNanos = OptionalLong.of(System.nanoTime());
    }

    /** Was silent for a session; returns when somebody has noticed that. */
    void lapse() {
      heardNanos = OptionalLong.of(System.nanoTime() - SESSION.toNanos());
      int before = looks.get();
      await().until(() -> looks.get() > before + 1);
    }

    @Override
    public Set<Integer> owned() {
      return Set.of(0);
    }

    @Override
    public OptionalLong heardNanos() {
      looks.incrementAndGet();
      return heardNanos;
    }

    @Override
    public Duration sessionTimeout() {
      return SESSION;
    }

    @Override
    public Optional<String> failure() {
      return Optional.empty();
    }

    @Override
    public boolean rejoin() {
      return true;
    }

    @Override
    public void leave() {}
  }

  /** Partitions whose claims wait for the database until the test ends. */
  private static final class BlockedPartitions implements PartitionAssignment.Partitions {

    private final CountDownLatch claiming = new CountDownLatch(1);
    private final CountDownLatch available = new CountDownLatch(1);
    private final AtomicInteger resumed = new AtomicInteger();

    @Override
    public void claim(int partition, BooleanSupplier isAssigned) {
      claiming.countDown();
      try {
        available.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void release(Set<Integer> partitions) {}

    @Override
    public void lose(Set<Integer> partitions) {}

    @Override
    public void resume() {
      resumed.incrementAndGet();
    }
  }

  private final FakeMembership membership = new FakeMembership();
  private final BlockedPartitions partitions = new BlockedPartitions();
  private final GroupAssignment assignment = new GroupAssignment(listener -> membership);

  @AfterEach
  void close() {
    partitions.available.countDown();
    assignment.close();
  }

  @Test
  void leaseThatComesBack_resumesAtOnce_alsoWhileAClaimWaitsForTheDatabase() throws Exception {
    assignment.start(partitions);
    membership.heardNow();
    partitions.claiming.await();
    await().until(() -> partitions.resumed.get() == 1);

    membership.lapse();
    assertThat(assignment.mayDispatch()).isFalse();
    assertThat(partitions.resumed).hasValue(1);
    membership.heardNow();
    await().until(() -> partitions.resumed.get() == 2);
    assertThat(assignment.mayDispatch()).isTrue();
  }
}
