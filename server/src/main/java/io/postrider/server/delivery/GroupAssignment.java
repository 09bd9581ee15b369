package io.postrider.server.delivery;

import io.postrider.log.kafka.OwnershipListener;
import io.postrider.ownership.LeaseWatch;
import io.postrider.ownership.SessionLease;
import io.postrider.server.background.BackgroundTask;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Partitions as the group of all nodes assigns them.
 *
 * <p>The group's thread gives partitions up, because the group waits for that. Claiming reads the
 * database, for which the group must not wait: a task of its own claims whatever the group has
 * assigned and is not claimed, again and again. So a partition is claimed later if the database is
 * unavailable, and claimed again if another node took it while the group still counts it as ours.
 *
 * <p>Another task watches the lease, and resumes what is claimed when the lease is back. It does
 * not wait for a claim that the database delays.
 */
final class GroupAssignment implements PartitionAssignment {

  private static final Logger LOG = LoggerFactory.getLogger(GroupAssignment.class);
  private static final Duration INTERVAL = Duration.ofMillis(250);

  /** How long a partition rests that another node took: a node that was paused learns the news. */
  private static final Duration FENCED_REST = Duration.ofSeconds(2);

  private static final Duration MAX_BACKOFF = Duration.ofSeconds(5);

  private final Function<OwnershipListener, GroupMembership> group;
  private final BackgroundTask claiming;
  private final BackgroundTask resuming;
  private volatile @Nullable Membership membership;
  private volatile @Nullable Partitions partitions;
  private final Map<Integer, Long> fencedAtNanos = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /** The partitions that were claimed when the task last looked. */
  private Set<Integer> claimed = Set.of();

  private volatile Set<Integer> waiting = Set.of();

  /**
   * @param group joins the group
   */
  GroupAssignment(Function<OwnershipListener, GroupMembership> group) {
    this.group = group;
    this.claiming =
        BackgroundTask.of(
            BackgroundTask.Options.every(
                    INTERVAL, "delivery-claims", "Cannot claim partitions; retrying.")
                .backoff(INTERVAL, MAX_BACKOFF),
            this::claimAssigned);
    this.resuming =
        BackgroundTask.of(
            BackgroundTask.Options.every(
                INTERVAL, "delivery-lease", "Cannot resume deliveries; retrying."),
            this::resumeIfRegained);
  }

  @Override
  public void start(Partitions started) {
    partitions = started;
    membership = Membership.of(group.apply(new Listener(started)));
    BackgroundTask _ = claiming.start();
    BackgroundTask _ = resuming.start();
  }

  private boolean resumeIfRegained() {
    Membership current = membership;
    Partitions delivered = partitions;
    if (current != null && delivered != null && current.isRegained()) {
      delivered.resume();
    }
    return false;
  }

  private boolean claimAssigned() {
    Membership current = membership;
    Partitions delivered = partitions;
    if (current != null && delivered != null && !closed && current.isLeased()) {
      claim(current.group, delivered);
    }
    return false;
  }

  /** Claims all, also if one of them fails. */
  private void claim(GroupMembership joined, Partitions delivered) {
    RuntimeException failure = null;
    Set<Integer> owned = new TreeSet<>(joined.owned());
    Set<Integer> now = new TreeSet<>();
    for (int partition : owned) {
      if (rests(partition)) {
        continue;
      }
      try {
        delivered.claim(partition, () -> joined.owned().contains(partition));
        now.add(partition);
      } catch (RuntimeException failed) {
        failure = failed;
      }
    }
    if (!now.equals(claimed)) {
      claimed = now;
      LOG.info("This node delivers partitions {}.", now);
    }
    Set<Integer> left = new TreeSet<>(owned);
    left.removeAll(now);
    waiting = Collections.unmodifiableSet(left);
    if (failure != null) {
      throw failure;
    }
  }

  private boolean rests(int partition) {
    Long fencedAt = fencedAtNanos.get(partition);
    return fencedAt != null && System.nanoTime() - fencedAt < FENCED_REST.toNanos();
  }

  @Override
  public Set<Integer> waiting() {
    return waiting;
  }

  @Override
  public boolean mayDispatch() {
    Membership current = membership;
    return current != null && current.isLeased();
  }

  @Override
  public boolean isFailed() {
    Membership current = membership;
    return current != null && current.group.failure().isPresent();
  }

  @Override
  public void unowned(Set<Integer> unowned) {
    Membership current = membership;
    if (current != null
        && current.rejoins.isDue(unowned, System.nanoTime())
        && current.group.rejoin()) {
      LOG.warn("No node delivers partitions {}; asking the group to assign them again.", unowned);
    }
  }

  /** The task claims it again if it is still assigned after a rest. */
  @Override
  public void fenced(int partition) {
    fencedAtNanos.put(partition, System.nanoTime());
  }

  @Override
  public void forgotten(int partition) {
    claiming.wake();
  }

  /** Leaves the group, so that others deliver at once. */
  @Override
  public void close() {
    closed = true;
    claiming.close();
    resuming.close();
    Membership current = membership;
    if (current != null) {
      current.group.leave();
    }
  }

  /**
   * The membership of the group, and what follows from its session timeout.
   *
   * @param watch belongs to the task that resumes
   * @param rejoins belongs to the thread that tells of partitions that no node delivers
   */
  private record Membership(
      GroupMembership group, SessionLease lease, LeaseWatch watch, RejoinSchedule rejoins) {

    static Membership of(GroupMembership group) {
      SessionLease lease = SessionLease.of(group.sessionTimeout());
      return new Membership(
          group, lease, new LeaseWatch(lease), new RejoinSchedule(group.sessionTimeout()));
    }

    /** Whether the group cannot have expelled this node yet, as far as time tells. */
    boolean isLeased() {
      OptionalLong heard = group.heardNanos();
      return heard.isPresent() && lease.isHeld(heard.getAsLong(), System.nanoTime());
    }

    /** Whether it is so again since the last look. */
    boolean isRegained() {
      OptionalLong heard = group.heardNanos();
      return watch.isRegained(heard, System.nanoTime());
    }
  }

  private final class Listener implements OwnershipListener {

    private final Partitions delivered;

    Listener(Partitions delivered) {
      this.delivered = delivered;
    }

    @Override
    public void assigned(Set<Integer> assigned) {
      claiming.wake();
    }

    @Override
    public void revoked(Set<Integer> revoked) {
      if (!closed) {
        delivered.release(revoked);
        LOG.info("This node gave up partitions {}.", new TreeSet<>(revoked));
      }
    }

    @Override
    public void lost(Set<Integer> lost) {
      delivered.lose(lost);
      LOG.warn("This node lost partitions {} to others.", new TreeSet<>(lost));
    }
  }
}
