package io.postrider.delivery.simulation;

import io.postrider.delivery.Attempt;
import io.postrider.delivery.CursorChange;
import io.postrider.delivery.DeliveryMachine;
import io.postrider.delivery.DestinationLimits;
import io.postrider.route.Destination;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One life of the delivering process: drives machines as the real driver does, from its start until
 * it is stopped or dies. Nothing of it is left then but what is in the store.
 */
final class SimulatedProcess {

  private static final int MOST_IN_BLOCK = 64;

  private final SimulatedWorld world;
  private final SimulatedQueueBudget budget;
  private final List<DestinationLimits> limits = new ArrayList<>();
  private final List<Destination> targets = new ArrayList<>();
  private final List<List<MachineDriver>> lanes = new ArrayList<>();
  private final long[] live;
  private final boolean[] reading;
  private final long[] wakeAt;
  private final long startedAt;
  private boolean alive = true;
  private boolean flushPlanned;
  private boolean changed;
  private SimulatedStore.@Nullable Transaction writing;

  private SimulatedProcess(SimulatedWorld world) {
    this.world = world;
    this.startedAt = world.now();
    this.budget = new SimulatedQueueBudget(world.budgetBytes());
    int partitions = world.logs().size();
    this.live = new long[partitions];
    this.reading = new boolean[partitions];
    this.wakeAt = new long[world.sites().size()];
    Arrays.fill(wakeAt, Long.MAX_VALUE);
  }

  /** Starts from what is in the store. */
  static SimulatedProcess start(SimulatedWorld world) {
    SimulatedProcess process = new SimulatedProcess(world);
    for (int partition = 0; partition < process.live.length; partition++) {
      process.live[partition] =
          Math.max(world.store().position(partition), world.logs().get(partition).first());
    }
    for (SimulatedDestination site : world.sites()) {
      process.targets.add(site.destination());
      DestinationLimits limits =
          new DestinationLimits(world.rules(), site.settings(), world.dice().apart());
      process.limits.add(limits);
      List<MachineDriver> lanes = new ArrayList<>();
      process.lanes.add(lanes);
      for (PartitionModel ledger : world.ledgers(site)) {
        MachineDriver lane = new MachineDriver(process, world, ledger);
        lanes.add(lane);
        lane.start(limits, process.budget);
        process.cancelAgain(lane);
        world.books().started(lane);
        world.invariants().forEach(invariant -> invariant.started(lane, world.now()));
      }
    }
    for (SimulatedDestination site : world.sites()) {
      process.handled(site);
    }
    for (int partition = 0; partition < process.live.length; partition++) {
      process.appended(partition);
    }
    process.planFlush();
    return process;
  }

  /** The destination may have been disabled since, or that may not have been written down. */
  private void cancelAgain(MachineDriver lane) {
    long to = lane.site().cancelledTo(lane.ledger().partition());
    DeliveryMachine machine = lane.machine();
    if (to >= 0
        && (!lane.site().isEnabled() || machine.readTo() < to || machine.neededFrom() < to)) {
      machine.cancel(to, world.now());
    }
  }

  long startedAt() {
    return startedAt;
  }

  boolean isAlive() {
    return alive;
  }

  long live(int partition) {
    return live[partition];
  }

  /** A destination's settings as the process knows them. */
  Destination target(SimulatedDestination site) {
    return targets.get(site.number());
  }

  DestinationLimits limits(SimulatedDestination site) {
    return limits.get(site.number());
  }

  List<MachineDriver> lanes(SimulatedDestination site) {
    return lanes.get(site.number());
  }

  // ---- reading live

  /** There is more in a partition. */
  void appended(int partition) {
    if (!reading[partition] && live[partition] < world.logs().get(partition).end()) {
      reading[partition] = true;
      world.time().after(world.liveDelay(), () -> distribute(partition));
    }
  }

  private void distribute(int partition) {
    if (!alive) {
      return;
    }
    reading[partition] = false;
    SimulatedLog log = world.logs().get(partition);
    long from = live[partition];
    long to = Math.min(log.end(), from + world.dice().between(1, MOST_IN_BLOCK));
    List<MachineDriver> level = new ArrayList<>();
    for (List<MachineDriver> ofSite : lanes) {
      MachineDriver lane = ofSite.get(partition);
      if (lane.machine().isLevel() || world.dice().chance(0.1)) {
        level.add(lane);
      }
    }
    live[partition] = to;
    for (long offset = from; offset < to; offset++) {
      SimulatedMessage message = log.at(offset);
      for (MachineDriver lane : level) {
        lane.offer(message);
      }
    }
    for (SimulatedDestination site : world.sites()) {
      handled(site);
    }
    planFlush();
    appended(partition);
  }

  // ---- inputs

  /** Lets something happen to a machine later, if the process still lives. */
  void later(long delayMillis, MachineDriver lane, Runnable input) {
    world
        .time()
        .after(
            delayMillis,
            () -> {
              if (alive) {
                input.run();
                handled(lane.site());
              }
            });
  }

  void post(MachineDriver lane, Attempt attempt, SimulatedMessage message, boolean replay) {
    SimulatedReceiver receiver = world.receiver(attempt.url());
    SimulatedAnswer answer = receiver.arrive(message, world.now());
    world
        .time()
        .after(
            answer.latencyMillis(),
            () -> {
              receiver.finish();
              if (alive) {
                ModelDelivery delivery =
                    world.books().ending(lane, attempt, answer.outcome(), replay);
                lane.machine().ended(attempt, answer.outcome(), world.now());
                world.books().ended(lane, delivery, attempt, answer.outcome());
                handled(lane.site());
              }
            });
  }

  /** After every input: looks whether all is well, and when to wake. */
  void handled(SimulatedDestination site) {
    planFlush();
    for (MachineDriver lane : lanes(site)) {
      for (Invariant invariant : world.invariants()) {
        invariant.stepped(lane, world.now());
      }
    }
    long wanted = limits(site).nextWakeUp();
    if (wanted < wakeAt[site.number()]) {
      wakeAt[site.number()] = wanted;
      world.time().at(Math.max(wanted, world.now()) + world.lateness(), () -> wake(site, wanted));
    }
  }

  private void wake(SimulatedDestination site, long planned) {
    if (!alive || wakeAt[site.number()] != planned) {
      return;
    }
    wakeAt[site.number()] = Long.MAX_VALUE;
    DestinationLimits guarding = limits(site);
    if (guarding.nextWakeUp() <= world.now()) {
      guarding.tick(world.now());
      if (guarding.nextWakeUp() <= world.now()) {
        throw new InvariantViolation(
            "NoBusyWaiting", site + " wants to be woken at once after it was woken");
      }
    }
    handled(site);
  }

  // ---- changes

  /** The owner of a destination has changed something about it. */
  void reconfigured(SimulatedDestination site) {
    targets.set(site.number(), site.destination());
    for (MachineDriver lane : lanes(site)) {
      lane.machine().apply(site.settings(), world.now());
    }
    handled(site);
  }

  void disabled(SimulatedDestination site) {
    targets.set(site.number(), site.destination());
    for (MachineDriver lane : lanes(site)) {
      lane.machine().cancel(site.cancelledTo(lane.ledger().partition()), world.now());
    }
    handled(site);
  }

  // ---- writing down

  private void planFlush() {
    changed = true;
    if (!flushPlanned) {
      flushPlanned = true;
      world.time().after(world.flushEvery(), this::flush);
    }
  }

  private void flush() {
    if (!alive) {
      return;
    }
    SimulatedStore.Transaction transaction = capture();
    writing = transaction;
    boolean fails = world.store().isAway();
    boolean unsure = world.dice().chance(0.02);
    world
        .time()
        .after(
            world.dice().between(1, 20),
            () -> {
              if (!alive) {
                return;
              }
              writing = null;
              flushPlanned = false;
              if (!fails) {
                world.store().commit(transaction);
              }
              if (fails || unsure) {
                planFlush();
              } else {
                transaction
                    .entries()
                    .forEach(entry -> entry.lane().machine().flushed(entry.change()));
              }
              if (changed) {
                planFlush();
              }
            });
  }

  private SimulatedStore.Transaction capture() {
    changed = false;
    List<SimulatedStore.Entry> entries = new ArrayList<>();
    for (List<MachineDriver> ofSite : lanes) {
      for (MachineDriver lane : ofSite) {
        CursorChange change = lane.machine().changes().orElse(null);
        if (change != null) {
          entries.add(new SimulatedStore.Entry(lane, change, lane.machine().readTo()));
        }
      }
    }
    return new SimulatedStore.Transaction(
        Arrays.stream(live).boxed().toList(), entries, world.books().stamp(), world.now());
  }

  // ---- ending

  /** Dies; a transaction under way is written or not. */
  void die() {
    if (writing != null && !world.store().isAway() && world.dice().chance(0.5)) {
      world.store().commit(Objects.requireNonNull(writing));
    }
    alive = false;
  }

  /** Stops in good order: writes everything down first. */
  void stop() {
    if (!world.store().isAway()) {
      world.store().commit(capture());
    }
    alive = false;
    for (List<MachineDriver> ofSite : lanes) {
      ofSite.forEach(lane -> lane.machine().retire());
    }
    if (budget.takenBytes() != 0) {
      throw new InvariantViolation(
          "QueueWithinBounds", budget.takenBytes() + " bytes were not given back at the end");
    }
  }
}
