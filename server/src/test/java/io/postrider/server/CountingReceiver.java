package io.postrider.server;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A receiver that records only message IDs, and fails or refuses some requests. */
final class CountingReceiver implements AutoCloseable {

  private static final Pattern ID = Pattern.compile("\"messageId\":\"([^\"]+)\"");
  private static final Pattern DELETE =
      Pattern.compile("\"type\":\"delete\",\"userId\":\"([^\"]+)\"");

  private final Vertx vertx = Vertx.vertx();
  private final Random random;
  private final boolean refuses;
  private final Map<String, Integer> seen = new ConcurrentHashMap<>();
  private final Map<String, Integer> answered = new ConcurrentHashMap<>();
  private final AtomicLong requests = new AtomicLong();
  private final HttpServer server;
  private volatile int failingPercent;
  private volatile Duration delay = Duration.ZERO;

  private CountingReceiver(long seed, int failingPercent, boolean refuses) {
    this.random = new Random(seed);
    this.refuses = refuses;
    this.failingPercent = failingPercent;
    this.server =
        vertx
            .createHttpServer()
            .requestHandler(request -> request.bodyHandler(body -> answer(request, body)))
            .listen(0, "127.0.0.1")
            .await();
  }

  /** Opens a receiver that fails this share of requests, in several ways. */
  static CountingReceiver open(long seed, int failingPercent) {
    return new CountingReceiver(seed, failingPercent, false);
  }

  /** Opens a receiver that answers this share of requests with 410. */
  static CountingReceiver refusing(long seed, int percent) {
    return new CountingReceiver(seed, percent, true);
  }

  void fail(int percent) {
    failingPercent = percent;
  }

  /** Answers each request after a time. */
  void delay(Duration newDelay) {
    delay = newDelay;
  }

  String url() {
    return "http://127.0.0.1:" + server.actualPort() + "/hook";
  }

  /** The IDs of the messages that it answered 200. */
  Set<String> ids() {
    return answered.keySet();
  }

  /** The number of requests with a message. */
  int seen(String id) {
    return seen.getOrDefault(id, 0);
  }

  /** The number of requests with a message that it answered 200. */
  int answered(String id) {
    return answered.getOrDefault(id, 0);
  }

  /** The number of requests that it answered 200. */
  long requests() {
    return requests.get();
  }

  /** The ID by which a delete of a user is counted, which has no message ID. */
  static String deleteOf(String userId) {
    return "delete of " + userId;
  }

  private static String id(String body) {
    Matcher id = ID.matcher(body);
    Matcher delete = DELETE.matcher(body);
    if (id.find()) {
      return id.group(1);
    }
    if (delete.find()) {
      return deleteOf(delete.group(1));
    }
    throw new AssertionError("no message ID in " + body);
  }

  private void answer(HttpServerRequest request, Buffer body) {
    String id = id(body.toString());
    // before the answer, so that nobody knows of it earlier
    seen.merge(id, 1, Integer::sum);
    if (random.nextInt(100) < failingPercent) {
      fail(request);
      return;
    }
    if (delay.isZero()) {
      succeed(request, id);
    } else {
      vertx.setTimer(delay.toMillis(), timer -> succeed(request, id));
    }
  }

  private void succeed(HttpServerRequest request, String id) {
    answered.merge(id, 1, Integer::sum);
    requests.incrementAndGet();
    request.response().end();
  }

  private void fail(HttpServerRequest request) {
    if (refuses) {
      request.response().setStatusCode(410).end();
      return;
    }
    switch (random.nextInt(8)) {
      case 0 -> request.connection().close();
      case 1 -> {
        // no response
      }
      default -> request.response().setStatusCode(503).end();
    }
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
