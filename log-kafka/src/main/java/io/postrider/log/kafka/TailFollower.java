package io.postrider.log.kafka;

import static java.util.Objects.requireNonNull;

import io.postrider.log.LogRecord;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that follows the ends of all partitions that have readers there, with one consumer. It
 * wakes who waits for records, and gives the records to all of them through {@link PartitionTail}.
 *
 * <p>A partition is followed from the first {@code whenBeyond} until nobody has been at its end for
 * half a minute.
 */
final class TailFollower implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(TailFollower.class);
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final int FETCH_BYTES = 1024 * 1024;

  /** A partition that becomes wanted is fetched after this time at the latest. */
  private static final int WAIT_MILLIS = 500;

  private static final long RETRY_MILLIS = 1_000;
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final List<KafkaPartition> partitions;
  private final BrokerOffsets offsets;
  private final Runnable unfollowed;
  private final Consumer<byte[], ByteBuffer> consumer;
  private final Set<KafkaPartition> followed = new HashSet<>();
  private final Semaphore changed = new Semaphore(0);
  private final Thread thread;
  private volatile boolean closed;
  private boolean failing;

  private TailFollower(
      List<KafkaPartition> partitions,
      ReaderConsumers consumers,
      BrokerOffsets offsets,
      Runnable unfollowed) {
    this.partitions = partitions;
    this.offsets = offsets;
    this.unfollowed = unfollowed;
    this.consumer = consumers.create("postrider-tail", FETCH_BYTES, WAIT_MILLIS);
    this.thread = Thread.ofPlatform().name("log-tail").unstarted(this::run);
  }

  /**
   * @param unfollowed is called after partitions are no longer followed
   */
  static TailFollower start(
      List<KafkaPartition> partitions,
      ReaderConsumers consumers,
      BrokerOffsets offsets,
      Runnable unfollowed) {
    TailFollower follower = new TailFollower(partitions, consumers, offsets, unfollowed);
    follower.thread.start();
    return follower;
  }

  /** A partition is wanted that was not. */
  void wake() {
    changed.release();
    consumer.wakeup();
  }

  private void run() {
    try {
      while (!closed) {
        try {
          step();
          recovered();
        } catch (WakeupException e) {
          // another partition is wanted, or the log closes
        } catch (OffsetOutOfRangeException e) {
          unfollow(Set.copyOf(followed)); // begins again at the ends
        } catch (RuntimeException | Error e) { // a bug must not end the thread
          pauseFor(e);
        }
      }
    } catch (InterruptedException e) {
      // closed
    } finally {
      unfollow(Set.copyOf(followed));
      consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
  }

  private void step() throws InterruptedException {
    changed.drainPermits();
    Set<KafkaPartition> wanted = new HashSet<>();
    for (KafkaPartition partition : partitions) {
      if (partition.isWanted()) {
        wanted.add(partition);
      }
    }
    if (!wanted.equals(followed)) {
      follow(wanted);
    }
    if (followed.isEmpty()) {
      changed.tryAcquire(POLL.toMillis(), TimeUnit.MILLISECONDS);
      return;
    }
    ConsumerRecords<byte[], ByteBuffer> records = consumer.poll(POLL);
    for (KafkaPartition partition : followed) {
      add(partition, records.records(partition.name()));
    }
  }

  private static void add(
      KafkaPartition partition, List<ConsumerRecord<byte[], ByteBuffer>> fetched) {
    if (fetched.isEmpty()) {
      return;
    }
    List<LogRecord> records = new ArrayList<>();
    fetched.forEach(record -> records.add(ReaderConsumers.toRecord(record)));
    partition.tail().add(records);
    partition.endsAt(records.getLast().offset() + 1);
  }

  private void follow(Set<KafkaPartition> wanted) {
    Set<KafkaPartition> left = new HashSet<>(followed);
    left.removeAll(wanted);
    unfollow(left);
    Set<KafkaPartition> more = new HashSet<>(wanted);
    more.removeAll(followed);
    Map<TopicPartition, Long> ends =
        more.isEmpty() ? Map.of() : offsets.ends(more.stream().map(KafkaPartition::name).toList());
    consumer.assign(wanted.stream().map(KafkaPartition::name).toList());
    for (KafkaPartition partition : more) {
      long end = requireNonNull(ends.get(partition.name()));
      consumer.seek(partition.name(), end);
      partition.tail().start(end);
      followed.add(partition);
      partition.endsAt(end);
    }
  }

  private void unfollow(Set<KafkaPartition> left) {
    followed.removeAll(left);
    left.forEach(partition -> partition.tail().stop());
    unfollowed.run();
  }

  private void recovered() {
    if (failing) {
      failing = false;
      LOG.info("Following the log's partitions again.");
    }
  }

  private void pauseFor(Throwable failure) throws InterruptedException {
    unfollow(Set.copyOf(followed)); // readers ask the brokers themselves meanwhile
    if (closed) {
      return;
    }
    if (!failing) {
      failing = true;
      LOG.error("Cannot follow the log's partitions; retrying.", failure);
    }
    changed.tryAcquire(RETRY_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    closed = true;
    wake();
    try {
      if (!thread.join(TIMEOUT)) {
        LOG.error("The follower of the log's partitions does not stop.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
