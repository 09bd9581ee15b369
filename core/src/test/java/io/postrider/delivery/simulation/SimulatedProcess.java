package io.postrider.delivery.simulation;

import io.postrider.delivery.Attempt;
import io.postrider.delivery.CursorChange;
import io.postrider.delivery.DeliveryMachine;
import io.postrider.delivery.DestinationLimits;
import io.postrider.delivery.WallClock;
import io.postrider.ledger.DeliveryEntries;
import io.postrider.route.Destination;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One run of the delivery process, from start to stop or crash: drives machines as the production
 * driver does. Only the content of the store survives it.
 */
final class SimulatedProcess {

  private static final int MOST_IN_BLOCK = 64;

  private final SimulatedWorld world;
  private final SimulatedQueueBudget budget;
  private final List<DestinationLimits> limits = new ArrayList<>();
  private final List<Destination> targets = new ArrayList<>();
  private final List<List<MachineDriver>> drivers = new ArrayList<>();
  private final long[] live;
  private final boolean[] reading;
  private final long[] wakeAt;
  private final long startedAt;

  /** By how much the time of the machines is ahead: it began with what the wall clock showed. */
  private final long aheadMillis;

  private final WallClock wallClock = new WallClock();
  private boolean alive = true;
  private boolean flushPlanned;
  private boolean changed;
  private final SimulatedRecorder recorder;
  private final SimulatedFlush flush;

  private SimulatedProcess(SimulatedWorld world) {
    this.world = world;
    this.startedAt = world.now();
    this.aheadMillis = world.wallClock().shiftMillis();
    wallClock.observe(millis(), world.wallMillis());
    this.budget = new SimulatedQueueBudget(world.budgetBytes());
    int partitions = world.logs().size();
    this.recorder = new SimulatedRecorder(partitions);
    this.flush = new SimulatedFlush(world, recorder, this::capture, this::flushed);
    this.live = new long[partitions];
    this.reading = new boolean[partitions];
    this.wakeAt = new long[world.destinations().size()];
    Arrays.fill(wakeAt, Long.MAX_VALUE);
  }

  /** Starts from the state in the store. */
  static SimulatedProcess start(SimulatedWorld world) {
    SimulatedProcess process = new SimulatedProcess(world);
    for (int partition = 0; partition < process.live.length; partition++) {
      process.live[partition] =
          Math.max(world.store().position(partition), world.logs().get(partition).first());
    }
    for (SimulatedDestination destination : world.destinations()) {
      process.targets.add(destination.configured());
      DestinationLimits limits =
          new DestinationLimits(
              world.rules(), destination.settings(), world.random().apart(), process.wallClock);
      SimulatedStore.Health saved = world.store().health(destination);
      if (saved != null) {
        limits.restoreHealth(saved.bytes().array(), process.millis());
      }
      process.limits.add(limits);
      List<MachineDriver> drivers = new ArrayList<>();
      process.drivers.add(drivers);
      for (PartitionModel model : world.models(destination)) {
        MachineDriver driver = new MachineDriver(process, world, model);
        drivers.add(driver);
        driver.start(limits, process.budget);
        process.cancelAgain(driver);
        world.invariants().forEach(invariant -> invariant.started(driver, world.now()));
      }
    }
    for (SimulatedDestination destination : world.destinations()) {
      process.handled(destination);
    }
    for (int partition = 0; partition < process.live.length; partition++) {
      process.appended(partition);
    }
    process.planFlush();
    return process;
  }

  /** The destination may have been disabled since, or disabling may not have been saved. */
  private void cancelAgain(MachineDriver driver) {
    long to = driver.destination().cancelledTo(driver.model().partition());
    DeliveryMachine machine = driver.machine();
    if (to >= 0
        && (!driver.destination().isEnabled()
            || machine.readTo() < to
            || machine.neededFrom() < to)) {
      machine.cancel(to, millis());
    }
  }

  long startedAt() {
    return startedAt;
  }

  /** The time of the machines. */
  long millis() {
    return world.now() + aheadMillis;
  }

  /** The wall clock has stepped. */
  void wallClockStepped() {
    if (wallClock.observe(millis(), world.wallMillis())) {
      limits.forEach(DestinationLimits::wallClockStepped);
      world.destinations().forEach(this::handled);
    }
  }

  boolean isAlive() {
    return alive;
  }

  long live(int partition) {
    return live[partition];
  }

  /** A destination's settings as the process knows them. */
  Destination target(SimulatedDestination destination) {
    return targets.get(destination.number());
  }

  DestinationLimits limits(SimulatedDestination destination) {
    return limits.get(destination.number());
  }

  List<MachineDriver> drivers(SimulatedDestination destination) {
    return drivers.get(destination.number());
  }

  // ---- reading live

  /** A partition has new messages. */
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
    long to = Math.min(log.end(), from + world.random().between(1, MOST_IN_BLOCK));
    List<MachineDriver> level = new ArrayList<>();
    for (List<MachineDriver> ofDestination : drivers) {
      MachineDriver driver = ofDestination.get(partition);
      if (driver.machine().isCaughtUp() || world.random().chance(0.1)) {
        level.add(driver);
      }
    }
    live[partition] = to;
    for (long offset = from; offset < to; offset++) {
      SimulatedMessage message = log.at(offset);
      for (MachineDriver driver : level) {
        driver.offer(message);
      }
    }
    for (SimulatedDestination destination : world.destinations()) {
      handled(destination);
    }
    planFlush();
    appended(partition);
  }

  // ---- inputs

  /** Schedules an input to a machine, if the process still runs then. */
  void later(long delayMillis, MachineDriver driver, Runnable input) {
    world
        .time()
        .after(
            delayMillis,
            () -> {
              if (alive) {
                input.run();
                handled(driver.destination());
              }
            });
  }

  /** Collects the ledger's entries. */
  SimulatedRecorder recorder() {
    return recorder;
  }

  void post(
      MachineDriver driver,
      Attempt attempt,
      SimulatedMessage message,
      DeliveryEntries.SentRound round) {
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
                    world.recorder().ending(driver, attempt, answer.outcome(), round.replay());
                driver.ended(attempt, answer.outcome(), round);
                world.recorder().ended(driver, delivery, attempt, answer.outcome());
                handled(driver.destination());
              }
            });
  }

  /** Runs after every input: checks invariants and schedules the next wake-up. */
  void handled(SimulatedDestination destination) {
    planFlush();
    for (MachineDriver driver : drivers(destination)) {
      for (Invariant invariant : world.invariants()) {
        invariant.stepped(driver, world.now());
      }
    }
    long wanted = limits(destination).nextWakeUp();
    if (wanted < wakeAt[destination.number()]) {
      wakeAt[destination.number()] = wanted;
      long delayMillis = Math.max(wanted, millis()) - millis();
      world.time().after(delayMillis + world.lateness(), () -> wake(destination, wanted));
    }
  }

  private void wake(SimulatedDestination destination, long planned) {
    if (!alive || wakeAt[destination.number()] != planned) {
      return;
    }
    wakeAt[destination.number()] = Long.MAX_VALUE;
    DestinationLimits guarding = limits(destination);
    if (guarding.nextWakeUp() <= millis()) {
      guarding.tick(millis());
      if (guarding.nextWakeUp() <= millis()) {
        throw new InvariantViolation(
            "NoBusyWaiting", destination + " wants to be woken at once after it was woken");
      }
    }
    handled(destination);
  }

  // ---- changes

  /** The settings of a destination changed. */
  void reconfigured(SimulatedDestination destination) {
    targets.set(destination.number(), destination.configured());
    for (MachineDriver driver : drivers(destination)) {
      driver.machine().apply(destination.settings(), millis());
    }
    limits(destination).tryNow(millis());
    handled(destination);
  }

  void disabled(SimulatedDestination destination) {
    targets.set(destination.number(), destination.configured());
    for (MachineDriver driver : drivers(destination)) {
      driver.machine().cancel(destination.cancelledTo(driver.model().partition()), millis());
    }
    handled(destination);
  }

  // ---- flushing

  private void planFlush() {
    changed = true;
    if (!flushPlanned) {
      flushPlanned = true;
      world.time().after(world.flushEvery(), this::beginFlush);
    }
  }

  private void beginFlush() {
    if (alive) {
      flush.begin();
    }
  }

  private void flushed(boolean saved) {
    flushPlanned = false;
    if (changed || !saved) {
      planFlush();
    }
  }

  private SimulatedStore.Transaction capture() {
    changed = false;
    List<SimulatedStore.Entry> entries = new ArrayList<>();
    for (List<MachineDriver> ofDestination : drivers) {
      for (MachineDriver driver : ofDestination) {
        CursorChange change = driver.machine().changes().orElse(null);
        if (change != null) {
          entries.add(new SimulatedStore.Entry(driver, change, driver.machine().readTo()));
        }
      }
    }
    return new SimulatedStore.Transaction(
        Arrays.stream(live).boxed().toList(),
        entries,
        limits.stream()
            .map(
                one ->
                    new SimulatedStore.Health(ByteBuffer.wrap(one.encodeHealth(null)), one.urls()))
            .toList(),
        world.recorder().stamp(),
        world.now(),
        world.wallClock().shiftMillis());
  }

  // ---- stopping

  /** Crashes; a running flush ends somewhere. */
  void die() {
    flush.die();
    alive = false;
  }

  /** Stops after saving everything. */
  void stop() {
    flush.stop();
    alive = false;
    for (List<MachineDriver> ofDestination : drivers) {
      ofDestination.forEach(driver -> driver.machine().retire());
    }
    if (budget.takenBytes() != 0) {
      throw new InvariantViolation(
          "QueueWithinBounds", budget.takenBytes() + " bytes were not released at the end");
    }
  }
}
