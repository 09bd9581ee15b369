package io.postrider.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures the time from process start to ready, with an empty folder and with a long log, and how
 * fast the product is right after a start.
 */
@Command(name = "start", mixinStandardHelpOptions = true)
final class StartBenchmark implements Callable<Integer> {
  private static final double EMPTY_TARGET_MILLIS = 700;
  private static final double WARM_TARGET_MILLIS = 1_500;
  private static final double COLD_TARGET_MILLIS = 3_000;

  @Option(names = "--rounds", description = "starts per condition")
  private int rounds = 5;

  @Option(
      names = "--gib",
      description = "GiB of log to write, or 0; anything but 10 is a trial run")
  private int gib = 10;

  @Option(names = "--stand-in", description = "start the baseline instead of the product")
  private boolean standIn;

  private final Programs programs = Programs.here();

  public static void main(String[] args) {
    System.exit(new CommandLine(new StartBenchmark()).execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    boolean trial = gib != 10 || standIn;
    Results results =
        trial ? Results.trial(programs.root(), "start-trial") : Results.published(programs.root());
    ObjectNode figures = Results.figures();
    figures.set("start_run", Machine.describe(programs.root()).put("rounds", rounds));
    double empty = empty();
    results.merge(figures.put("start_empty_ms", empty));
    double warmUp = standIn ? 1 : warmUp(trial, figures);
    results.merge(figures);
    boolean filled = standIn || gib == 0 || filled(figures);
    results.merge(figures);
    System.out.printf("%n%s%nFigures: %s%n", ResultTable.start(figures), results.file());
    boolean met = empty <= EMPTY_TARGET_MILLIS && filled && warmUp >= WarmUpMeasurement.TARGET;
    return trial || met ? 0 : 1;
  }

  private double warmUp(boolean trial, ObjectNode figures)
      throws IOException, InterruptedException {
    try (MachineMemory memory = new MachineMemory(programs.root());
        DeliverSetup setup = new DeliverSetup(programs, trial)) {
      if (!trial) {
        memory.fillPageCache();
      }
      return new WarmUpMeasurement(setup).measure(trial ? 1 : 3, figures);
    }
  }

  private double empty() throws IOException, InterruptedException {
    double[] millis = new double[rounds];
    for (int i = 0; i < rounds; i++) {
      try (Scratch scratch = Scratch.open(programs.root(), "start", 1L << 30)) {
        millis[i] = start(scratch.folder().resolve("data"), false);
        progress("empty folder", i, millis[i]);
      }
    }
    return median(millis);
  }

  /** Measures with a filled log: warm, after a kill, and cold; returns whether all are in time. */
  private boolean filled(ObjectNode figures) throws IOException, InterruptedException {
    long bytes = (long) gib << 30;
    try (Scratch scratch = Scratch.open(programs.root(), "start", bytes + bytes / 2)) {
      Path data = Files.createDirectories(scratch.folder().resolve("data"));
      System.out.printf("%nwriting %d GiB of log%n", gib);
      LogFiller.fill(data, bytes);
      start(data, false); // excludes one-time work of the first start
      double warm = condition("page cache warm", data, false, false);
      double killed = condition("page cache warm, after kill -9", data, true, false);
      figures.put("start_10gib_warm_ms", warm).put("start_10gib_killed_ms", killed);
      double slowest = Math.max(warm, killed);
      boolean met = slowest <= WARM_TARGET_MILLIS;
      if (PageCache.drop()) {
        double cold = condition("page cache dropped", data, false, true);
        figures.put("start_10gib_cold_ms", cold);
        slowest = Math.max(slowest, cold);
        met &= cold <= COLD_TARGET_MILLIS;
      } else {
        System.out.println("Cannot drop the page cache; skipping cold starts.");
      }
      figures.put("start_10gib_ms", slowest);
      return met;
    }
  }

  private double condition(String name, Path data, boolean kill, boolean cold)
      throws IOException, InterruptedException {
    double[] millis = new double[rounds];
    start(data, kill); // so that the first measured start also follows this kind of end
    for (int i = 0; i < rounds; i++) {
      if (cold) {
        PageCache.drop();
      }
      millis[i] = start(data, kill);
      progress(name, i, millis[i]);
    }
    return median(millis);
  }

  /**
   * Starts the product, waits until it is ready, and stops it; returns the milliseconds to ready.
   */
  private double start(Path data, boolean kill) throws IOException, InterruptedException {
    Path logs = Files.createDirectories(programs.root().resolve("target/bench/logs"));
    Path log = logs.resolve("product.log");
    long from = System.nanoTime();
    try (Product product =
        standIn ? Product.startStandIn(programs, log) : Product.start(programs, data, log)) {
      product.awaitReady();
      double millis = (System.nanoTime() - from) / 1e6;
      if (!kill) {
        product.child().terminate();
      }
      return millis;
    }
  }

  private void progress(String name, int round, double millis) {
    System.out.printf("%s, %d of %d: %,.0f ms%n", name, round + 1, rounds, millis);
  }

  private static double median(double[] millis) {
    Arrays.sort(millis);
    return Figures.median(millis);
  }
}
