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
 * Sends over HTTP. The timeout covers the whole exchange, to the last byte of the response.
 *
 * <p>The JDK's own timeout ends with the headers. Its asynchronous API needs a free thread of the
 * common pool, and the program may have filled the pool with calls that wait for this client. So
 * this class waits for the headers synchronously, and then for the body ({@link BoundedText}).
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
  public SendResult post(byte[] body, int messages) throws InterruptedException {
    long start = System.nanoTime();
    try {
      // a new array per attempt: the JDK may still read that of an attempt that timed out
      HttpResponse<BoundedText> response =
          http.send(
              request.copy().POST(BodyPublishers.ofByteArray(body)).build(),
              headers -> new BoundedText(Limits.RESPONSE_BYTES));
      Duration left = timeout.minusNanos(System.nanoTime() - start);
      String text = response.body().await(left);
      String retryAfter = response.headers().firstValue("Retry-After").orElse("");
      Duration pause = Backoff.retryAfter(retryAfter, clock.get());
      return SendResult.of(url, messages, response.statusCode(), pause, text);
    } catch (IOException e) {
      return SendResult.none(e);
    }
  }
}
