package io.postrider.bench.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToLongFunction;

/**
 * Sends at half of the measured capacity. Memory, files and threads must not grow: in the last
 * quarter of the time their median may exceed that of the second quarter by a tenth and a little.
 * So must the heap in use after a garbage collection, from the first quarter to the end. The
 * process takes its whole heap at the start: otherwise a heap that grows into its limit looks like
 * a leak.
 *
 * @param chart where the chart goes
 */
record SoakSuite(Path chart) implements Suite {
  private static final int CLIENTS = 32;
  private static final Duration CAPACITY_TIME = Duration.ofSeconds(20);
  private static final double UNLIMITED = 1e6;
  private static final Duration FINISH_TIMEOUT = Duration.ofMinutes(1);
  private static final Duration DRAIN_TIMEOUT = Duration.ofMinutes(5);
  private static final TortureNode.Limits WHOLE_HEAP = new TortureNode.Limits("512m", true, null);
  private static final long EXTRA_MIB = 64;
  private static final long EXTRA_LIVE_MIB = 32;
  private static final long EXTRA_FILES = 16;
  private static final long EXTRA_THREADS = 8;

  @Override
  public boolean run(TortureSetup setup, Duration length, long seed)
      throws IOException, InterruptedException {
    setup.node().terminate();
    setup.node().awaitEnd();
    setup.node().start(WHOLE_HEAP);
    double capacity = capacity(setup, seed);
    double rate = capacity / 2;
    System.out.printf("Capacity %,.0f batches/s; sending %,.0f for %s.%n", capacity, rate, length);
    Senders senders = setup.senders();
    int first = setup.sampler().samples().size();
    senders.start(CLIENTS, rate, seed + 1);
    soak(setup, length.dividedBy(4));
    long earlyLive = setup.node().liveHeapMib();
    soak(setup, length.minus(length.dividedBy(4)));
    long lateLive = setup.node().liveHeapMib();
    List<ResourceSampler.Sample> all = setup.sampler().samples();
    List<ResourceSampler.Sample> samples = all.subList(first, all.size());
    Files.writeString(chart, ResourceChart.svg(samples));
    senders.finish(FINISH_TIMEOUT);
    List<String> lost = setup.awaitDelivered(DRAIN_TIMEOUT);
    System.out.printf(
        "%naccepted   %,d%nlost       %,d%nhighest    %s%nchart      %s%n",
        setup.senders().accepted().size(), lost.size(), setup.sampler().highest(), chart);
    List<Boolean> flat =
        List.of(
            isFlat("heap, MiB", earlyLive, lateLive, EXTRA_LIVE_MIB),
            isFlat("memory, MiB", samples, ResourceSampler.Sample::residentMib, EXTRA_MIB),
            isFlat("files", samples, ResourceSampler.Sample::files, EXTRA_FILES),
            isFlat("threads", samples, ResourceSampler.Sample::threads, EXTRA_THREADS));
    return !flat.contains(false) && lost.isEmpty() && senders.failure() == null;
  }

  private static void soak(TortureSetup setup, Duration length) throws IOException {
    Senders senders = setup.senders();
    long start = System.nanoTime();
    while (System.nanoTime() - start < length.toNanos() && senders.failure() == null) {
      LockSupport.parkNanos(Duration.ofSeconds(10).toNanos());
      setup.node().requireAlive();
      System.out.printf(
          "%5d of %,d s  %,d accepted%n",
          (System.nanoTime() - start) / 1_000_000_000,
          length.toSeconds(),
          senders.accepted().size());
    }
  }

  /** The batches per second that are accepted and delivered at full speed. */
  private static double capacity(TortureSetup setup, long seed)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    setup.senders().start(CLIENTS, UNLIMITED, seed);
    LockSupport.parkNanos(CAPACITY_TIME.toNanos());
    setup.senders().finish(FINISH_TIMEOUT);
    List<String> missing = setup.awaitDelivered(DRAIN_TIMEOUT);
    if (!missing.isEmpty()) {
      throw new IllegalStateException(missing.size() + " messages were not delivered.");
    }
    return setup.senders().batches() / ((System.nanoTime() - start) / 1e9);
  }

  private static boolean isFlat(
      String name,
      List<ResourceSampler.Sample> samples,
      ToLongFunction<ResourceSampler.Sample> value,
      long extra) {
    long early = median(samples.subList(samples.size() / 4, samples.size() / 2), value);
    long late = median(samples.subList(samples.size() * 3 / 4, samples.size()), value);
    return isFlat(name, early, late, extra);
  }

  private static boolean isFlat(String name, long early, long late, long extra) {
    boolean flat = late <= early + early / 10 + extra;
    System.out.printf("%-10s %,d, later %,d: %s%n", name, early, late, flat ? "flat" : "GROWING");
    return flat;
  }

  private static long median(
      List<ResourceSampler.Sample> samples, ToLongFunction<ResourceSampler.Sample> value) {
    return samples.stream()
        .mapToLong(value)
        .sorted()
        .skip(samples.size() / 2)
        .findFirst()
        .orElse(0);
  }
}
