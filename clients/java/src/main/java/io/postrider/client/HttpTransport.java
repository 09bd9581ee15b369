package io.postrider.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Sends over HTTP. The time-out is for the whole exchange, to the last byte of the answer, so that
 * one that drips holds nobody up.
 */
final class HttpTransport implements Transport {
  private final HttpClient http;
  private final HttpRequest.Builder request;
  private final Duration timeout;
  private final Supplier<Instant> clock;

  HttpTransport(
      HttpClient http, URI url, String writeKey, Duration timeout, Supplier<Instant> clock) {
    this.http = http;
    this.timeout = timeout;
    this.clock = clock;
    byte[] credentials = (writeKey + ":").getBytes(StandardCharsets.UTF_8);
    this.request =
        HttpRequest.newBuilder(url)
            .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials))
            .header("Content-Type", "application/json")
            .header("User-Agent", Version.NAME + "/" + Version.NUMBER);
  }

  @Override
  public Answer post(byte[] body) throws InterruptedException {
    // the body is new for each attempt: one that timed out may still be read while it is cancelled
    CompletableFuture<HttpResponse<String>> exchange =
        http.sendAsync(
            request.copy().POST(BodyPublishers.ofByteArray(body)).build(),
            answer -> new BoundedText(Limits.ANSWER_BYTES));
    try {
      HttpResponse<String> answer = exchange.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
      String retryAfter = answer.headers().firstValue("Retry-After").orElse("");
      return Answer.of(
          answer.statusCode(), Backoff.retryAfter(retryAfter, clock.get()), answer.body());
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      return Answer.none(cause == null ? e : cause);
    } catch (TimeoutException e) {
      exchange.cancel(true);
      return Answer.none(new TimeoutException("no whole answer within " + timeout));
    } catch (InterruptedException e) {
      exchange.cancel(true);
      throw e;
    }
  }
}
