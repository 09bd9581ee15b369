package io.postrider.log.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.WakeupException;

/**
 * A member of a group in the place of a node, which asks for no rebalance when it returns. Does not
 * go on from giving partitions up before it is closed, like a process that ends there. Its consumer
 * belongs to its own thread; any thread may ask.
 */
public final class PassiveMember implements AutoCloseable {

  private final Consumer<byte[], byte[]> consumer;
  private final CountDownLatch revoked = new CountDownLatch(1);
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;
  private volatile int assigned;

  private PassiveMember(KafkaConnection connection, String topic, OwnershipSettings settings) {
    consumer = GroupConsumer.create(connection, settings);
    thread = Thread.ofPlatform().unstarted(() -> run(topic));
  }

  /** Joins the group. */
  public static PassiveMember join(
      KafkaConnection connection, String topic, OwnershipSettings settings) {
    PassiveMember member = new PassiveMember(connection, topic, settings);
    member.thread.start();
    return member;
  }

  private void run(String topic) {
    try (consumer) {
      consumer.subscribe(List.of(topic), new Rebalance());
      while (closing.getCount() > 0) {
        var _ = consumer.poll(Duration.ofMillis(100));
        assigned = consumer.assignment().size();
      }
    } catch (FencedInstanceIdException | WakeupException e) {
      // another has taken its place, or it is closed
    }
  }

  /** How many partitions the group has assigned to it. */
  public int assigned() {
    return assigned;
  }

  /** Waits until it is giving partitions up. */
  public void awaitRevoked() {
    try {
      assertThat(revoked.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    closing.countDown();
    consumer.wakeup();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private final class Rebalance implements ConsumerRebalanceListener {

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      partitions.forEach(partition -> consumer.seek(partition, 0));
      consumer.pause(partitions);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      revoked.countDown();
      try {
        closing.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
