package io.postrider.log.kafka;

import static java.util.Objects.requireNonNull;

import io.postrider.log.LogIdentity;
import io.postrider.log.LogUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that looks at the topic again and again: whether it is still the same one, whether its
 * partitions can store records, and where they start.
 *
 * <p>A topic that was deleted or created again is refused until the process restarts, because its
 * offsets mean other records.
 */
final class TopicWatch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(TopicWatch.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final Admin admin;
  private final BrokerOffsets offsets;
  private final TopicSettings settings;
  private final Duration interval;
  private final LogIdentity identity;
  private final List<KafkaPartition> partitions;
  private final TopicRefusal refusal;
  private final Runnable healthy;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;
  private volatile @Nullable String outage;
  private boolean grown;

  /**
   * @param healthy is called after each look that finds all partitions able to store records
   */
  TopicWatch(
      Admin admin,
      BrokerOffsets offsets,
      TopicSettings settings,
      Duration interval,
      LogIdentity identity,
      List<KafkaPartition> partitions,
      TopicRefusal refusal,
      Runnable healthy) {
    this.admin = admin;
    this.offsets = offsets;
    this.settings = settings;
    this.interval = interval;
    this.identity = identity;
    this.partitions = partitions;
    this.refusal = refusal;
    this.healthy = healthy;
    this.thread = Thread.ofPlatform().name("log-watch").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /** Why some partition cannot store records, as far as the last look could tell. */
  Optional<String> outage() {
    return Optional.ofNullable(outage);
  }

  private void run() {
    try {
      while (!closing.await(interval.toMillis(), TimeUnit.MILLISECONDS)) {
        look();
      }
    } catch (InterruptedException e) {
      // closed
    }
  }

  /** One look. */
  void look() {
    try {
      Optional<TopicDescription> topic = describe();
      if (topic.isEmpty()) {
        outage("topic '" + settings.name() + "' does not exist");
        return;
      }
      if (!KafkaTopic.identity(topic.get()).equals(identity)) {
        refuse();
        return;
      }
      noticeGrowth(topic.get().partitions().size());
      Map<TopicPartition, Long> firsts =
          offsets.firsts(partitions.stream().map(KafkaPartition::name).toList());
      partitions.forEach(
          partition -> partition.startsAt(requireNonNull(firsts.get(partition.name()))));
      Optional<String> problem = TopicCheck.outage(topic.get(), settings);
      outage(problem.orElse(null));
      if (problem.isEmpty()) {
        healthy.run();
      }
    } catch (LogUnavailableException e) {
      if (closing.getCount() > 0) {
        outage(e.getMessage());
      }
    } catch (RuntimeException | Error e) { // a bug must not end the thread
      if (outage == null) {
        LOG.error("Cannot look at the topic '{}'; retrying.", settings.name(), e);
      }
      outage("a bug prevents looking at topic '" + settings.name() + "'");
    }
  }

  private Optional<TopicDescription> describe() {
    DescribeTopicsOptions options = new DescribeTopicsOptions().timeoutMs((int) TIMEOUT.toMillis());
    try {
      return Optional.ofNullable(
          BrokerAnswers.await(
                  admin.describeTopics(List.of(settings.name()), options).allTopicNames(), TIMEOUT)
              .get(settings.name()));
    } catch (UnknownTopicOrPartitionException e) {
      return Optional.empty();
    } catch (KafkaException e) {
      throw new LogUnavailableException(
          "cannot describe topic '" + settings.name() + "': " + e.getMessage(), e);
    }
  }

  private void noticeGrowth(int count) {
    if (count != partitions.size() && !grown) {
      grown = true;
      LOG.atError()
          .addKeyValue("partitions", count)
          .log(
              "The topic has other partitions than at the start; this node uses the first {}, and"
                  + " no node will start. Restore the topic from before, or use a new one.",
              partitions.size());
    }
  }

  private void refuse() {
    String reason =
        "topic '"
            + settings.name()
            + "' was deleted and created again; its records are not those of this log. Restart,"
            + " and reset the cursors";
    if (refusal.refuse(reason)) {
      LOG.error("Refusing the log: {}.", reason);
    }
  }

  private void outage(@Nullable String now) {
    if (now != null && outage == null) {
      LOG.warn("The log has a problem: {}.", now);
    } else if (now == null && outage != null) {
      LOG.info("The log has no problem any more.");
    }
    outage = now;
  }

  @Override
  public void close() {
    closing.countDown();
    thread.interrupt();
    try {
      if (!thread.join(TIMEOUT.multipliedBy(2))) {
        LOG.error("The watch of the topic does not stop.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
