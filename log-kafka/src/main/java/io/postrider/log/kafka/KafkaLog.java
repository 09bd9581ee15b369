package io.postrider.log.kafka;

import static java.util.Objects.requireNonNull;

import io.postrider.log.LogIdentity;
import io.postrider.log.LogReader;
import io.postrider.log.LogState;
import io.postrider.log.LogUnavailableException;
import io.postrider.log.Pace;
import io.postrider.log.RecordBatch;
import io.postrider.log.RecordLog;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;

/**
 * A log in a Kafka topic, which several nodes share. Its offsets are those of the topic.
 *
 * <p>Thread-safe. {@link KafkaAppends} describes how appends become durable, {@link KafkaReader}
 * how records are read, {@link TailFollower} how a node learns what other nodes have appended.
 */
public final class KafkaLog implements RecordLog {

  /** What all partitions keep of their ends in memory, together. */
  private static final long TAIL_BYTES = 32L * 1024 * 1024;

  private static final long LEAST_TAIL_BYTES = 64 * 1024;

  private final LogIdentity identity;
  private final Admin admin;
  private final List<KafkaPartition> partitions;
  private final BrokerOffsets offsets;
  private final KafkaAppends appends;
  private final KafkaReads reads;
  private final TailFollower follower;
  private final EndWatch ends;
  private final TopicWatch watch;
  private final TopicRefusal refusal = new TopicRefusal();
  private final KafkaLogOptions options;
  private final AtomicBoolean closed = new AtomicBoolean();

  private KafkaLog(
      KafkaConnection connection,
      TopicSettings topic,
      KafkaLogOptions options,
      Admin admin,
      LogIdentity identity) {
    this.identity = identity;
    this.admin = admin;
    this.options = options;
    this.offsets = new BrokerOffsets(admin, options.timeouts().read());
    this.partitions = partitions(topic, offsets);
    ReaderConsumers consumers = new ReaderConsumers(connection);
    this.appends = new KafkaAppends(connection, options, topic.partitions());
    this.reads = new KafkaReads(consumers, offsets, refusal, options.timeouts().read());
    this.ends = EndWatch.start(partitions, offsets);
    this.follower = TailFollower.start(partitions, consumers, offsets, ends::wake);
    this.watch =
        new TopicWatch(
            admin, offsets, topic, options.look(), identity, partitions, refusal, appends::healthy);
    watch.start();
  }

  /**
   * Opens the log in a topic; creates the topic if there is none.
   *
   * @throws TopicRefusedException if the topic does not fit the settings
   * @throws LogUnavailableException if the brokers do not answer in time
   * @throws IllegalArgumentException if the connection's settings cannot be used
   */
  public static KafkaLog open(
      KafkaConnection connection, TopicSettings topic, KafkaLogOptions options) {
    Duration timeout = options.timeouts().open();
    Admin admin =
        connection.admin("postrider-admin", Duration.ofSeconds(10), Duration.ofMinutes(1));
    boolean opened = false;
    try {
      LogIdentity identity =
          new KafkaTopic(admin, topic, options.maxMessageBytes(), timeout).open();
      KafkaLog log = new KafkaLog(connection, topic, options, admin, identity);
      try {
        log.appends.awaitMetadata(topic.name(), timeout);
        opened = true;
        return log;
      } finally {
        if (!opened) {
          log.close();
        }
      }
    } finally {
      if (!opened) {
        admin.close(Duration.ZERO);
      }
    }
  }

  private static List<KafkaPartition> partitions(TopicSettings topic, BrokerOffsets offsets) {
    long tailBytes = Math.max(LEAST_TAIL_BYTES, TAIL_BYTES / topic.partitions());
    List<KafkaPartition> partitions = new ArrayList<>();
    List<TopicPartition> names = new ArrayList<>();
    for (int i = 0; i < topic.partitions(); i++) {
      names.add(new TopicPartition(topic.name(), i));
      partitions.add(new KafkaPartition(names.get(i), tailBytes));
    }
    Map<TopicPartition, Long> firsts = offsets.firsts(names);
    Map<TopicPartition, Long> ends = offsets.ends(names);
    Map<TopicPartition, Long> times = offsets.latestTimes(names);
    for (KafkaPartition partition : partitions) {
      partition.startsAt(requireNonNull(firsts.get(partition.name())));
      partition.endsAt(requireNonNull(ends.get(partition.name())));
      partition.saw(times.getOrDefault(partition.name(), Long.MIN_VALUE));
    }
    return List.copyOf(partitions);
  }

  /** Whether the log accepts appends. Asks nobody. */
  public LogState state() {
    if (closed.get()) {
      return new LogState.Closed();
    }
    Optional<String> refused = refusal.reason();
    if (refused.isPresent()) {
      return new LogState.Failed(refused.get());
    }
    return appends
        .outage()
        .or(watch::outage)
        .<LogState>map(LogState.Stalled::new)
        .orElseGet(LogState.Running::new);
  }

  /** Looks at the topic now, as the log does again and again. */
  void look() {
    watch.look();
  }

  @Override
  public LogIdentity identity() {
    return identity;
  }

  @Override
  public int partitions() {
    return partitions.size();
  }

  @Override
  public CompletableFuture<Long> append(int partition, RecordBatch batch) {
    KafkaPartition to = partition(partition);
    if (batch.weightBytes() > options.maxAppendBytes()) {
      return CompletableFuture.failedFuture(
          new IllegalArgumentException(
              "batch of "
                  + batch.weightBytes()
                  + " bytes exceeds the limit of "
                  + options.maxAppendBytes()));
    }
    if (closed.get()) {
      return CompletableFuture.failedFuture(LogUnavailableException.closed());
    }
    Optional<String> refused = refusal.reason();
    return refused.isPresent()
        ? CompletableFuture.failedFuture(new LogUnavailableException(refused.get()))
        : appends.append(to, batch);
  }

  /** The oldest record, as of the last look at the topic. */
  @Override
  public long firstOffset(int partition) {
    return partition(partition).knownFirst();
  }

  /** Asks the brokers, so that it covers what other nodes have appended. */
  @Override
  public long endOffset(int partition) {
    KafkaPartition of = partition(partition);
    requireUsable();
    of.endsAt(offsets.end(of.name()));
    return of.knownEnd();
  }

  @Override
  public List<Long> endOffsets() {
    requireUsable();
    Map<TopicPartition, Long> ends =
        offsets.ends(partitions.stream().map(KafkaPartition::name).toList());
    List<Long> known = new ArrayList<>();
    for (KafkaPartition partition : partitions) {
      partition.endsAt(requireNonNull(ends.get(partition.name())));
      known.add(partition.knownEnd());
    }
    return known;
  }

  @Override
  public long offsetAt(int partition, Instant time) {
    KafkaPartition of = partition(partition);
    requireUsable();
    long millis = time.toEpochMilli();
    if (Instant.ofEpochMilli(millis).isBefore(time)) {
      millis++; // times of records have no fractions of a millisecond
    }
    long end = endOffset(partition);
    long offset = offsets.at(of.name(), Math.max(0, millis));
    return offset < 0 ? end : Math.max(offset, of.knownFirst());
  }

  @Override
  public LogReader reader(int partition, long fromOffset) {
    return reader(partition, fromOffset, Pace.LIVE);
  }

  @Override
  public LogReader reader(int partition, long fromOffset, Pace pace) {
    KafkaPartition of = partition(partition);
    requireUsable();
    if (fromOffset < 0) {
      throw new IllegalArgumentException("offset " + fromOffset);
    }
    return new KafkaReader(of, reads, fromOffset, pace);
  }

  @Override
  public CompletableFuture<Void> whenBeyond(int partition, long offset) {
    return whenBeyond(partition, offset, Pace.LIVE);
  }

  @Override
  public CompletableFuture<Void> whenBeyond(int partition, long offset, Pace pace) {
    KafkaPartition of = partition(partition);
    CompletableFuture<Void> future = of.whenBeyond(offset, pace);
    if (pace == Pace.BULK) {
      ends.wake();
    } else if (of.want() && !closed.get()) {
      follower.wake();
    }
    return future;
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    appends.close();
    partitions.forEach(KafkaPartition::close);
    reads.close();
    follower.close();
    ends.close();
    watch.close();
    admin.close(Duration.ZERO);
  }

  private void requireUsable() {
    if (closed.get()) {
      throw LogUnavailableException.closed();
    }
    refusal.requireNone();
  }

  private KafkaPartition partition(int number) {
    if (number < 0 || number >= partitions.size()) {
      throw new IllegalArgumentException("partition " + number + " of " + partitions.size());
    }
    return partitions.get(number);
  }
}
