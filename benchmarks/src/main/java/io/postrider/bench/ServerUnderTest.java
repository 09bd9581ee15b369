package io.postrider.bench;

import io.postrider.bench.load.LoadPlan;
import io.postrider.bench.load.LoadResult;
import java.io.IOException;
import java.time.Duration;

/** One of the servers that are measured in turns; suspended outside its turn. */
final class ServerUnderTest {
  private static final Duration WARM_UP_TURN = Duration.ofSeconds(2);

  private final Child child;
  private final int port;
  private final String path;
  private final String writeKey;
  private long messages;

  ServerUnderTest(Child child, int port, String path, String writeKey)
      throws IOException, InterruptedException {
    this.child = child;
    this.port = port;
    this.path = path;
    this.writeKey = writeKey;
    child.pause();
  }

  /** Sends until the server is warm. */
  void warmUp(GeneratorProcess generator, Cell cell, WarmUp warmUp)
      throws IOException, InterruptedException {
    warmUp.repeat(child.pid(), () -> run(generator, cell, WARM_UP_TURN));
  }

  Round run(GeneratorProcess generator, Cell cell, Duration duration)
      throws IOException, InterruptedException {
    Shape shape = cell.shape();
    LoadPlan plan =
        new LoadPlan(
            port, path, writeKey, cell.connections(), shape.batch, shape.format, duration, 0, 1);
    child.resume();
    long start = System.nanoTime();
    Duration generatorBefore = generator.cpu();
    Duration before = child.cpu();
    Duration allBefore = ProcessorUse.total();
    LoadResult result = generator.run(plan);
    Duration cpu = child.cpu().minus(before);
    Duration generatorCpu = generator.cpu().minus(generatorBefore);
    Duration allCpu = ProcessorUse.total().minus(allBefore);
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    child.pause();
    messages += result.messages();
    return new Round(result, cpu, generatorCpu, allCpu, took);
  }

  /** The number of accepted messages in all rounds. */
  long messages() {
    return messages;
  }
}
