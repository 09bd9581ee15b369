package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.bench.baseline.StandInServer;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/** The product as a running process, or its stand-in. */
final class Product implements AutoCloseable {
  /** The environment variable of the admin token, which the nodes of a cluster share. */
  static final String TOKEN = "POSTRIDER_ADMIN_TOKEN";

  private static final String ACCEPTED = "postrider_accepted_messages_total";
  private static final String DUPLICATES = "postrider_dedupe_hits_total";
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Duration FOLLOWER_TIMEOUT = Duration.ofMinutes(20);

  /** Metrics are as old as this, at most. */
  private static final long SAMPLED_NANOS = Duration.ofSeconds(6).toNanos();

  private static final long POLL_NANOS = Duration.ofMillis(200).toNanos();

  private final Child child;
  private final int port;
  private final String token;

  private Product(Child child, int port, String token) {
    this.child = child;
    this.port = port;
    this.token = token;
  }

  /** Starts the product with a data folder and returns immediately. */
  static Product start(Programs programs, Path data, Path output) throws IOException {
    return start(programs, data, output, List.of(), Map.of());
  }

  /** The same, with more flags and environment variables. */
  static Product start(
      Programs programs,
      Path data,
      Path output,
      List<String> flags,
      Map<String, String> environment)
      throws IOException {
    int port = Loopback.freePort();
    List<String> command = new ArrayList<>(programs.product(port, data));
    command.addAll(flags);
    return start(command, port, output, environment);
  }

  static Product startStandIn(Programs programs, Path output) throws IOException {
    int port = Loopback.freePort();
    return start(
        programs.own(StandInServer.class, List.of(), Integer.toString(port)),
        port,
        output,
        Map.of());
  }

  private static Product start(
      List<String> command, int port, Path output, Map<String, String> more) throws IOException {
    Map<String, String> environment = new HashMap<>(more);
    String token = environment.computeIfAbsent(TOKEN, name -> UUID.randomUUID().toString());
    return new Product(Child.start("the product", command, environment, output), port, token);
  }

  void awaitReady() throws IOException {
    Loopback.awaitReady(child, port, TIMEOUT);
  }

  /** Makes a request to the admin API; throws unless it succeeds. */
  JsonNode admin(String method, String path, String json) throws IOException, InterruptedException {
    return Loopback.admin(port, token, method, path, json);
  }

  /** Creates a source and returns its write key. */
  String createSource() throws IOException, InterruptedException {
    return createdSource().required("writeKey").asText();
  }

  /** Creates a source and returns it. */
  JsonNode createdSource() throws IOException, InterruptedException {
    return admin("POST", "/api/sources", "{\"name\":\"Bench\",\"type\":\"server\"}");
  }

  /** Deletes all sources. */
  void deleteSources() throws IOException, InterruptedException {
    for (JsonNode source : admin("GET", "/api/sources", "").required("data")) {
      JsonNode _ = admin("DELETE", "/api/sources/" + source.required("id").asText(), "");
    }
  }

  /**
   * Throws unless the product's metrics show exactly this number of accepted messages and no
   * duplicates, after some seconds at the latest.
   */
  void requireAccepted(long messages) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + 2 * SAMPLED_NANOS;
    long accepted;
    long duplicates;
    do {
      LockSupport.parkNanos(POLL_NANOS);
      String metrics = Loopback.exchange(Loopback.request(port, "/metrics").build()).body();
      accepted = PrometheusText.sum(metrics, ACCEPTED);
      duplicates = PrometheusText.sum(metrics, DUPLICATES);
    } while (accepted != messages && System.nanoTime() - deadline < 0);
    if (accepted != messages || duplicates != 0) {
      throw new IllegalStateException(
          "%,d messages returned 200, but %s is %,d and %s is %,d"
              .formatted(messages, ACCEPTED, accepted, DUPLICATES, duplicates));
    }
  }

  /** The value of one metric, by name with labels. */
  double metric(String line) {
    try {
      String metrics = Loopback.exchange(Loopback.request(port, "/metrics").build()).body();
      return metrics
          .lines()
          .filter(one -> one.startsWith(line + " "))
          .mapToDouble(one -> Double.parseDouble(one.substring(line.length() + 1)))
          .findFirst()
          .orElseThrow(() -> new IllegalStateException("no metric " + line));
    } catch (IOException | InterruptedException failure) {
      throw new IllegalStateException(failure);
    }
  }

  /** The total lag of all followers of the log, in messages. */
  long followerLag() throws IOException, InterruptedException {
    String metrics = Loopback.exchange(Loopback.request(port, "/metrics").build()).body();
    return PrometheusText.sum(metrics, "postrider_follower_lag");
  }

  /** Waits until all followers have caught up with the log, for as long as metrics may be old. */
  void awaitFollowers() throws IOException, InterruptedException {
    long levelSince = System.nanoTime();
    long deadline = System.nanoTime() + FOLLOWER_TIMEOUT.toNanos();
    while (System.nanoTime() - levelSince < SAMPLED_NANOS) {
      levelSince = followerLag() > 0 ? System.nanoTime() : levelSince;
      child.requireAlive();
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            "still %,d messages behind after %s".formatted(followerLag(), FOLLOWER_TIMEOUT));
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** The current state of an audience. */
  JsonNode audience(String id) {
    try {
      return admin("GET", "/api/audiences/" + id, "");
    } catch (IOException | InterruptedException failure) {
      throw new IllegalStateException(failure);
    }
  }

  /** The current state of the audiences, at most 200. */
  JsonNode audiences() {
    try {
      return admin("GET", "/api/audiences?limit=200", "").required("data");
    } catch (IOException | InterruptedException failure) {
      throw new IllegalStateException(failure);
    }
  }

  /** Sends a call or a batch; throws unless it is accepted. */
  void track(String writeKey, String path, String json) throws IOException, InterruptedException {
    String credentials =
        Base64.getEncoder().encodeToString((writeKey + ":").getBytes(StandardCharsets.UTF_8));
    HttpRequest request =
        Loopback.request(port, path)
            .header("Authorization", "Basic " + credentials)
            .POST(HttpRequest.BodyPublishers.ofString(json))
            .build();
    HttpResponse<String> response = Loopback.exchange(request);
    if (response.statusCode() != 200) {
      throw new IllegalStateException("%s: %s".formatted(path, response.body()));
    }
  }

  Child child() {
    return child;
  }

  int port() {
    return port;
  }

  @Override
  public void close() {
    child.close();
  }
}
