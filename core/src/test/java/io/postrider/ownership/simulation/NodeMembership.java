package io.postrider.ownership.simulation;

import io.postrider.ownership.LeaseWatch;
import io.postrider.ownership.SessionLease;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * The membership of a process in the group: sends one heartbeat after the other, and learns which
 * partitions it owns.
 */
final class NodeMembership {

  private static final int HEARTBEATS = 8;
  private static final long NANOS = 1_000_000;
  private static final long LOOK_MILLIS = 250;

  private final ClusterWorld world;
  private final NodeProcess process;
  private final SessionLease lease;
  private final LeaseWatch watch;
  private final Set<Integer> owned = new TreeSet<>();
  private final Set<Integer> releasing = new TreeSet<>();
  private boolean joined;
  private boolean leaving;
  private boolean heard;
  private long heardMillis;
  private long request;

  NodeMembership(NodeProcess process) {
    this.process = process;
    this.world = process.world();
    this.lease = SessionLease.of(Duration.ofMillis(world.scenario().sessionMillis()));
    this.watch = new LeaseWatch(lease);
  }

  /** Whether the process may dispatch, as far as time tells. */
  boolean isLeased() {
    return heard && lease.isHeld(heardMillis * NANOS, world.now() * NANOS);
  }

  /** Looks at the lease, again and again: whoever waited for it goes on when it is back. */
  void watchLease() {
    OptionalLong heardNanos = heard ? OptionalLong.of(heardMillis * NANOS) : OptionalLong.empty();
    if (watch.isRegained(heardNanos, world.now() * NANOS)) {
      process.tickAll();
    }
    if (isLeased()) {
      world.invariants().leased(process);
    }
    process.later(LOOK_MILLIS, this::watchLease);
  }

  /** The partitions that the group has assigned, as far as the process knows. */
  Set<Integer> owned() {
    return owned;
  }

  /** Sends a heartbeat, and the next one when it is answered or the answer is overdue. */
  void beat() {
    long number = ++request;
    long sentMillis = world.now();
    Set<Integer> held = new TreeSet<>(owned);
    held.addAll(releasing);
    GroupCoordinator.Heartbeat beat =
        new GroupCoordinator.Heartbeat(process.member(), process.run(), !joined, held);
    process.later(interval() * 4, () -> beatAfter(number));
    if (process.node().isCutFromCoordinator()) {
      return;
    }
    world
        .time()
        .after(
            world.networkDelay(),
            () -> {
              GroupCoordinator.Answer answer = world.coordinator().heard(beat, world.now());
              if (!process.node().isCutFromCoordinator()) {
                process.later(world.networkDelay(), () -> answered(number, sentMillis, answer));
              }
            });
  }

  private long interval() {
    return world.scenario().sessionMillis() / HEARTBEATS;
  }

  private void beatAfter(long number) {
    if (number == request) {
      beat();
    }
  }

  private void answered(long number, long sentMillis, GroupCoordinator.Answer answer) {
    if (number != request) {
      return; // too late: the connection was given up
    }
    long after = ++request;
    process.later(interval(), () -> beatAfter(after));
    if (!answer.isMember()) {
      joined = false;
      heard = false;
      Set<Integer> lost = new TreeSet<>(owned);
      lost.addAll(releasing);
      owned.clear();
      process.claims().lose(lost);
      return;
    }
    joined = true;
    heard = true;
    heardMillis = sentMillis;
    Set<Integer> revoked = new TreeSet<>(owned);
    revoked.removeAll(answer.partitions());
    owned.removeAll(revoked);
    releasing.addAll(revoked);
    if (!leaving) {
      owned.addAll(answer.partitions());
      owned.removeAll(releasing);
    }
    process.claims().release(revoked);
  }

  /** The process has released a partition: another may own it. */
  void released(int partition) {
    releasing.remove(partition);
  }

  /** Releases everything; the process leaves when that is done. */
  void releaseAll() {
    leaving = true;
    releasing.addAll(owned);
    owned.clear();
    process.claims().release(new TreeSet<>(releasing));
  }

  boolean holdsNothing() {
    return owned.isEmpty() && releasing.isEmpty();
  }
}
