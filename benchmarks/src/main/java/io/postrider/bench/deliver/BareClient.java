package io.postrider.bench.deliver;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;

/**
 * The baseline of delivery: only an HTTP client, which posts one body in a closed loop. The
 * arguments are the port, the number of concurrent requests, and the length of the body. Each line
 * of input is a duration in milliseconds; the response is one line with the number of successful
 * posts.
 */
public final class BareClient {
  private static final String SIGNATURE = "3f786850e387550fdab836ed7e6dc881de23001b";

  private final HttpClient client;
  private final RequestOptions target;
  private final Buffer body;
  private final int concurrency;
  private final Queue<Buffer> waiting = new ArrayDeque<>();
  private long endNanos;
  private long posted;
  private int inFlight;
  private CountDownLatch done = new CountDownLatch(1);

  private BareClient(HttpClient client, RequestOptions target, Buffer body, int concurrency) {
    this.client = client;
    this.target = target;
    this.body = body;
    this.concurrency = concurrency;
  }

  /** A client that posts bodies of a length to a port on loopback. */
  public static BareClient of(Vertx vertx, int port, int concurrency, int length) {
    HttpClient client =
        vertx.createHttpClient(
            new HttpClientOptions().setKeepAlive(true).setTcpNoDelay(true),
            new PoolOptions().setHttp1MaxSize(2 * concurrency));
    RequestOptions target =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setHost("127.0.0.1")
            .setPort(port)
            .setURI("/hook");
    return new BareClient(client, target, Buffer.buffer("x".repeat(length)), concurrency);
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    Vertx vertx =
        Vertx.vertx(new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(1));
    Context context = vertx.getOrCreateContext();
    BareClient bare =
        of(vertx, Integer.parseInt(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2]));
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      long nanos = Long.parseLong(line) * 1_000_000;
      CountDownLatch done = new CountDownLatch(1);
      context.runOnContext(run -> bare.start(nanos, done));
      done.await();
      System.out.println("{\"posted\":" + bare.posted + "}");
    }
    System.exit(0);
  }

  private void start(long nanos, CountDownLatch latch) {
    endNanos = System.nanoTime() + nanos;
    posted = 0;
    inFlight = concurrency;
    done = latch;
    for (int i = 0; i < concurrency; i++) {
      post();
    }
  }

  private void post() {
    exchange(
        body,
        () -> {
          posted++;
          if (System.nanoTime() - endNanos < 0) {
            post();
          } else if (--inFlight == 0) {
            done.countDown();
          }
        });
  }

  private void exchange(Buffer content, Runnable answered) {
    client
        .request(target)
        .compose(request -> send(request, content))
        .onComplete(
            response -> {
              if (response.failed()) {
                throw new IllegalStateException(response.cause());
              }
              answered.run();
            });
  }

  /** Posts one body, as soon as fewer than the concurrent requests are in flight. */
  public void postOne() {
    post(body);
  }

  /** Posts this body, as soon as fewer than the concurrent requests are in flight. */
  public void post(Buffer content) {
    waiting.add(content);
    postWaiting();
  }

  private void postWaiting() {
    while (!waiting.isEmpty() && inFlight < concurrency) {
      inFlight++;
      exchange(
          waiting.remove(),
          () -> {
            inFlight--;
            postWaiting();
          });
    }
  }

  /** Posts a body with the headers of a delivery. */
  static Future<Void> send(HttpClientRequest request, Buffer body) {
    request.headers().set("User-Agent", "Postrider/1.0");
    request.headers().set("Content-Type", "application/json");
    request.headers().set("X-Signature", SIGNATURE);
    return request.send(body).compose(response -> response.end());
  }
}
