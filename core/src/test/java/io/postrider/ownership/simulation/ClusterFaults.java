package io.postrider.ownership.simulation;

import io.postrider.delivery.simulation.SimulationRandom;
import java.util.List;

/** Injects faults at random times, each of which ends by itself. */
final class ClusterFaults {

  private enum Kind {
    PAUSE,
    KILL,
    STOP,
    CUT_FROM_COORDINATOR,
    CUT_FROM_DATABASE,
    DATABASE_AWAY,
    MOVE,
    SLOW_RECEIVERS
  }

  private final ClusterWorld world;
  private final long endMillis;

  ClusterFaults(ClusterWorld world, long endMillis) {
    this.world = world;
    this.endMillis = endMillis;
  }

  void begin() {
    world.time().after(world.random().around(world.scenario().gapMillis()), this::strike);
  }

  private void strike() {
    if (world.now() < endMillis) {
      strike(world.random().pick(List.of(Kind.values())));
      begin();
    }
  }

  private void strike(Kind kind) {
    SimulationRandom random = world.random();
    ClusterNode node = random.pick(world.nodes());
    long length = random.magnitude(500, 4 * world.scenario().sessionMillis());
    switch (kind) {
      case PAUSE -> {
        node.pause();
        after(length, node::resume);
      }
      case KILL -> {
        node.kill();
        after(length, node::start);
      }
      case STOP -> {
        node.stop();
        after(length, node::start);
      }
      case CUT_FROM_COORDINATOR -> {
        node.cutFromCoordinator(true);
        after(length, () -> node.cutFromCoordinator(false));
      }
      case CUT_FROM_DATABASE -> {
        node.cutFromDatabase(true);
        after(length, () -> node.cutFromDatabase(false));
      }
      case DATABASE_AWAY -> {
        world.table().away(true);
        after(length, () -> world.table().away(false));
      }
      case MOVE -> world.coordinator().move(random.below(world.log().partitions()));
      case SLOW_RECEIVERS -> {
        world.slowReceivers(true);
        after(length, () -> world.slowReceivers(false));
      }
    }
  }

  private void after(long delayMillis, Runnable what) {
    world.time().after(delayMillis, what);
  }
}
