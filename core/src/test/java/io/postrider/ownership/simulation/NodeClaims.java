package io.postrider.ownership.simulation;

import io.postrider.ownership.ClaimMachine;
import io.postrider.ownership.ClaimMachine.Step;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/** Drives the claims of a process, as {@code PartitionClaims} and {@code GroupAssignment} do. */
final class NodeClaims {

  private static final long INTERVAL_MILLIS = 250;
  private static final long FENCED_REST_MILLIS = 2_000;
  private static final long DRAIN_MILLIS = 2_000;

  private final ClusterWorld world;
  private final NodeProcess process;
  private final Map<Integer, SimulatedClaim> claims = new TreeMap<>();
  private final Map<Integer, Long> fencedAt = new HashMap<>();

  NodeClaims(NodeProcess process) {
    this.process = process;
    this.world = process.world();
  }

  Collection<SimulatedClaim> all() {
    return List.copyOf(claims.values());
  }

  /** Claims what is owned and not claimed, one after the other, again and again. */
  void claimOwned() {
    claimNext(new ArrayDeque<>(process.membership().owned()));
  }

  private void claimNext(Deque<Integer> left) {
    Integer partition = left.poll();
    if (partition == null) {
      process.later(INTERVAL_MILLIS, this::claimOwned);
    } else if (mayClaim(partition)) {
      SimulatedClaim claim = new SimulatedClaim(process, partition);
      claims.put(partition, claim);
      tell(claim, ClaimMachine::assigned, () -> claimNext(left));
    } else {
      claimNext(left);
    }
  }

  private boolean mayClaim(int partition) {
    return process.membership().isLeased()
        && process.membership().owned().contains(partition)
        && !claims.containsKey(partition)
        && world.now() >= fencedAt.getOrDefault(partition, 0L) + FENCED_REST_MILLIS;
  }

  void release(Set<Integer> partitions) {
    for (int partition : partitions) {
      SimulatedClaim claim = claims.get(partition);
      if (claim == null) {
        process.membership().released(partition);
      } else {
        tell(claim, ClaimMachine::revoked, () -> {});
      }
    }
  }

  void lose(Set<Integer> partitions) {
    for (int partition : partitions) {
      process.membership().released(partition);
      SimulatedClaim claim = claims.get(partition);
      if (claim != null) {
        claim.giveUp();
        tell(claim, ClaimMachine::lost, () -> {});
      }
    }
  }

  /** Its cursors were refused. */
  void fenced(SimulatedClaim claim) {
    world.trace("%s: fenced", claim);
    claim.giveUp();
    fencedAt.put(claim.partition(), world.now());
    tell(claim, ClaimMachine::fenced, () -> {});
  }

  /**
   * Takes a claim from step to step.
   *
   * @param whenDone runs when there is no further step
   */
  private void tell(SimulatedClaim claim, Function<ClaimMachine, Step> input, Runnable whenDone) {
    Step step = input.apply(claim.machine());
    if (step == Step.NONE) {
      whenDone.run();
      return;
    }
    world.trace("%s: %s", claim, step);
    Runnable done = () -> tell(claim, machine -> machine.done(step), whenDone);
    Runnable failed = () -> tell(claim, machine -> machine.failed(step), whenDone);
    switch (step) {
      case TAKE_EPOCH ->
          takeEpoch(
              claim.partition(),
              saved -> {
                claim.taken(saved);
                done.run();
              },
              failed);
      case LOAD ->
          process.ask(
              () -> world.table().tombstones(),
              found -> {
                process.know(found);
                done.run();
              },
              failed);
      case RESTORE -> {
        process.restore(claim);
        process.later(world.restoreDelay(), done);
      }
      case FOLLOW -> {
        process.tickAll();
        process.follow(claim);
        done.run();
      }
      case DRAIN -> drain(claim, world.now() + DRAIN_MILLIS, done);
      case FLUSH ->
          process
              .flush()
              .now(
                  complete -> {
                    if (!complete) {
                      claim.flushFailed();
                    }
                    done.run();
                  });
      case RETIRE -> {
        retire(claim);
        done.run();
      }
      case NONE -> throw new IllegalStateException();
    }
  }

  private void takeEpoch(int partition, Consumer<CursorTable.Saved> taken, Runnable failed) {
    process.ask(() -> world.table().claim(partition, world.now()), taken, failed);
  }

  private void drain(SimulatedClaim claim, long untilMillis, Runnable done) {
    if (claim.inFlight() == 0 || world.now() >= untilMillis) {
      claim.drained();
      done.run();
    } else {
      process.later(50, () -> drain(claim, untilMillis, done));
    }
  }

  private void retire(SimulatedClaim claim) {
    world.invariants().released(claim);
    claims.remove(claim.partition(), claim);
    claim.deliveries().forEach(one -> one.machine().retire());
    process.membership().released(claim.partition());
  }
}
