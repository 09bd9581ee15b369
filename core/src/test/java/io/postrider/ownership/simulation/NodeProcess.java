package io.postrider.ownership.simulation;

import io.postrider.delivery.DeliverySettings;
import io.postrider.delivery.DestinationLimits;
import io.postrider.delivery.QueueBudget;
import io.postrider.delivery.WallClock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** One run of a node, from its start to its end. Only the log and the database outlive it. */
final class NodeProcess {

  /** Memory without end: the simulation of one node has the bounds. */
  static final QueueBudget MEMORY =
      new QueueBudget() {
        @Override
        public boolean take(int bytes) {
          return true;
        }

        @Override
        public void give(int bytes) {}
      };

  private static final int MOST_IN_BLOCK = 8;

  private final ClusterWorld world;
  private final ClusterNode node;
  private final long run;
  private final List<DestinationLimits> limits = new ArrayList<>();
  private final long[] wakeAt;
  private final NodeMembership membership;
  private final NodeClaims claims;
  private final NodeFlush flush;
  private List<Tombstone> tombstones = List.of();

  NodeProcess(ClusterNode node, long run) {
    this.node = node;
    this.world = node.world();
    this.run = run;
    int destinations = world.scenario().destinations();
    for (int destination = 0; destination < destinations; destination++) {
      WallClock wallClock = new WallClock();
      wallClock.observe(world.now(), world.now());
      limits.add(
          new DestinationLimits(
              ClusterScenario.RULES,
              new DeliverySettings(
                  List.of("https://receiver-%d.example/".formatted(destination)),
                  null,
                  null,
                  false),
              world.random().apart(),
              wallClock));
    }
    this.wakeAt = new long[destinations];
    Arrays.fill(wakeAt, Long.MAX_VALUE);
    this.membership = new NodeMembership(this);
    this.claims = new NodeClaims(this);
    this.flush = new NodeFlush(this);
  }

  void start() {
    membership.beat();
    membership.watchLease();
    claims.claimOwned();
    flush.repeat();
    refresh();
  }

  ClusterWorld world() {
    return world;
  }

  ClusterNode node() {
    return node;
  }

  long run() {
    return run;
  }

  /** Its name in the group. */
  String member() {
    return world.scenario().staticMembers() ? node.toString() : node + "." + run;
  }

  DestinationLimits limits(int destination) {
    return limits.get(destination);
  }

  NodeMembership membership() {
    return membership;
  }

  NodeClaims claims() {
    return claims;
  }

  NodeFlush flush() {
    return flush;
  }

  /** The tombstones that the process knows. */
  List<Tombstone> tombstones() {
    return tombstones;
  }

  /** Learns of tombstones; none is ever withdrawn. */
  void know(List<Tombstone> found) {
    if (found.size() > tombstones.size()) {
      tombstones = found;
    }
  }

  private void refresh() {
    Runnable again = () -> later(1_000, this::refresh);
    ask(
        () -> world.table().tombstones(),
        found -> {
          know(found);
          again.run();
        },
        again);
  }

  /** Runs something later, unless the process has ended; after a pause if there is one. */
  void later(long delayMillis, Runnable what) {
    world.time().after(delayMillis, () -> node.run(this, what));
  }

  /** Asks the database. What was sent is carried out, also if the process ends meanwhile. */
  <T> void ask(Supplier<T> transaction, Consumer<T> answered, Runnable failed) {
    if (node.isCutFromDatabase()) {
      later(1_000, failed);
      return;
    }
    world
        .time()
        .after(
            world.databaseDelay(),
            () -> {
              if (world.table().isAway() || node.isCutFromDatabase()) {
                later(1_000, failed);
                return;
              }
              T answer = transaction.get();
              if (world.random().chance(0.01)) {
                later(1_000, failed); // done, but the answer is lost
              } else {
                later(world.networkDelay(), () -> answered.accept(answer));
              }
            });
  }

  // ---- delivering

  /** Restores the machines of a claim. */
  void restore(SimulatedClaim claim) {
    for (int destination = 0; destination < limits.size(); destination++) {
      claim.deliveries().add(new ClaimedDelivery(claim, destination));
      tick(destination);
    }
  }

  /** Reads the partition of a claim as it grows. */
  void follow(SimulatedClaim claim) {
    if (claim.machine().hasEnded()) {
      return;
    }
    long from = claim.live();
    long to =
        Math.min(
            world.log().end(claim.partition()), from + world.random().between(1, MOST_IN_BLOCK));
    List<ClaimedDelivery> level =
        claim.deliveries().stream().filter(one -> one.machine().isCaughtUp()).toList();
    claim.live(Math.max(from, to));
    for (ClaimedDelivery delivery : level) {
      for (long offset = from; offset < to; offset++) {
        ClusterLog.Message message = world.log().at(claim.partition(), offset);
        delivery.machine().offer(message.offset(), message.record(), world.now());
      }
      handled(delivery.destination());
    }
    later(world.random().between(10, 200), () -> follow(claim));
  }

  /** Gives a machine of a destination an input. */
  void input(int destination, Runnable input) {
    input.run();
    handled(destination);
  }

  /** Whether a timer is set for whatever the machines wait for. */
  boolean hasTimers() {
    for (int destination = 0; destination < limits.size(); destination++) {
      if (limits.get(destination).nextWakeUp() < wakeAt[destination]) {
        return false;
      }
    }
    return true;
  }

  /** Lets all machines start what they can. */
  void tickAll() {
    for (int destination = 0; destination < limits.size(); destination++) {
      tick(destination);
    }
  }

  private void tick(int destination) {
    input(destination, () -> limits.get(destination).tick(world.now()));
  }

  private void handled(int destination) {
    long wanted = limits.get(destination).nextWakeUp();
    if (wanted < wakeAt[destination]) {
      wakeAt[destination] = wanted;
      later(Math.max(1, wanted - world.now()), () -> wake(destination, wanted));
    }
  }

  private void wake(int destination, long planned) {
    if (wakeAt[destination] == planned) {
      wakeAt[destination] = Long.MAX_VALUE;
      tick(destination);
    }
  }

  @Override
  public String toString() {
    return node + "." + run;
  }
}
