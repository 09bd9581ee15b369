package io.postrider.delivery.simulation;

/** Generates traffic, single messages and bursts. */
final class SimulatedTraffic {

  private static final double BURSTS = 0.04;
  private static final int MOST_IN_BURST = 60;

  private final SimulatedWorld world;
  private final long endMillis;
  private final double gapMillis;

  SimulatedTraffic(SimulatedWorld world, long endMillis) {
    this.world = world;
    this.endMillis = endMillis;
    double perArrival = 1 + BURSTS * MOST_IN_BURST / 2;
    this.gapMillis =
        (double) world.scenario().duration().toMillis() * perArrival / world.scenario().messages();
  }

  void begin() {
    world.time().after(world.random().around(gapMillis), this::arrive);
  }

  private void arrive() {
    if (world.now() >= endMillis) {
      return;
    }
    SimulationRandom random = world.random();
    SimulatedProcess receiving = world.process();
    int partition = random.below(world.logs().size());
    int source = random.below(MessageGenerator.SOURCES.size());
    int count = random.chance(BURSTS) ? random.between(2, MOST_IN_BURST) : 1;
    world
        .time()
        .after(
            random.between(1, 5),
            () -> {
              // messages that were not durable when the process died were never accepted
              if (world.scenario().acceptsWhileDown()
                  || (receiving != null && receiving.isAlive())) {
                world.accept(partition, source, count);
              }
            });
    begin();
  }
}
