package io.postrider.bench.torture;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** Injects faults under load; then everything accepted must be delivered. */
final class FaultSuite implements Suite {
  private static final int CLIENTS = 16;
  private static final double BATCHES_PER_SECOND = 60;
  private static final Duration FINISH_TIMEOUT = Duration.ofMinutes(2);
  private static final Duration DRAIN_TIMEOUT = Duration.ofMinutes(5);

  private final Path lossReport;

  /**
   * @param lossReport where the stories of lost messages are written
   */
  FaultSuite(Path lossReport) {
    this.lossReport = lossReport;
  }

  @Override
  public boolean run(TortureSetup setup, Duration length, long seed)
      throws IOException, InterruptedException {
    Random random = new Random(seed);
    FaultSchedule schedule = new FaultSchedule(random.nextLong());
    FaultInjector injector = new FaultInjector(setup.node(), setup.shim());
    Map<String, Integer> injected = new TreeMap<>();
    setup.senders().start(CLIENTS, BATCHES_PER_SECOND, random.nextLong());
    long start = System.nanoTime();
    while (System.nanoTime() - start < length.toNanos() && setup.senders().failure() == null) {
      FaultSchedule.Step step = schedule.next();
      double share = random.nextInt(3) == 0 ? 0 : random.nextDouble();
      System.out.printf(
          "%5d s  %s; receivers fail %.0f %%%n",
          (System.nanoTime() - start) / 1_000_000_000,
          step.faults().stream().map(Fault::toString).collect(Collectors.joining(" + ")),
          100 * share);
      setup.misbehave(share);
      injector.inject(step.faults());
      step.faults().forEach(fault -> injected.merge(fault.kind().label(), 1, Integer::sum));
      LockSupport.parkNanos(step.rest().toNanos());
    }
    return settle(setup, injected);
  }

  private boolean settle(TortureSetup setup, Map<String, Integer> injected)
      throws IOException, InterruptedException {
    System.out.println("Faults ended; waiting for all deliveries.");
    setup.misbehave(0);
    setup.senders().finish(FINISH_TIMEOUT);
    List<String> lost = setup.awaitDelivered(DRAIN_TIMEOUT);
    long accepted = setup.senders().accepted().size();
    long expected = accepted * setup.destinations().size();
    System.out.printf("%naccepted   %,d%n", accepted);
    System.out.printf(
        "delivered  %,d of %,d (%d destinations)%n",
        expected - lost.size(), expected, setup.destinations().size());
    System.out.printf("repeated   %,d%n", setup.repeats());
    System.out.printf("lost       %,d%n", lost.size());
    lost.stream().limit(10).forEach(id -> System.out.println("           " + id));
    if (!lost.isEmpty()) {
      LossReport.write(setup.node(), lost, lossReport);
    }
    System.out.printf(
        "injected   %s%n",
        injected.entrySet().stream()
            .map(entry -> entry.getKey() + " " + entry.getValue())
            .collect(Collectors.joining(", ")));
    System.out.printf("highest    %s%n", setup.sampler().highest());
    String failure = setup.senders().failure();
    if (failure != null) {
      System.out.println("failed     " + failure);
    }
    return lost.isEmpty() && accepted > 0 && failure == null;
  }
}
