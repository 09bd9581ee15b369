package io.postrider.server.commands.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.route.Source;
import io.postrider.server.Server;
import io.postrider.server.commands.AdminClient;
import io.postrider.server.commands.TemporaryFolder;
import io.postrider.server.commands.demo.DemoSnapshot.AudienceRow;
import io.postrider.server.commands.demo.DemoSnapshot.DestinationRow;
import io.postrider.server.commands.importer.BatchAnswer;
import io.postrider.server.commands.importer.TrackingClient;
import io.postrider.server.config.Config;
import io.postrider.server.config.Settings;
import io.postrider.server.config.StartException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The service in a temporary folder, two receivers, and a web shop that sends calls. Closing it
 * leaves nothing behind. Any thread may call.
 */
final class Demo implements AutoCloseable {

  private static final Duration TICK = Duration.ofMillis(100);
  private static final Duration POLL = Duration.ofMillis(500);
  private static final long SEED = 7;

  /** What the service said last. */
  private record Status(
      List<DemoShop.Destination> destinations, List<DemoShop.Audience> audiences) {}

  private final InstantSource time;
  private final Instant started;
  private final double callsPerSecond;
  private final String token = "demo-" + randomHex();
  private final String secret = randomHex();
  private final ReceivedDeliveries deliveries;
  private final DeliveryMeter accepted = new DeliveryMeter();
  private final ShopTraffic traffic = new ShopTraffic(SEED);
  private final Deque<AutoCloseable> resources = new ArrayDeque<>();
  private final TemporaryFolder folder;
  private final String address;
  private final TrackingClient tracking;
  private final DemoShop shop;
  private final DemoReceiver disturbed;
  private double budget;
  private volatile Status status = new Status(List.of(), List.of());

  /**
   * Starts everything.
   *
   * @param port of the service; 0 for a free one
   */
  static Demo open(int port, double callsPerSecond, InstantSource time) throws IOException {
    return new Demo(port, callsPerSecond, time);
  }

  private Demo(int port, double callsPerSecond, InstantSource time) throws IOException {
    this.time = time;
    this.started = time.instant();
    this.callsPerSecond = callsPerSecond;
    this.deliveries = new ReceivedDeliveries(time);
    this.folder = closing(TemporaryFolder.create("postrider-demo"));
    boolean complete = false;
    try {
      DemoReceiver steady = receiver(DemoShop.STEADY);
      this.disturbed = receiver(DemoShop.DISTURBED);
      Server server = closing(Server.start(config(port), time));
      this.address = "http://127.0.0.1:" + server.port();
      Source source = server.firstSource().orElseThrow();
      AdminClient admin = closing(new AdminClient(address, token));
      this.tracking = closing(new TrackingClient(address, source.writeKey().value()));
      this.shop =
          DemoShop.create(admin, source.id().toString(), secret, steady.url(), disturbed.url());
      send(traffic.history(started));
      ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);
      resources.push(() -> stop(threads));
      repeat(threads, TICK, this::tick);
      repeat(threads, POLL, this::poll);
      complete = true;
    } finally {
      if (!complete) {
        close();
      }
    }
  }

  private <T extends AutoCloseable> T closing(T resource) {
    resources.push(resource);
    return resource;
  }

  private DemoReceiver receiver(String destination) {
    return closing(
        DemoReceiver.open(secret, time, webhook -> deliveries.add(destination, webhook)));
  }

  private Config config(int port) {
    Path data = folder.path().resolve("data");
    return Config.of(
        Settings.load(
            null,
            Map.of(),
            Map.of(
                "data.dir", data.toString(),
                "http.host", "127.0.0.1",
                "http.port", Integer.toString(port),
                "admin.token", token,
                "log.segment-size", "16MiB",
                "delivery.allow-networks", "127.0.0.0/8",
                "delivery.retry-first-delay", "1s",
                "delivery.retry-max-delay", "5s",
                "delivery.probe-interval", "2s")));
  }

  private static void repeat(ScheduledExecutorService threads, Duration every, Runnable task) {
    var _ =
        threads.scheduleAtFixedRate(
            () -> {
              try {
                task.run();
              } catch (StartException unavailable) {
                // the service is stopping, or does not answer in time: the next round tries again
              }
            },
            0,
            every.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  private void tick() {
    budget += callsPerSecond * TICK.toMillis() / 1_000;
    int count = (int) budget;
    budget -= count;
    if (count > 0) {
      send(Stream.generate(traffic::next).limit(count).toList());
    }
  }

  private void send(List<ObjectNode> calls) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ArrayNode batch = body.putArray("batch");
    calls.forEach(batch::add);
    try {
      if (tracking.post(body.toString().getBytes(UTF_8)) instanceof BatchAnswer.Settled settled) {
        Instant now = time.instant();
        for (int i = settled.rejected().size(); i < calls.size(); i++) {
          accepted.add(now, true, 0);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void poll() {
    status = new Status(shop.destinations(time.instant()), shop.audiences());
  }

  /** Changes what the receiver of {@link DemoShop#DISTURBED} does. */
  void become(ReceiverMode mode) {
    disturbed.become(mode);
  }

  /** The folder that holds all files. */
  Path folder() {
    return folder.path();
  }

  /** What is to be seen now. */
  DemoSnapshot snapshot() {
    Instant now = time.instant();
    DeliveryMeter.Load calls = accepted.at(now);
    Status known = status;
    return new DemoSnapshot(
        now,
        Duration.between(started, now),
        address + "/",
        token,
        calls.deliveredPerSecond(),
        calls.delivered(),
        known.destinations().stream().map(one -> row(one, now)).toList(),
        known.audiences().stream().map(this::row).toList(),
        deliveries.recent(),
        disturbed.mode());
  }

  private DestinationRow row(DemoShop.Destination one, Instant now) {
    return new DestinationRow(
        one.name(), one.state(), one.waiting(), deliveries.load(one.name(), now));
  }

  private AudienceRow row(DemoShop.Audience one) {
    ReceivedDeliveries.Moves moves = deliveries.moves(one.key());
    return new AudienceRow(one.name(), one.members(), moves.entered(), moves.left());
  }

  private static void stop(ScheduledExecutorService threads) throws InterruptedException {
    threads.shutdownNow();
    threads.awaitTermination(5, TimeUnit.SECONDS);
  }

  private static String randomHex() {
    byte[] bytes = new byte[8];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** Stops everything, the last first, and deletes all files. */
  @Override
  public synchronized void close() throws IOException {
    while (!resources.isEmpty()) {
      try {
        resources.pop().close();
      } catch (IOException e) {
        throw e;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (Exception e) {
        throw new UncheckedIOException(new IOException(e));
      }
    }
  }
}
