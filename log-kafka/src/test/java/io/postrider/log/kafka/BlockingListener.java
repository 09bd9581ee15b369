package io.postrider.log.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Does not return from giving partitions up before it is closed, as a process that ends there. */
final class BlockingListener implements OwnershipListener, AutoCloseable {

  private final CountDownLatch revoked = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);

  @Override
  public void assigned(Set<Integer> partitions) {}

  @Override
  public void revoked(Set<Integer> partitions) {
    revoked.countDown();
    try {
      end.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void lost(Set<Integer> partitions) {}

  void awaitRevoked() {
    try {
      assertThat(revoked.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    end.countDown();
  }
}
