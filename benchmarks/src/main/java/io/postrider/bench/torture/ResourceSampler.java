package io.postrider.bench.torture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** Notes the memory, open files and threads of the server once a second, across its restarts. */
final class ResourceSampler implements AutoCloseable {

  /** The resources at one time. */
  record Sample(double seconds, long residentMib, long files, long threads) {}

  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final LongSupplier pid;
  private final long startNanos = System.nanoTime();
  private final List<Sample> samples = new ArrayList<>();
  private final Thread thread;
  private volatile boolean closed;

  private ResourceSampler(LongSupplier pid) {
    this.pid = pid;
    this.thread = Thread.ofPlatform().daemon().name("sampler").unstarted(this::run);
  }

  /**
   * @param pid the current process; 0 for none
   */
  static ResourceSampler start(LongSupplier pid) {
    ResourceSampler sampler = new ResourceSampler(pid);
    sampler.thread.start();
    return sampler;
  }

  private void run() {
    while (!closed) {
      long process = pid.getAsLong();
      if (process != 0) {
        sample(process);
      }
      LockSupport.parkNanos(INTERVAL.toNanos());
    }
  }

  /** A process may end while it is read; such a sample is left out. */
  private void sample(long process) {
    Path folder = Path.of("/proc/" + process);
    try (Stream<Path> files = Files.list(folder.resolve("fd"))) {
      List<String> status = Files.readAllLines(folder.resolve("status"));
      double seconds = (System.nanoTime() - startNanos) / 1e9;
      Sample sample =
          new Sample(
              seconds, number(status, "VmRSS:") / 1024, files.count(), number(status, "Threads:"));
      synchronized (samples) {
        samples.add(sample);
      }
    } catch (IOException | UncheckedIOException e) {
      return;
    }
  }

  private static long number(List<String> status, String name) {
    return status.stream()
        .filter(line -> line.startsWith(name))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElse(0);
  }

  List<Sample> samples() {
    synchronized (samples) {
      return List.copyOf(samples);
    }
  }

  /** The highest values, as a line of the report. */
  String highest() {
    List<Sample> all = samples();
    return "memory %,d MiB, files %,d, threads %,d"
        .formatted(
            all.stream().mapToLong(Sample::residentMib).max().orElse(0),
            all.stream().mapToLong(Sample::files).max().orElse(0),
            all.stream().mapToLong(Sample::threads).max().orElse(0));
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
