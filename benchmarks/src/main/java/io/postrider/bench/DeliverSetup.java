package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.bench.deliver.BareClient;
import io.postrider.bench.deliver.LineProcess;
import io.postrider.bench.deliver.Receiver;
import io.postrider.bench.load.JsonFormat;
import io.postrider.bench.load.LoadPlan;
import io.postrider.bench.load.LoadResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The setup of delivery measurements: a load generator, a receiver, and products to start. */
final class DeliverSetup implements AutoCloseable {
  /** Concurrent requests of the product and of the bare client. */
  static final int CONCURRENCY = 64;

  private static final List<String> RECEIVER_OPTIONS =
      List.of("-Xmx512m", "-XX:+UseSerialGC", "-Dio.netty.leakDetection.level=disabled");
  private static final List<String> FLAGS = List.of("--delivery.allow-networks=127.0.0.0/8");

  private final Programs programs;
  private final GeneratorProcess generator;
  private final int receiverPort;
  private final LineProcess receiver;
  private final boolean quick;

  DeliverSetup(Programs programs, boolean quick) throws IOException {
    this.programs = programs;
    this.quick = quick;
    this.generator = new GeneratorProcess(programs);
    this.receiverPort = Loopback.freePort();
    this.receiver = startReceiver(receiverPort);
  }

  Programs programs() {
    return programs;
  }

  boolean isQuick() {
    return quick;
  }

  /** The rounds of a measurement: few in a trial run. */
  Rounds rounds(String name) {
    return rounds(name, Rounds.COUNT);
  }

  Rounds rounds(String name, int count) {
    return new Rounds(name, quick ? 2 : count);
  }

  /** The warm-up of a program: short in a trial run. */
  WarmUp warmUp() {
    Duration minimum = Duration.ofSeconds(quick ? 2 : 10);
    return new WarmUp(minimum, quick ? minimum : Duration.ofMinutes(1));
  }

  int receiverPort() {
    return receiverPort;
  }

  LineProcess receiver() {
    return receiver;
  }

  LineProcess startReceiver(int port) throws IOException {
    return LineProcess.start(
        programs.own(Receiver.class, RECEIVER_OPTIONS, Integer.toString(port)));
  }

  Scratch scratch(long neededBytes) throws IOException {
    return Scratch.open(programs.root(), "deliver", quick ? 0 : neededBytes);
  }

  /** Starts a product with a data folder and waits until it is ready. */
  Product product(Scratch scratch, String name, @Nullable String jvmOptions) throws IOException {
    return product(scratch, name, jvmOptions, List.of());
  }

  /** The same with more flags. */
  Product product(Scratch scratch, String name, @Nullable String jvmOptions, List<String> more)
      throws IOException {
    return product(
        scratch,
        name,
        more,
        jvmOptions == null ? Map.of() : Map.of("POSTRIDER_JAVA_OPTS", jvmOptions));
  }

  /** The same with environment variables. */
  Product product(Scratch scratch, String name, List<String> more, Map<String, String> environment)
      throws IOException {
    List<String> flags = new ArrayList<>(FLAGS);
    flags.addAll(more);
    Product product =
        Product.start(programs, scratch.folder().resolve(name), output(name), flags, environment);
    product.awaitReady();
    return product;
  }

  /** The file that a process with this name writes its output to. */
  Path output(String name) throws IOException {
    return Files.createDirectories(programs.root().resolve("target/bench/logs"))
        .resolve(name + ".log");
  }

  /** Starts the bare client with the JVM options of a running product. */
  LineProcess bareClient(Product like) throws IOException {
    return LineProcess.start(
        programs.own(
            BareClient.class,
            Programs.jvmOptions(like.child().pid()),
            Integer.toString(receiverPort),
            Integer.toString(CONCURRENCY),
            Integer.toString(SampleBody.length())));
  }

  /**
   * Creates a destination for one URL of a receiver, connected to a source; returns its API path.
   */
  String destination(Product product, String sourceId, int port, String urlPath)
      throws IOException, InterruptedException {
    String json =
        """
        {"name":"Bench","sources":["%s"],"maxConcurrency":%d,
         "settings":{"webhooks":[{"url":"http://127.0.0.1:%d%s"}],"sharedSecret":"s3cret"}}
        """
            .formatted(sourceId, CONCURRENCY, port, urlPath);
    JsonNode created = product.admin("POST", "/api/destinations", json);
    return "/api/destinations/" + created.required("id").asText();
  }

  GeneratorProcess generator() {
    return generator;
  }

  /** Sends batches in a closed loop. */
  LoadResult sendBatches(Product product, String writeKeys, int batch, Duration duration)
      throws IOException {
    return generator.run(
        new LoadPlan(
            product.port(), "/v1/batch", writeKeys, 16, batch, JsonFormat.COMPACT, duration, 0, 1));
  }

  /** Sends single calls: at a fixed rate, or in a closed loop if the rate is 0. */
  LoadResult sendCalls(Product product, String writeKey, int rate, Duration duration)
      throws IOException {
    return sendCalls(product.port(), writeKey, rate, duration);
  }

  /** Sends single calls to a program that has the product's paths. */
  LoadResult sendCalls(int port, String writeKey, int rate, Duration duration) throws IOException {
    return generator.run(
        new LoadPlan(port, "/v1/track", writeKey, 64, 0, JsonFormat.COMPACT, duration, rate, 1));
  }

  /** Waits until the receiver has counted a number of requests. */
  JsonNode awaitArrivals(LineProcess counting, long expected) throws IOException {
    JsonNode seen = counting.ask("await " + expected + " 180000");
    if (seen.required("count").asLong() < expected) {
      throw new IllegalStateException(
          "%,d of %,d messages arrived within three minutes"
              .formatted(seen.required("count").asLong(), expected));
    }
    return seen;
  }

  @Override
  public void close() throws IOException {
    receiver.close();
    generator.close();
  }
}
