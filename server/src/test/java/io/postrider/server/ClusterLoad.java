package io.postrider.server;

import static org.awaitility.Awaitility.await;

import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Sends batches to the nodes that run, in turns, and remembers what they acknowledged. Users change
 * all the time, so that audiences do too. Sends on a thread of its own; any thread may ask.
 */
final class ClusterLoad implements AutoCloseable {

  private static final int BATCH = 10;
  private static final int MESSAGES_PER_USER = 25;
  private static final Duration INTERVAL = Duration.ofMillis(50);
  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final int REPORTED = 3;

  private final KafkaNodes nodes;
  private final String writeKey;
  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final Set<String> users = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
  private int batches;

  ClusterLoad(KafkaNodes nodes, String writeKey) {
    this.nodes = nodes;
    this.writeKey = writeKey;
  }

  void start() {
    var _ =
        thread.scheduleWithFixedDelay(this::send, 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void send() {
    List<ChildServer> targets = nodes.all();
    if (targets.isEmpty()) {
      return;
    }
    ChildServer node = targets.get(batches % targets.size());
    int first = batches++ * BATCH;
    List<String> ids = new ArrayList<>();
    Set<String> batchUsers = new HashSet<>();
    List<String> items = new ArrayList<>();
    for (int i = first; i < first + BATCH; i++) {
      String user = "u" + i / MESSAGES_PER_USER;
      ids.add("m" + i);
      batchUsers.add(user);
      items.add("{'type':'track','event':'E','userId':'%s','messageId':'m%d'}".formatted(user, i));
    }
    String json = items.stream().collect(Collectors.joining(",", "{'batch':[", "]}"));
    if (isAcknowledged(node, json.replace('\'', '"'))) {
      users.addAll(batchUsers);
      acknowledged.addAll(ids);
    }
  }

  private boolean isAcknowledged(ChildServer node, String json) {
    try {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(node.uri("/v1/batch"))
              .header("Authorization", TestNode.basic(writeKey))
              .timeout(TIMEOUT)
              .POST(BodyPublishers.ofString(json));
      return node.send(request).statusCode() == 200;
    } catch (UncheckedIOException gone) {
      return false;
    }
  }

  /** What was acknowledged so far. */
  Set<String> acknowledged() {
    return Set.copyOf(acknowledged);
  }

  /** The users of messages that were acknowledged so far. */
  Set<String> users() {
    return Set.copyOf(users);
  }

  /**
   * Waits until a receiver has answered everything that was acknowledged. Otherwise tells what the
   * nodes know of some messages, and what they have printed.
   */
  void awaitDelivered(CountingReceiver receiver, Duration timeout) {
    try {
      await().atMost(timeout).until(() -> missing(receiver).isEmpty());
    } catch (ConditionTimeoutException late) {
      throw new AssertionError(report(receiver), late);
    }
  }

  private String report(CountingReceiver receiver) {
    Set<String> missing = missing(receiver);
    StringBuilder report = new StringBuilder("not delivered: " + missing + "\n");
    missing.stream()
        .limit(REPORTED)
        .forEach(
            id ->
                report
                    .append(id + ", " + receiver.seen(id) + " requests: ")
                    .append(nodes.any().admin("GET", "/api/messages/" + id, null).body() + "\n"));
    for (String name : nodes.names()) {
      ChildServer node = nodes.find(name);
      report.append("node " + name + ": " + readiness(node) + "\n");
      node.printed().forEach(line -> report.append("  " + line + "\n"));
    }
    return report.toString();
  }

  /** What a node says about itself, such as partitions that no node delivers. */
  private static String readiness(ChildServer node) {
    try {
      return node.get("/health/ready").body();
    } catch (UncheckedIOException gone) {
      return gone.toString();
    }
  }

  /** What was acknowledged and a receiver has not answered yet. */
  Set<String> missing(CountingReceiver receiver) {
    Set<String> missing = new TreeSet<>(acknowledged);
    missing.removeAll(receiver.ids());
    return missing;
  }

  /** Sends nothing more. */
  void stop() {
    thread.close();
  }

  @Override
  public void close() {
    thread.close();
  }
}
