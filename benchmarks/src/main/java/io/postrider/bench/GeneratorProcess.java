package io.postrider.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.postrider.bench.load.LoadGenerator;
import io.postrider.bench.load.LoadPlan;
import io.postrider.bench.load.LoadResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.List;

/** The load generator in a child process, kept warm for a whole benchmark. */
final class GeneratorProcess implements AutoCloseable {
  private static final List<String> OPTIONS =
      List.of(
          "-Xmx512m",
          "-XX:+UseSerialGC",
          "-Dio.netty.buffer.checkBounds=false",
          "-Dio.netty.buffer.checkAccessible=false",
          "-Dio.netty.leakDetection.level=disabled");

  private final Process process;
  private final Writer plans;
  private final BufferedReader results;

  GeneratorProcess(Programs programs) throws IOException {
    process =
        new ProcessBuilder(programs.own(LoadGenerator.class, OPTIONS))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    plans = new OutputStreamWriter(process.getOutputStream(), UTF_8);
    results = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
  }

  /** Runs a plan; throws if any response was not a success. */
  LoadResult run(LoadPlan plan) throws IOException {
    plans.write(plan.words() + "\n");
    plans.flush();
    String line = results.readLine();
    if (line == null) {
      throw new IllegalStateException("the load generator ended; its last plan: " + plan.words());
    }
    LoadResult result = new ObjectMapper().readValue(line, LoadResult.class);
    if (result.unexpected() != 0) {
      throw new IllegalStateException(
          "%,d of %,d requests to %s failed; the first error: %s"
              .formatted(
                  result.unexpected(),
                  result.unexpected() + result.answered(),
                  plan.path(),
                  result.firstError()));
    }
    return result;
  }

  /** CPU time used so far. */
  Duration cpu() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** The process ends with its input, so it never outlives this one. */
  @Override
  public void close() throws IOException {
    plans.close();
    process.onExit().join();
  }
}
