package io.postrider.server;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A receiver that records only message IDs, and fails some requests. */
final class CountingReceiver implements AutoCloseable {

  private static final Pattern ID = Pattern.compile("\"messageId\":\"([^\"]+)\"");

  private final Vertx vertx = Vertx.vertx();
  private final Random random;
  private final Set<String> ids = ConcurrentHashMap.newKeySet();
  private final AtomicLong requests = new AtomicLong();
  private final HttpServer server;
  private volatile int failingPercent;

  private CountingReceiver(long seed, int failingPercent) {
    this.random = new Random(seed);
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
    return new CountingReceiver(seed, failingPercent);
  }

  void fail(int percent) {
    failingPercent = percent;
  }

  String url() {
    return "http://127.0.0.1:" + server.actualPort() + "/hook";
  }

  /** The IDs of the messages that it answered 200. */
  Set<String> ids() {
    return ids;
  }

  /** The number of requests that it answered 200. */
  long requests() {
    return requests.get();
  }

  private void answer(HttpServerRequest request, Buffer body) {
    if (random.nextInt(100) < failingPercent) {
      switch (random.nextInt(8)) {
        case 0 -> request.connection().close();
        case 1 -> {
          // no response
        }
        default -> request.response().setStatusCode(503).end();
      }
      return;
    }
    Matcher id = ID.matcher(body.toString());
    if (!id.find()) {
      throw new AssertionError("no message ID in " + body);
    }
    ids.add(id.group(1));
    requests.incrementAndGet();
    request.response().end();
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
