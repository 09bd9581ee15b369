package io.postrider.server.delivery.client;

import io.postrider.delivery.Outcome;
import io.postrider.route.Webhook;
import io.postrider.route.Webhook.Header;
import io.postrider.server.config.IpNetwork;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/**
 * Posts the same bytes with the bare client of Vert.x and with ours, in turn and in one run. Prints
 * rates, and the processor time that the sending loop used for each post, which other programs on
 * the machine disturb less. Run its main method; numbers from two runs do not compare.
 */
final class PostBenchmark {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int BODY_BYTES = 500;
  private static final int WARM_UPS = 5;
  private static final int ROUNDS = 7;
  private static final Header SIGNATURE =
      new Header("X-Signature", "0123456789abcdef0123456789abcdef01234567");

  /** Sends one and says when it is answered. */
  private interface Sender {
    void send(Runnable answered);
  }

  /** What one round showed. */
  private record Figures(double perSecond, double cpuNanosEach) {}

  /** Keeps so many under way for so long, and counts. */
  private static final class Run {
    private final Sender sender;
    private final long nanos;
    private final CompletableFuture<Figures> figures = new CompletableFuture<>();
    private long startNanos;
    private long startCpuNanos;
    private int pending;
    private long count;

    Run(Sender sender, long nanos) {
      this.sender = sender;
      this.nanos = nanos;
    }

    void start(int atOnce) {
      startNanos = System.nanoTime();
      startCpuNanos = THREADS.getCurrentThreadCpuTime();
      for (int i = 0; i < atOnce; i++) {
        next();
      }
    }

    private void next() {
      pending++;
      sender.send(this::answered);
    }

    private void answered() {
      pending--;
      count++;
      long passedNanos = System.nanoTime() - startNanos;
      if (passedNanos < nanos) {
        next();
      } else if (pending == 0) {
        double usedNanos = THREADS.getCurrentThreadCpuTime() - startCpuNanos;
        figures.complete(new Figures(count * 1e9 / passedNanos, usedNanos / count));
      }
    }
  }

  private PostBenchmark() {}

  /** Arguments: how many at once (64), seconds for each round (2). */
  public static void main(String[] arguments) throws Exception {
    int atOnce = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 64;
    long nanos =
        TimeUnit.SECONDS.toNanos(arguments.length > 1 ? Integer.parseInt(arguments[1]) : 2);
    VertxOptions oneLoop =
        new VertxOptions().setEventLoopPoolSize(1).setPreferNativeTransport(true);
    Vertx receivers = Vertx.vertx(oneLoop);
    Vertx senders = Vertx.vertx(oneLoop);
    HttpServer server =
        receivers
            .createHttpServer(new HttpServerOptions())
            .requestHandler(request -> request.endHandler(_ -> request.response().end()));
    server.listen(0, "127.0.0.1").await(10, TimeUnit.SECONDS);
    String url = "http://127.0.0.1:" + server.actualPort() + "/hook";
    Context context = senders.getOrCreateContext();
    Buffer body = Buffer.buffer("x".repeat(BODY_BYTES));
    Sender bare = bare(senders, server.actualPort(), body);
    Sender ours = ours(senders, context, url, body);
    List<Figures> bareRounds = new ArrayList<>();
    List<Figures> ourRounds = new ArrayList<>();
    for (int round = -WARM_UPS; round < ROUNDS; round++) {
      Figures bareFigures = measure(context, bare, atOnce, nanos);
      Figures ourFigures = measure(context, ours, atOnce, nanos);
      System.out.println("bare " + bareFigures + ", ours " + ourFigures);
      if (round >= 0) {
        bareRounds.add(bareFigures);
        ourRounds.add(ourFigures);
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%d at once: rate %.2f of the bare client's, processor time for each %.2f%n",
        atOnce,
        median(ourRounds, Figures::perSecond) / median(bareRounds, Figures::perSecond),
        median(ourRounds, Figures::cpuNanosEach) / median(bareRounds, Figures::cpuNanosEach));
    senders.close().await(10, TimeUnit.SECONDS);
    receivers.close().await(10, TimeUnit.SECONDS);
  }

  private static double median(List<Figures> rounds, ToDoubleFunction<Figures> figure) {
    return rounds.stream().mapToDouble(figure).sorted().toArray()[rounds.size() / 2];
  }

  private static Figures measure(Context context, Sender sender, int atOnce, long nanos)
      throws Exception {
    Run run = new Run(sender, nanos);
    context.runOnContext(_ -> run.start(atOnce));
    return run.figures.get(120, TimeUnit.SECONDS);
  }

  private static Sender bare(Vertx vertx, int port, Buffer body) {
    HttpClient client =
        vertx
            .httpClientBuilder()
            .with(new HttpClientOptions().setHttp2ClearTextUpgrade(false))
            .with(new PoolOptions().setHttp1MaxSize(1_024))
            .build();
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setHost("127.0.0.1")
            .setPort(port)
            .setURI("/hook")
            .putHeader("User-Agent", "Postrider/1.0")
            .putHeader("Content-Type", "application/json")
            .putHeader(SIGNATURE.name(), SIGNATURE.value());
    return answered ->
        client
            .request(options)
            .compose((HttpClientRequest request) -> request.send(body))
            .compose(HttpClientResponse::end)
            .onComplete(_ -> answered.run());
  }

  private static Sender ours(Vertx vertx, Context context, String url, Buffer body) {
    Duration timeout = Duration.ofMinutes(2);
    WebhookClient client =
        new WebhookClient(
            new ClientContext(
                context,
                Connector.open(vertx, TrustedAuthorities.load(Optional.empty()), timeout),
                new FakeResolver(),
                new AddressGuard(List.of(IpNetwork.parse("127.0.0.0/8"))),
                new ConnectionLimit(10_000),
                new PoolMonitor(context),
                new DeferredFlushes(),
                timeout,
                InstantSource.system()));
    WebhookTarget target = WebhookTarget.of(new Webhook(url, List.of()));
    return answered -> {
      Consumer<AttemptResult> done =
          result -> {
            if (!(result.outcome() instanceof Outcome.Delivered)) {
              throw new IllegalStateException(result.toString());
            }
            answered.run();
          };
      client.post(new WebhookRequest(target, List.of(SIGNATURE), body), done);
    };
  }
}
