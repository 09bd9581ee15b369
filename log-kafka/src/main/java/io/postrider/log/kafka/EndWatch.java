package io.postrider.log.kafka;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that asks the brokers for the ends of partitions for whose records somebody waits, but
 * nobody live: one request for all of them, a few times a second. They are then read in bulk, which
 * costs much less than to fetch every record as soon as it is durable.
 */
final class EndWatch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(EndWatch.class);
  private static final long INTERVAL_MILLIS = 250;
  private static final long RETRY_MILLIS = 1_000;
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final List<KafkaPartition> partitions;
  private final BrokerOffsets offsets;
  private final Semaphore wanted = new Semaphore(0);
  private final Thread thread;
  private volatile boolean closed;
  private boolean failing;

  private EndWatch(List<KafkaPartition> partitions, BrokerOffsets offsets) {
    this.partitions = partitions;
    this.offsets = offsets;
    this.thread = Thread.ofPlatform().name("log-ends").unstarted(this::run);
  }

  static EndWatch start(List<KafkaPartition> partitions, BrokerOffsets offsets) {
    EndWatch watch = new EndWatch(partitions, offsets);
    watch.thread.start();
    return watch;
  }

  /** Somebody waits for records. */
  void wake() {
    if (wanted.availablePermits() == 0) {
      wanted.release();
    }
  }

  private void run() {
    try {
      while (!closed) {
        List<KafkaPartition> needed = partitions.stream().filter(KafkaPartition::needsEnd).toList();
        if (needed.isEmpty()) {
          wanted.acquire();
          wanted.drainPermits();
        } else {
          TimeUnit.MILLISECONDS.sleep(ask(needed) ? INTERVAL_MILLIS : RETRY_MILLIS);
        }
      }
    } catch (InterruptedException e) {
      // closed
    }
  }

  private boolean ask(List<KafkaPartition> needed) {
    try {
      Map<TopicPartition, Long> ends =
          offsets.ends(needed.stream().map(KafkaPartition::name).toList());
      needed.forEach(partition -> partition.endsAt(requireNonNull(ends.get(partition.name()))));
      if (failing) {
        failing = false;
        LOG.info("Watching the ends of the log's partitions again.");
      }
      return true;
    } catch (RuntimeException | Error e) { // a bug must not end the thread
      if (!failing && !closed) {
        failing = true;
        LOG.warn("Cannot ask for the ends of the log's partitions; retrying.", e);
      }
      return false;
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    try {
      if (!thread.join(TIMEOUT)) {
        LOG.error("The watch of the log's ends does not stop.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
