package io.postrider.server.commands;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.route.Source;
import io.postrider.server.Server;
import io.postrider.server.commands.receiver.FailureRate;
import io.postrider.server.commands.receiver.ReceiverBehaviour;
import io.postrider.server.commands.receiver.WebhookReceiver;
import io.postrider.server.config.Config;
import io.postrider.server.config.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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
import picocli.CommandLine.Command;

/**
 * Starts the service in a temporary folder, sends it calls at full load, lets it deliver them to a
 * receiver on this machine, and stops it. The build records which classes the JVM loads meanwhile,
 * and how methods behave. So later starts are faster, and fast sooner.
 */
@Command(name = "warm-up", hidden = true, description = "Training run of the build.")
public final class WarmUpCommand implements Callable<Integer> {

  /** Enough for the JVM to compile everything that calls and deliveries need. */
  private static final long SINGLE_CALLS = 150_000;

  private static final long BATCHES = 4_000;
  private static final int BATCH = 50;
  private static final Duration LONGEST = Duration.ofSeconds(12);

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (TemporaryFolder folder = TemporaryFolder.create("postrider-warm-up")) {
      warmUp(folder.path());
    }
    return 0;
  }

  private static void warmUp(Path folder) throws IOException, InterruptedException {
    String token = HexFormat.of().formatHex(SecureRandom.getSeed(8));
    Config config =
        Config.of(
            Settings.load(
                null,
                Map.of(),
                Map.of(
                    "data.dir", folder.toString(),
                    "http.host", "127.0.0.1",
                    "http.port", "0",
                    "admin.token", token,
                    "log.segment-size", "16MiB",
                    "delivery.allow-networks", "127.0.0.0/8")));
    try (Server server = Server.start(config, InstantSource.system());
        WebhookReceiver receiver = receiver()) {
      Source source = server.firstSource().orElseThrow();
      String address = "http://127.0.0.1:" + server.port();
      try (AdminClient admin = new AdminClient(address, token)) {
        admin.post("/api/destinations", destination(source, receiver.port()));
        admin.get("/api/overview");
      }
      look(address);
      TrainingLoad load = new TrainingLoad(server.port(), source.writeKey().value());
      load.send(64, 0, SINGLE_CALLS, LONGEST);
      load.send(16, BATCH, BATCHES, LONGEST);
      look(address);
    }
  }

  private static WebhookReceiver receiver() {
    return WebhookReceiver.open(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        new ReceiverBehaviour(null, 500, new FailureRate(0), Duration.ZERO),
        InstantSource.system(),
        webhook -> {});
  }

  private static ObjectNode destination(Source source, int port) {
    ObjectNode body = JsonNodeFactory.instance.objectNode().put("name", "Receiver");
    body.putArray("sources").add(source.id().toString());
    ObjectNode settings = body.putObject("settings").put("sharedSecret", "training");
    settings.putArray("webhooks").addObject().put("url", "http://127.0.0.1:" + port + "/");
    return body;
  }

  /** Asks for what a browser and a monitoring system ask first. */
  private static void look(String address) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      for (String path : List.of("/", "/health/ready", "/metrics", "/api/sources")) {
        client.send(
            HttpRequest.newBuilder(URI.create(address + path)).build(), BodyHandlers.ofString());
      }
    }
  }
}
