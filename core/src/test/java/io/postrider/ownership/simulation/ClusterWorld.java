package io.postrider.ownership.simulation;

import io.postrider.delivery.Outcome;
import io.postrider.delivery.simulation.SimulationRandom;
import io.postrider.delivery.simulation.SimulationTrace;
import io.postrider.delivery.simulation.VirtualTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The simulated cluster of one seed. Belongs to one thread. */
final class ClusterWorld {

  private static final long BEGIN = Instant.parse("2026-03-01T08:00:00Z").toEpochMilli();
  private static final long PATIENCE_MILLIS = 600_000;

  private final SimulationRandom random;
  private final SimulationTrace trace;
  private final VirtualTime time = new VirtualTime(BEGIN);
  private final ClusterScenario scenario;
  private final ClusterLog log;
  private final GroupCoordinator coordinator;
  private final ClusterInvariants invariants;
  private final CursorTable table;
  private final List<ClusterNode> nodes = new ArrayList<>();
  private boolean slow;
  private boolean healed;

  ClusterWorld(long seed, SimulationTrace trace) {
    this.random = new SimulationRandom(seed);
    this.trace = trace;
    this.scenario = ClusterScenario.of(random);
    this.log = new ClusterLog(scenario.partitions());
    this.coordinator = new GroupCoordinator(scenario.partitions(), scenario.sessionMillis());
    this.invariants = new ClusterInvariants(this, scenario.destinations(), scenario.partitions());
    this.table = new CursorTable(scenario.partitions(), scenario.destinations(), invariants);
    for (int number = 0; number < scenario.nodes(); number++) {
      nodes.add(new ClusterNode(this, number));
    }
  }

  SimulationRandom random() {
    return random;
  }

  VirtualTime time() {
    return time;
  }

  long now() {
    return time.now();
  }

  ClusterScenario scenario() {
    return scenario;
  }

  ClusterLog log() {
    return log;
  }

  GroupCoordinator coordinator() {
    return coordinator;
  }

  CursorTable table() {
    return table;
  }

  ClusterInvariants invariants() {
    return invariants;
  }

  List<ClusterNode> nodes() {
    return nodes;
  }

  // ---- delays and answers

  long networkDelay() {
    return random.chance(0.02) ? random.between(10L, 400L) : random.between(0L, 10L);
  }

  long databaseDelay() {
    return random.chance(0.15) ? random.between(50L, 3_000L) : random.between(1L, 30L);
  }

  /** How long the restoring of machines takes, on loops that may be busy. */
  long restoreDelay() {
    return random.chance(0.2) ? random.between(20L, 2_000L) : random.between(0L, 20L);
  }

  long answerDelay() {
    return slow ? random.between(500L, 5_000L) : random.between(1L, 200L);
  }

  Outcome answer() {
    return healed || random.chance(0.95)
        ? new Outcome.Delivered(200)
        : new Outcome.Deferred(503, null);
  }

  void slowReceivers(boolean areSlow) {
    slow = areSlow;
  }

  @SuppressWarnings("AnnotateFormatMethod")
  void trace(String what, @Nullable Object... arguments) {
    if (trace.isOn()) {
      trace.add(now() - BEGIN, what.formatted(arguments));
    }
  }

  // ---- run

  /** Runs the scenario; throws if an invariant fails. Returns the repeats. */
  long live() {
    trace("%s", scenario);
    long end = BEGIN + scenario.durationMillis();
    nodes.forEach(ClusterNode::start);
    look();
    accept(end);
    delete(end);
    new ClusterFaults(this, end).begin();
    runUntil(end);
    heal();
    return invariants.repeats();
  }

  /** Clients send. */
  private void accept(long end) {
    if (now() < end) {
      for (int count = random.between(1, 3); count > 0; count--) {
        log.append(random.below(log.partitions()), random.below(ClusterLog.USERS), now());
      }
      time.after(random.around(150), () -> accept(end));
    }
  }

  /** Users are deleted. */
  private void delete(long end) {
    if (now() < end) {
      deleteUser(random.below(ClusterLog.USERS));
      time.after(random.around(4_000), () -> delete(end));
    }
  }

  private void deleteUser(int user) {
    List<Long> ends = new ArrayList<>();
    for (int partition = 0; partition < log.partitions(); partition++) {
      ends.add(log.end(partition));
    }
    trace("user %d is deleted", user);
    table.hide(new Tombstone(user, ends, now()));
  }

  private void look() {
    coordinator.look(now());
    time.after(random.between(50L, 500L), this::look);
  }

  private void heal() {
    runUntil(now() + 5 * scenario.sessionMillis()); // faults end by themselves
    trace("all faults have ended");
    healed = true;
    nodes.forEach(ClusterNode::start);
    long deadline = now() + PATIENCE_MILLIS;
    while (now() < deadline && !invariants.isAllSettled()) {
      runUntil(now() + 1_000);
    }
    invariants.finished();
  }

  private void runUntil(long millis) {
    boolean more = true;
    while (more) {
      more = time.step(millis);
    }
  }
}
