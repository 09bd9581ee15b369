package io.postrider.delivery.simulation;

/** Messages that keep coming, one by one and in bursts. */
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
        (double) world.temper().duration().toMillis() * perArrival / world.temper().messages();
  }

  void begin() {
    world.time().after(world.dice().around(gapMillis), this::arrive);
  }

  private void arrive() {
    if (world.now() >= endMillis) {
      return;
    }
    SimulationRandom dice = world.dice();
    SimulatedProcess receiving = world.process();
    int partition = dice.below(world.logs().size());
    int source = dice.below(MessageGenerator.SOURCES.size());
    int count = dice.chance(BURSTS) ? dice.between(2, MOST_IN_BURST) : 1;
    world
        .time()
        .after(
            dice.between(1, 5),
            () -> {
              // what was not durable when the process died was never accepted
              if (world.temper().acceptsWhileDown() || (receiving != null && receiving.isAlive())) {
                world.accept(partition, source, count);
              }
            });
    begin();
  }
}
