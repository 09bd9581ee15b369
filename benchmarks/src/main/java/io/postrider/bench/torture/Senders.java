package io.postrider.bench.torture;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.bench.Loopback;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Honest clients: each sends batches at a steady rate and resends a batch until it is answered with
 * 200. A message counts as accepted from then on.
 */
final class Senders implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final Duration RESEND_DELAY = Duration.ofMillis(200);
  private static final int MAX_BATCH = 10;

  private final HttpClient client = HttpClient.newHttpClient();
  private final MessageBook accepted = new MessageBook();
  private final AtomicReference<@Nullable String> failure = new AtomicReference<>();
  private final List<Thread> threads = new ArrayList<>();
  private final int port;
  private final String authorization;
  private final AtomicLong batches = new AtomicLong();
  private int nextSender;
  private volatile boolean ending;

  Senders(int port, String writeKey) {
    this.port = port;
    this.authorization =
        "Basic " + Base64.getEncoder().encodeToString((writeKey + ":").getBytes(UTF_8));
  }

  /**
   * Starts clients that send {@code rate} batches a second together. May be called again after
   * {@link #finish}.
   */
  void start(int clients, double rate, long seed) {
    long pauseNanos = (long) (1e9 * clients / rate);
    ending = false;
    threads.clear();
    for (int i = 0; i < clients; i++) {
      int sender = nextSender++;
      Random random = new Random(seed + sender);
      threads.add(Thread.startVirtualThread(() -> run(sender, random, pauseNanos)));
    }
  }

  private void run(int sender, Random random, long pauseNanos) {
    int next = 0;
    long due = System.nanoTime();
    while (!ending) {
      int count = 1 + random.nextInt(MAX_BATCH);
      String body = body(sender, next, count, random);
      while (!send(body)) {
        LockSupport.parkNanos(RESEND_DELAY.toNanos());
      }
      for (int i = 0; i < count; i++) {
        accepted.add(sender, next++);
      }
      batches.incrementAndGet();
      due = Math.max(due + pauseNanos, System.nanoTime() - pauseNanos);
      LockSupport.parkNanos(due - System.nanoTime());
    }
  }

  private static String body(int sender, int first, int count, Random random) {
    StringBuilder body = new StringBuilder("{\"batch\":[");
    for (int i = 0; i < count; i++) {
      body.append(i == 0 ? "" : ",")
          .append("{\"type\":\"track\",\"event\":\"Torture ")
          .append(random.nextInt(20))
          .append("\",\"userId\":\"user-")
          .append(random.nextInt(500))
          .append("\",\"messageId\":\"")
          .append(MessageBook.id(sender, first + i))
          .append("\",\"properties\":{\"text\":\"")
          .append("x".repeat(random.nextInt(400)))
          .append("\"}}");
    }
    return body.append("]}").toString();
  }

  /** Whether a batch was accepted whole. An unexpected answer ends the run as a failure. */
  private boolean send(String body) {
    HttpRequest request =
        Loopback.request(port, "/v1/batch")
            .timeout(TIMEOUT)
            .header("Authorization", authorization)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
      int status = response.statusCode();
      boolean expected =
          status == 429
              || status == 503
              || (status == 200 && !response.body().contains("rejected"));
      if (!expected) {
        failure.compareAndSet(null, "A valid batch got %d: %s".formatted(status, response.body()));
      }
      return status == 200;
    } catch (IOException e) {
      return false; // not answered: sent again
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The messages that were answered with 200. */
  MessageBook accepted() {
    return accepted;
  }

  /** How many batches were accepted. */
  long batches() {
    return batches.get();
  }

  /** The first answer that no honest client should get. */
  @Nullable String failure() {
    return failure.get();
  }

  /** Lets every client finish its batch, and ends them. */
  void finish(Duration timeout) throws InterruptedException {
    ending = true;
    long deadline = System.nanoTime() + timeout.toNanos();
    for (Thread thread : threads) {
      long left = Math.max(1, (deadline - System.nanoTime()) / 1_000_000);
      if (!thread.join(Duration.ofMillis(left))) {
        throw new IllegalStateException("A batch was not accepted within " + timeout + ".");
      }
    }
  }

  @Override
  public void close() {
    ending = true;
    threads.forEach(Thread::interrupt);
    client.shutdownNow();
  }
}
