package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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

/** The product as a running program with one source in it, or its stand-in. */
final class Product implements AutoCloseable {
  private static final String ACCEPTED = "postrider_accepted_messages_total";
  private static final String DUPLICATES = "postrider_dedupe_hits_total";
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration FOLLOWERS_PATIENCE = Duration.ofMinutes(5);
  private static final long LOOK_NANOS = Duration.ofMillis(200).toNanos();

  private final Child child;
  private final int port;
  private final String token;

  private Product(Child child, int port, String token) {
    this.child = child;
    this.port = port;
    this.token = token;
  }

  /** Starts the product on a data folder and returns at once. */
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
    String token = UUID.randomUUID().toString();
    Map<String, String> environment = new HashMap<>(more);
    environment.put("POSTRIDER_ADMIN_TOKEN", token);
    return new Product(Child.start("the product", command, environment, output), port, token);
  }

  void awaitReady() throws IOException {
    Loopback.awaitReady(child, port, PATIENCE);
  }

  /** Has the admin API do something; throws unless it answers with success. */
  JsonNode admin(String method, String path, String json) throws IOException, InterruptedException {
    HttpRequest request =
        Loopback.request(port, path)
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(json))
            .build();
    HttpResponse<String> answer = Loopback.exchange(request);
    if (answer.statusCode() >= 300) {
      throw new IllegalStateException(
          "%s %s was answered %d: %s".formatted(method, path, answer.statusCode(), answer.body()));
    }
    return new ObjectMapper().readTree(answer.body());
  }

  /** Creates a source and answers its write key. */
  String createSource() throws IOException, InterruptedException {
    return createdSource().required("writeKey").asText();
  }

  /** Creates a source and answers it whole. */
  JsonNode createdSource() throws IOException, InterruptedException {
    return admin("POST", "/api/sources", "{\"name\":\"Bench\",\"type\":\"server\"}");
  }

  /** Throws unless the product counted exactly these messages as accepted and none as repeated. */
  void requireAccepted(long messages) throws IOException, InterruptedException {
    String metrics = Loopback.exchange(Loopback.request(port, "/metrics").build()).body();
    long accepted = Exposition.sum(metrics, ACCEPTED);
    long duplicates = Exposition.sum(metrics, DUPLICATES);
    if (accepted != messages || duplicates != 0) {
      throw new IllegalStateException(
          "%,d messages were answered 200, but %s is %,d and %s is %,d"
              .formatted(messages, ACCEPTED, accepted, DUPLICATES, duplicates));
    }
  }

  /** One line of the metrics, by its name with its labels. */
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

  /** How many messages of the log everything together that is derived from it is behind. */
  long followerLag() throws IOException, InterruptedException {
    String metrics = Loopback.exchange(Loopback.request(port, "/metrics").build()).body();
    return Exposition.sum(metrics, "postrider_follower_lag");
  }

  /** Waits until everything that is derived from the log is level with it. */
  void awaitFollowers() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + FOLLOWERS_PATIENCE.toNanos();
    while (followerLag() > 0) {
      child.requireAlive();
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            "still %,d messages behind after %s".formatted(followerLag(), FOLLOWERS_PATIENCE));
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  /** An audience as it is now. */
  JsonNode audience(String id) {
    try {
      return admin("GET", "/api/audiences/" + id, "");
    } catch (IOException | InterruptedException failure) {
      throw new IllegalStateException(failure);
    }
  }

  /** The audiences as they are now, at most 200 of them. */
  JsonNode audiences() {
    try {
      return admin("GET", "/api/audiences?limit=200", "").required("data");
    } catch (IOException | InterruptedException failure) {
      throw new IllegalStateException(failure);
    }
  }

  /** Sends a call or a batch, which has to be accepted. */
  void track(String writeKey, String path, String json) throws IOException, InterruptedException {
    String credentials =
        Base64.getEncoder().encodeToString((writeKey + ":").getBytes(StandardCharsets.UTF_8));
    HttpRequest request =
        Loopback.request(port, path)
            .header("Authorization", "Basic " + credentials)
            .POST(HttpRequest.BodyPublishers.ofString(json))
            .build();
    HttpResponse<String> answer = Loopback.exchange(request);
    if (answer.statusCode() != 200) {
      throw new IllegalStateException("%s: %s".formatted(path, answer.body()));
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
