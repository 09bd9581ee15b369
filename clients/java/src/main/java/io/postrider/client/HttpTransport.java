package io.postrider.client;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.function.Supplier;

/**
 * Sends over HTTP. The time-out is for the whole exchange, to the last byte of the answer, so that
 * one that drips holds nobody up.
 *
 * <p>The JDK's own time-out ends with the headers, and its asynchronous way needs a free thread of
 * the common pool, which the program may have filled with calls that wait for this very client. So
 * the headers are waited for in the simple way, and the body apart ({@link BoundedText}).
 */
final class HttpTransport implements Transport {
  private final HttpClient http;
  private final URI url;
  private final HttpRequest.Builder request;
  private final Duration timeout;
  private final Supplier<Instant> clock;

  HttpTransport(
      HttpClient http, URI url, String writeKey, Duration timeout, Supplier<Instant> clock) {
    this.http = http;
    this.url = url;
    this.timeout = timeout;
    this.clock = clock;
    byte[] credentials = (writeKey + ":").getBytes(StandardCharsets.UTF_8);
    this.request =
        HttpRequest.newBuilder(url)
            .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials))
            .header("Content-Type", "application/json")
            .header("User-Agent", Version.NAME + "/" + Version.NUMBER)
            .timeout(timeout);
  }

  @Override
  public Answer post(byte[] body, int messages) throws InterruptedException {
    long begun = System.nanoTime();
    try {
      // the body is new for each attempt: one that timed out may still be read while it is ended
      HttpResponse<BoundedText> answer =
          http.send(
              request.copy().POST(BodyPublishers.ofByteArray(body)).build(),
              headers -> new BoundedText(Limits.ANSWER_BYTES));
      Duration left = timeout.minusNanos(System.nanoTime() - begun);
      String text = answer.body().await(left);
      String retryAfter = answer.headers().firstValue("Retry-After").orElse("");
      Duration pause = Backoff.retryAfter(retryAfter, clock.get());
      return Answer.of(url, messages, answer.statusCode(), pause, text);
    } catch (IOException e) {
      return Answer.none(e);
    }
  }
}
