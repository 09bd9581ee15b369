package io.postrider.bench.torture;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.bench.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * A running server with three destinations, their receivers, honest senders and a sampler. All
 * randomness comes from one seed.
 */
final class TortureSetup implements AutoCloseable {

  /** A destination by its receivers, one per URL. */
  record Destination(List<FaultyReceiver> receivers) {

    List<MessageBook> delivered() {
      return receivers.stream().map(FaultyReceiver::delivered).toList();
    }
  }

  private static final List<String> FLAGS =
      List.of(
          "--http.host=127.0.0.1",
          "--delivery.allow-networks=127.0.0.0/8",
          "--delivery.timeout=2s",
          "--delivery.retry-first-delay=200ms",
          "--delivery.retry-max-delay=5s",
          "--delivery.probe-interval=2s",
          "--log.segment-size=16MiB");
  private static final Duration POLL = Duration.ofMillis(200);

  private final FaultShim shim;
  private final TortureNode node;
  private final List<Destination> destinations;
  private final Senders senders;
  private final ResourceSampler sampler;

  private TortureSetup(
      FaultShim shim,
      TortureNode node,
      List<Destination> destinations,
      Senders senders,
      ResourceSampler sampler) {
    this.shim = shim;
    this.node = node;
    this.destinations = destinations;
    this.senders = senders;
    this.sampler = sampler;
  }

  /**
   * Starts the server in a folder and creates a source and the destinations.
   *
   * @param folder an existing empty folder
   */
  static TortureSetup open(Programs programs, Path folder, long seed)
      throws IOException, InterruptedException {
    FaultShim shim = FaultShim.compile(folder, Files.createDirectories(TortureNode.data(folder)));
    TortureNode node = new TortureNode(programs, folder, shim, FLAGS);
    node.start(TortureNode.Limits.DEFAULT);
    JsonNode source =
        node.admin("POST", "/api/sources", "{\"name\":\"Torture\",\"type\":\"server\"}");
    List<Destination> destinations = new ArrayList<>();
    for (int urls : new int[] {1, 1, 2}) {
      List<FaultyReceiver> receivers = new ArrayList<>();
      for (int i = 0; i < urls; i++) {
        receivers.add(FaultyReceiver.open(seed + 31L * destinations.size() + i));
      }
      node.admin("POST", "/api/destinations", form(source, destinations.size(), receivers));
      destinations.add(new Destination(receivers));
    }
    Senders senders = new Senders(node.port(), source.required("writeKey").asText());
    return new TortureSetup(shim, node, destinations, senders, ResourceSampler.start(node::pid));
  }

  private static String form(JsonNode source, int number, List<FaultyReceiver> receivers) {
    String urls =
        receivers.stream()
            .map(receiver -> "{\"url\":\"" + receiver.url() + "\"}")
            .collect(Collectors.joining(","));
    return "{\"name\":\"Receiver %d\",\"sources\":[\"%s\"],\"settings\":{\"webhooks\":[%s]}}"
        .formatted(number, source.required("id").asText(), urls);
  }

  FaultShim shim() {
    return shim;
  }

  TortureNode node() {
    return node;
  }

  List<Destination> destinations() {
    return destinations;
  }

  Senders senders() {
    return senders;
  }

  ResourceSampler sampler() {
    return sampler;
  }

  /** Sets the share of requests that each receiver treats badly. */
  void misbehave(double share) {
    destinations.forEach(
        destination -> destination.receivers().forEach(receiver -> receiver.misbehave(share)));
  }

  /** Waits until everything accepted is delivered; returns what is still missing at the end. */
  List<String> awaitDelivered(Duration timeout) throws IOException {
    long deadline = System.nanoTime() + timeout.toNanos();
    List<String> missing = missing();
    while (!missing.isEmpty() && System.nanoTime() - deadline < 0) {
      node.requireAlive();
      LockSupport.parkNanos(POLL.toNanos());
      missing = missing();
    }
    return missing;
  }

  /** Each accepted message that a destination did not get, once per destination. */
  private List<String> missing() {
    List<String> missing = new ArrayList<>();
    for (Destination destination : destinations) {
      missing.addAll(senders.accepted().missingFrom(destination.delivered()));
    }
    return missing;
  }

  /** Deliveries of a message that its receiver had answered before, at destinations of one URL. */
  long repeats() {
    return destinations.stream()
        .filter(destination -> destination.receivers().size() == 1)
        .mapToLong(destination -> destination.receivers().getFirst().delivered().repeats())
        .sum();
  }

  @Override
  public void close() throws IOException {
    shim.clear();
    senders.close();
    sampler.close();
    node.close();
    for (Destination destination : destinations) {
      for (FaultyReceiver receiver : destination.receivers()) {
        receiver.close();
      }
    }
  }
}
