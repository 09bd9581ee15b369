package io.postrider.server.commands;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.server.commands.receiver.FailureRate;
import io.postrider.server.commands.receiver.ReceiverBehaviour;
import io.postrider.server.commands.receiver.WebhookReceiver;
import io.postrider.server.config.StartException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Starts the service as a process in a temporary folder, sends it calls at full load, lets it
 * deliver them to a receiver on this machine, and stops it. The service's JVM records which classes
 * it loads meanwhile, and how methods behave. So later starts are faster, and fast sooner. The
 * clients are in this process, because every class in the record makes every start longer.
 */
@Command(name = "warm-up", hidden = true, description = "Training run of the build.")
public final class WarmUpCommand implements Callable<Integer> {

  /** Enough for the JVM to compile everything that calls and deliveries need. */
  private static final long SINGLE_CALLS = 150_000;

  private static final long BATCHES = 4_000;
  private static final int BATCH = 50;
  private static final Duration LONGEST = Duration.ofSeconds(12);

  private static final Duration STARTING = Duration.ofMinutes(1);

  /** How long the JVM may write its record after the service has stopped. */
  private static final Duration WRITING = Duration.ofMinutes(3);

  @Parameters(arity = "1..*", description = "The command that starts the service.")
  private List<String> command = List.of();

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (TemporaryFolder folder = TemporaryFolder.create("postrider-warm-up")) {
      String token = HexFormat.of().formatHex(SecureRandom.getSeed(8));
      int port = freePort();
      Process service = start(folder.path(), token, port);
      try {
        warmUp(service, token, port);
        service.destroy();
        if (!service.waitFor(WRITING.toSeconds(), TimeUnit.SECONDS)) {
          throw new StartException("The service did not stop in time.");
        }
        return service.exitValue();
      } finally {
        service.destroyForcibly().waitFor();
      }
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private Process start(Path folder, String token, int port) throws IOException {
    ProcessBuilder service = new ProcessBuilder(command).inheritIO();
    Map<String, String> environment = service.environment();
    environment.keySet().removeIf(name -> name.startsWith("POSTRIDER_"));
    environment.putAll(
        Map.of(
            "POSTRIDER_DATA_DIR",
            folder.toString(),
            "POSTRIDER_HTTP_HOST",
            "127.0.0.1",
            "POSTRIDER_HTTP_PORT",
            Integer.toString(port),
            "POSTRIDER_ADMIN_TOKEN",
            token,
            "POSTRIDER_LOG_SEGMENT_SIZE",
            "16MiB",
            "POSTRIDER_DELIVERY_ALLOW_NETWORKS",
            "127.0.0.0/8"));
    return service.start();
  }

  private static void warmUp(Process service, String token, int port)
      throws IOException, InterruptedException {
    String address = "http://127.0.0.1:" + port;
    awaitReady(service, address);
    try (WebhookReceiver receiver = receiver();
        AdminClient admin = new AdminClient(address, token)) {
      JsonNode source = admin.get("/api/sources").path("data").path(0);
      admin.post("/api/destinations", destination(source, receiver.port()));
      admin.get("/api/overview");
      look(address);
      TrainingLoad load = new TrainingLoad(port, source.path("writeKey").asText());
      load.send(64, 0, SINGLE_CALLS, LONGEST);
      load.send(16, BATCH, BATCHES, LONGEST);
      look(address);
    }
  }

  private static void awaitReady(Process service, String address)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + STARTING.toNanos();
    try (HttpClient client = client()) {
      while (!isReady(client, address)) {
        if (System.nanoTime() - end > 0) {
          throw new StartException("The service is not ready in time.");
        }
        if (service.waitFor(50, TimeUnit.MILLISECONDS)) {
          throw new StartException("The service ended with " + service.exitValue() + ".");
        }
      }
    }
  }

  private static boolean isReady(HttpClient client, String address) throws InterruptedException {
    try {
      return get(client, address + "/health/ready") == 200;
    } catch (IOException notListening) {
      return false;
    }
  }

  private static WebhookReceiver receiver() {
    return WebhookReceiver.open(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        new ReceiverBehaviour(null, 500, new FailureRate(0), Duration.ZERO),
        InstantSource.system(),
        webhook -> {});
  }

  private static ObjectNode destination(JsonNode source, int port) {
    ObjectNode body = JsonNodeFactory.instance.objectNode().put("name", "Receiver");
    body.putArray("sources").add(source.path("id").asText());
    ObjectNode settings = body.putObject("settings").put("sharedSecret", "training");
    settings.putArray("webhooks").addObject().put("url", "http://127.0.0.1:" + port + "/");
    return body;
  }

  /** Asks for what a browser and a monitoring system ask first. */
  private static void look(String address) throws IOException, InterruptedException {
    try (HttpClient client = client()) {
      for (String path : List.of("/", "/health/ready", "/metrics", "/api/sources")) {
        get(client, address + path);
      }
    }
  }

  private static HttpClient client() {
    return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  }

  private static int get(HttpClient client, String url) throws IOException, InterruptedException {
    return client
        .send(
            HttpRequest.newBuilder(URI.create(url)).timeout(STARTING).build(),
            BodyHandlers.ofString())
        .statusCode();
  }
}
