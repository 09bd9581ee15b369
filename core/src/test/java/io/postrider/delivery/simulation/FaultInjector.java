package io.postrider.delivery.simulation;

import java.util.ArrayList;
import java.util.List;

/** Injects faults of the enabled kinds at random times. */
final class FaultInjector {

  /** The kinds of faults. */
  enum Kind {
    RECEIVER(14),
    CRASH(2),
    STOP(1),
    STORE_AWAY(1),
    SLOW_DISK(1),
    URLS(2),
    LIMITS(1),
    PAUSE(2),
    DISABLE(1),
    CONNECTION(1),
    FILTER(1),
    REPLAY(6),
    RETENTION(1),
    FORCED_RETENTION(2),
    JUMP(1),
    WALL_CLOCK(2);

    private final int weight;

    Kind(int weight) {
      this.weight = weight;
    }
  }

  private final SimulatedWorld world;
  private final DestinationChanges owner;
  private final long endMillis;
  private final double gapMillis;
  private final List<Kind> possible = new ArrayList<>();

  FaultInjector(SimulatedWorld world, long endMillis) {
    this.world = world;
    this.owner = new DestinationChanges(world);
    this.endMillis = endMillis;
    this.gapMillis = (double) world.scenario().duration().toMillis() / world.scenario().troubles();
    for (Kind kind : Kind.values()) {
      for (int i = 0; i < kind.weight && world.scenario().faults().contains(kind); i++) {
        possible.add(kind);
      }
    }
  }

  void begin() {
    world.time().after(world.random().around(gapMillis), this::strike);
  }

  private void strike() {
    if (world.now() >= endMillis) {
      return;
    }
    strike(world.random().pick(possible));
    begin();
  }

  private void strike(Kind kind) {
    SimulationRandom random = world.random();
    switch (kind) {
      case RECEIVER -> receiver();
      case CRASH -> end(false);
      case STOP -> end(true);
      case STORE_AWAY -> storeAway();
      case SLOW_DISK -> slowDisk();
      case URLS -> owner.changeUrls();
      case LIMITS -> owner.changeLimits();
      case PAUSE -> owner.pause();
      case DISABLE -> owner.disable();
      case CONNECTION -> owner.changeConnection();
      case FILTER -> owner.changeFilter();
      case REPLAY -> owner.replay();
      case RETENTION -> retain(false);
      case FORCED_RETENTION -> retain(true);
      case JUMP -> world.jump(random.magnitude(1_000, 3 * 3_600_000));
      case WALL_CLOCK -> stepWallClock();
    }
  }

  private void receiver() {
    SimulationRandom random = world.random();
    SimulatedDestination destination =
        world.destinations().get(random.below(world.destinations().size()));
    if (destination.isSteady()) {
      return;
    }
    ReceiverBehaviour.Kind kind = random.pick(List.of(ReceiverBehaviour.Kind.values()));
    // sometimes all URLs of a destination fail together, as URLs on one host do
    List<SimulatedReceiver> struck =
        random.chance(0.5)
            ? destination.receivers()
            : List.of(random.pick(destination.receivers()));
    long length = random.magnitude(10_000, 4 * 3_600_000);
    for (SimulatedReceiver receiver : struck) {
      become(receiver, kind);
      world.time().after(length, () -> become(receiver, ReceiverBehaviour.Kind.HEALTHY));
    }
  }

  private void become(SimulatedReceiver receiver, ReceiverBehaviour.Kind kind) {
    if (receiver.kind() != kind) {
      world.trace("%s becomes %s", receiver.url(), kind);
      receiver.behave(kind, world.now());
    }
  }

  private void end(boolean inOrder) {
    if (world.process() == null) {
      return;
    }
    SimulationRandom random = world.random();
    world.end(inOrder);
    if (world.scenario().faults().contains(Kind.WALL_CLOCK) && random.chance(0.5)) {
      stepWallClock();
    }
    long length =
        random.chance(0.8) ? random.between(200, 20_000) : random.magnitude(20_000, 7_200_000);
    world.time().after(length, world::start);
  }

  /** The wall clock is set, by seconds or months; sometimes it is soon set right again. */
  private void stepWallClock() {
    SimulationRandom random = world.random();
    long by = random.magnitude(2_000, 40L * 86_400_000) * (random.chance(0.5) ? 1 : -1);
    world.stepWallClock(by);
    if (random.chance(0.3)) {
      world.time().after(random.magnitude(1_000, 30_000), () -> end(random.chance(0.5)));
    }
    if (random.chance(0.5)) {
      world.time().after(random.magnitude(1_000, 600_000), () -> world.stepWallClock(-by));
    }
  }

  private void storeAway() {
    world.trace("the store is unavailable");
    world.store().away(true);
    world
        .time()
        .after(
            world.random().magnitude(500, 1_200_000),
            () -> {
              world.trace("the store is available");
              world.store().away(false);
            });
  }

  private void slowDisk() {
    world.slowDisk(true);
    world.time().after(world.random().magnitude(1_000, 600_000), () -> world.slowDisk(false));
  }

  private void retain(boolean force) {
    SimulationRandom random = world.random();
    for (int partition = 0; partition < world.logs().size(); partition++) {
      SimulatedLog log = world.logs().get(partition);
      SimulatedProcess process = world.process();
      // a running reader is never that late
      long limit = process == null ? log.end() : process.live(partition);
      long needed = Math.min(limit, world.store().neededFrom(partition));
      if (force) {
        log.forceTo(Math.min(limit, log.first() + random.between(0, log.end() - log.first())));
      } else if (needed > log.first()) {
        log.expireTo(random.between(log.first(), needed));
      }
      world.trace("partition %d now starts at %d", partition, log.first());
      if (process != null) {
        for (SimulatedDestination destination : world.destinations()) {
          process.drivers(destination).get(partition).machine().forgetBefore(log.first());
          process.handled(destination);
        }
      }
    }
  }
}
