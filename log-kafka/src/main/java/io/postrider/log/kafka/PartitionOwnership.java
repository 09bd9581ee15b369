package io.postrider.log.kafka;

import io.postrider.log.LogUnavailableException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.InvalidSessionTimeoutException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which partitions of a topic this node owns, as a member of a consumer group that all
 * nodes join. The group assigns partitions and nothing else: offsets are never committed, and
 * records are read elsewhere.
 *
 * <p>Ownership has two halves. The {@link OwnershipListener} is told of changes as the group makes
 * them. {@link #heardNanos} tells the time: when it is older than {@link #sessionTimeout}, the
 * coordinator may have given the partitions away without this node's knowledge, such as after a
 * pause. Ask it before every dispatch, and keep a margin. What a node writes must still be fenced
 * by an epoch: a pause can come right after the answer.
 *
 * <p>With the classic protocol a partition moves in two rebalances: one takes it from its owner,
 * and the owner begins the next one, which gives it to another. A process that ends in between
 * cannot begin it. So the process of a node that returns does, and {@link #rejoin}.
 *
 * <p>Any thread may ask; two threads belong to it, one for the group and its listener, one that
 * observes the session.
 */
public final class PartitionOwnership implements AutoCloseable {

  /** How long a call of the listener may take before the node is expelled from the group. */
  public static final Duration MAX_CALL = Duration.ofSeconds(60);

  private static final Logger LOG = LoggerFactory.getLogger(PartitionOwnership.class);

  /** The classic consumer returns earlier from a poll if the group changes. */
  private static final Duration CLASSIC_POLL = Duration.ofSeconds(1);

  /** The other one tells changes between polls only. */
  private static final Duration POLL = Duration.ofMillis(100);

  private static final Duration OBSERVE = Duration.ofMillis(50);
  private static final Duration RETRY = Duration.ofSeconds(1);

  private final String topic;
  private final OwnershipSettings settings;
  private final OwnershipListener listener;
  private final LongSupplier nanoTime;
  private final org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer;
  private final List<Metric> answers;
  private final Duration poll;
  private final Duration sessionTimeout;
  private final CoordinatorContact contact;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread member;
  private final Thread observer;
  private volatile Set<Integer> owned = Set.of();
  private volatile @Nullable String failure;
  private volatile boolean leaving;
  private volatile boolean rejoining;
  private boolean hasJoined;
  private boolean failing;
  private boolean blind;

  private PartitionOwnership(
      KafkaConnection connection,
      String topic,
      OwnershipSettings settings,
      OwnershipListener listener,
      LongSupplier nanoTime) {
    this.topic = topic;
    this.settings = settings;
    this.listener = listener;
    this.nanoTime = nanoTime;
    this.sessionTimeout = GroupConsumer.sessionTimeout(connection, settings);
    this.contact = new CoordinatorContact(sessionTimeout);
    this.consumer = GroupConsumer.create(connection, settings);
    this.answers = GroupConsumer.answerCounters(consumer);
    this.poll = settings.protocol() == OwnershipSettings.Protocol.CLASSIC ? CLASSIC_POLL : POLL;
    this.member = Thread.ofPlatform().name("partition-owner").unstarted(this::run);
    this.observer = Thread.ofPlatform().name("partition-lease").unstarted(this::observe);
  }

  /**
   * Joins the group; partitions are assigned later, through the listener.
   *
   * @param topic the topic whose partitions are shared out
   * @param nanoTime as {@link System#nanoTime}
   * @throws LogUnavailableException if the brokers have to be asked and do not answer
   */
  public static PartitionOwnership join(
      KafkaConnection connection,
      String topic,
      OwnershipSettings settings,
      OwnershipListener listener,
      LongSupplier nanoTime) {
    PartitionOwnership ownership =
        new PartitionOwnership(connection, topic, settings, listener, nanoTime);
    ownership.member.start();
    ownership.observer.start();
    return ownership;
  }

  /** The partitions that the group has assigned to this node, as far as the node knows. */
  public Set<Integer> owned() {
    return owned;
  }

  /** A time after which the coordinator has heard of this node; empty before there is one. */
  public OptionalLong heardNanos() {
    return contact.heardNanos();
  }

  /** After how much silence the coordinator gives the partitions of a node away. */
  public Duration sessionTimeout() {
    return sessionTimeout;
  }

  /**
   * Asks the group to assign the partitions again, soon. Nothing moves if all have an owner and
   * each node its share. No effect if the brokers assign them: they do so by themselves.
   *
   * @return whether it has an effect
   */
  public boolean rejoin() {
    boolean byNodes = settings.protocol() == OwnershipSettings.Protocol.CLASSIC;
    if (byNodes) {
      rejoining = true;
    }
    return byNodes;
  }

  /** Why this node will own nothing until it restarts, if so. */
  public Optional<String> failure() {
    return Optional.ofNullable(failure);
  }

  /** Stops, and keeps the place in the group: partitions come back with a restart in time. */
  @Override
  public void close() {
    stop();
  }

  /** Stops, and leaves the group: other nodes get the partitions at once. */
  public void leave() {
    leaving = true;
    stop();
  }

  private void stop() {
    closing.countDown();
    consumer.wakeup();
    try {
      if (!member.join(MAX_CALL) || !observer.join(MAX_CALL)) {
        LOG.error("The owner of partitions does not stop.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void observe() {
    try {
      do {
        observeOnce();
      } while (!closing.await(OBSERVE.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      // closed
    }
  }

  private void observeOnce() {
    try {
      contact.observe(nanoTime.getAsLong(), GroupConsumer.answers(answers));
      blind = false;
    } catch (RuntimeException | Error e) { // the lease ends meanwhile
      if (!blind) {
        blind = true;
        LOG.error("Cannot observe the group '{}'; retrying.", settings.group(), e);
      }
    }
  }

  private void run() {
    try {
      consumer.subscribe(List.of(topic), new Rebalance());
      while (closing.getCount() > 0 && failure == null) {
        poll();
      }
    } catch (InterruptedException e) {
      // closed
    } finally {
      release();
    }
  }

  private void poll() throws InterruptedException {
    try {
      if (rejoining) {
        rejoining = false;
        consumer.enforceRebalance("partitions may have no owner");
      }
      consumer.poll(poll);
      failing = false;
    } catch (WakeupException e) {
      // closing
    } catch (FencedInstanceIdException e) {
      fail(
          "another process joined the group '"
              + settings.group()
              + "' as node '"
              + settings.node()
              + "'; give each node a name of its own");
    } catch (InvalidSessionTimeoutException e) {
      fail(
          "the brokers refuse 'cluster.session-timeout' ("
              + settings.sessionTimeout().toMillis()
              + " ms); choose a value between their group.min.session.timeout.ms and"
              + " group.max.session.timeout.ms");
    } catch (UnsupportedVersionException e) {
      fail("the brokers do not know the protocol: " + e.getMessage() + "; use the classic one");
    } catch (RuntimeException | Error e) { // a bug must not end the membership without a word
      if (!failing) {
        failing = true;
        LOG.error("Cannot take part in the group '{}'; retrying.", settings.group(), e);
      }
      closing.await(RETRY.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private void fail(String message) {
    failure = message;
    LOG.error("This node owns no partition until it restarts: {}.", message);
    drop(owned, listener::lost);
  }

  private void release() {
    drop(owned, listener::revoked);
    try {
      consumer.close(
          CloseOptions.groupMembershipOperation(
              leaving
                  ? GroupMembershipOperation.LEAVE_GROUP
                  : GroupMembershipOperation.REMAIN_IN_GROUP));
    } catch (KafkaException e) {
      LOG.warn("Cannot leave the group '{}'.", settings.group(), e);
    }
  }

  private void drop(Collection<Integer> partitions, Consumer<Set<Integer>> call) {
    Set<Integer> gone = new TreeSet<>(owned);
    gone.retainAll(partitions);
    Set<Integer> left = new TreeSet<>(owned);
    left.removeAll(gone);
    owned = Set.copyOf(left); // no claim begins from here on
    tell(gone, call);
  }

  private static void tell(Set<Integer> partitions, Consumer<Set<Integer>> call) {
    if (partitions.isEmpty()) {
      return;
    }
    try {
      call.accept(partitions);
    } catch (RuntimeException | Error e) {
      LOG.error("A change of ownership failed: partitions {}.", partitions, e);
    }
  }

  private static List<Integer> numbers(Collection<TopicPartition> partitions) {
    return partitions.stream().map(TopicPartition::partition).toList();
  }

  private final class Rebalance implements ConsumerRebalanceListener {

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      // the group's consumer reads nothing; with a position it does not ask for committed offsets
      partitions.forEach(partition -> consumer.seek(partition, 0));
      consumer.pause(partitions);
      if (!hasJoined && !partitions.isEmpty()) {
        boolean _ = rejoin();
      }
      hasJoined = true;
      Set<Integer> fresh = new TreeSet<>(numbers(partitions));
      fresh.removeAll(owned);
      Set<Integer> all = new TreeSet<>(owned);
      all.addAll(fresh);
      owned = Set.copyOf(all);
      tell(fresh, listener::assigned);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      drop(numbers(partitions), listener::revoked);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
      drop(numbers(partitions), listener::lost);
    }
  }
}
