package io.postrider.server.delivery.client;

import io.postrider.route.Webhook;
import io.postrider.route.Webhook.Header;
import io.postrider.server.config.IpNetwork;
import io.postrider.server.delivery.TestCertificates.Authority;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A client for tests; connects to loopback only. */
final class ClientTests implements AutoCloseable {

  static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

  /** Long enough never to pass in a test that expects an answer. */
  static final Duration PATIENT = Duration.ofSeconds(60);

  /** Short enough to wait for in a test of what hangs. */
  static final Duration SHORT = Duration.ofMillis(300);

  /** For responses that start, on a busy machine, before they hang. */
  static final Duration MODERATE = Duration.ofSeconds(5);

  private static final int MANY = 10_000;
  private static final List<IpNetwork> LOOPBACK =
      List.of(IpNetwork.parse("127.0.0.0/8"), IpNetwork.parse("::1"));

  final FakeResolver resolver = new FakeResolver().with("localhost", "127.0.0.1");
  final Vertx vertx = Vertx.vertx();
  final Context context = vertx.getOrCreateContext();
  final Connector connector;
  final ConnectionLimit limit;
  private final AddressGuard guard;
  private final PoolMonitor patience = new PoolMonitor(context);
  final WebhookClient client;

  ClientTests(Duration timeout, List<IpNetwork> allowed, Optional<Path> caFile) {
    this(timeout, allowed, caFile, MANY);
  }

  private ClientTests(Duration timeout, List<IpNetwork> allowed, Optional<Path> caFile, int max) {
    limit = new ConnectionLimit(max);
    connector = Connector.open(vertx, TrustedAuthorities.load(caFile), timeout);
    guard = new AddressGuard(allowed);
    client = another(timeout);
  }

  /** One more client on the same loop. */
  WebhookClient another(Duration timeout) {
    return new WebhookClient(
        new ClientContext(
            context,
            connector,
            resolver,
            guard,
            limit,
            patience,
            new DeferredFlushes(),
            timeout,
            InstantSource.fixed(NOW)));
  }

  static ClientTests open(Duration timeout) {
    return new ClientTests(timeout, LOOPBACK, Optional.empty());
  }

  /** One that may have so many connections open. */
  static ClientTests withConnections(int max, Duration timeout) {
    return new ClientTests(timeout, LOOPBACK, Optional.empty(), max);
  }

  static ClientTests trusting(Duration timeout, Authority authority) {
    return trusting(timeout, authority.pem());
  }

  static ClientTests trusting(Duration timeout, String pem) {
    return trusting(timeout, pem, MANY);
  }

  /** One that may have so many connections open. */
  static ClientTests trusting(Duration timeout, String pem, int max) {
    try {
      Path file = Files.createTempFile("authorities", ".pem");
      file.toFile().deleteOnExit();
      Files.writeString(file, pem);
      return new ClientTests(timeout, LOOPBACK, Optional.of(file), max);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static WebhookRequest request(String url, Header... headers) {
    WebhookTarget target = WebhookTarget.of(new Webhook(url, List.of()));
    return new WebhookRequest(target, List.of(headers), Buffer.buffer("{\"a\":1}"));
  }

  /** Posts and waits. */
  AttemptResult post(String url) {
    return post(request(url));
  }

  AttemptResult post(WebhookRequest request) {
    return await(start(request));
  }

  CompletableFuture<AttemptResult> start(WebhookRequest request) {
    return start(client, request);
  }

  CompletableFuture<AttemptResult> start(WebhookClient target, WebhookRequest request) {
    CompletableFuture<AttemptResult> result = new CompletableFuture<>();
    context.runOnContext(
        _ ->
            target.post(
                request,
                done -> {
                  if (!result.complete(done)) {
                    throw new AssertionError("completed twice");
                  }
                }));
    return result;
  }

  /** Starts many at once. */
  List<CompletableFuture<AttemptResult>> startMany(int count, WebhookRequest request) {
    List<CompletableFuture<AttemptResult>> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(start(request));
    }
    return all;
  }

  /** Runs something on the client's loop and waits for it. */
  void run(Runnable action) {
    CompletableFuture<Boolean> ran = new CompletableFuture<>();
    context.runOnContext(
        _ -> {
          action.run();
          ran.complete(true);
        });
    await(ran);
  }

  static <T> T await(CompletableFuture<T> future) {
    try {
      return future.get(60, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    run(client::close);
    connector.close();
    await(vertx.close().toCompletionStage().toCompletableFuture());
  }
}
