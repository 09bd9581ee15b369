package io.postrider.client;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends over HTTP, for one thread. The timeout covers the whole exchange, to the last byte of the
 * response.
 *
 * <p>The service may answer before it has read the body, and close: to an unknown write key, or
 * when it is overloaded. A connection that closes while the client writes can lose that answer, and
 * would do so in every attempt. So the attempt after one without an answer asks first, with {@code
 * Expect: 100-continue}, and sends the body only if told to. The one after that does not: a proxy
 * may not know the header, or refuse it with 417.
 *
 * <p>The JDK's own timeout ends with the headers. Its asynchronous API needs a free thread of the
 * common pool, and the program may have filled the pool with calls that wait for this client. So
 * this class waits for the headers synchronously, and then for the body ({@link BoundedText}).
 */
final class HttpTransport implements Transport {
  private static final int EXPECTATION_FAILED = 417;

  private final HttpClient http;
  private final URI url;
  private final HttpRequest.Builder request;
  private final Duration timeout;
  private final Supplier<Instant> clock;
  private boolean askFirst;

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
    boolean asked = askFirst;
    askFirst = false;
    AtomicReference<@Nullable ResponseInfo> answered = new AtomicReference<>();
    try {
      // a new array per attempt: the JDK may still read that of an attempt that timed out
      HttpResponse<BoundedText> response =
          http.send(
              request.copy().expectContinue(asked).POST(BodyPublishers.ofByteArray(body)).build(),
              info -> {
                answered.set(info);
                return new BoundedText(Limits.RESPONSE_BYTES);
              });
      Duration left = timeout.minusNanos(System.nanoTime() - start);
      String text = response.body().await(left);
      return result(asked, response.statusCode(), response.headers(), text, messages);
    } catch (IOException e) {
      ResponseInfo info = answered.get();
      if (info != null && info.statusCode() / 100 != 2) {
        // cut off, but the status alone says that nothing was accepted
        return result(asked, info.statusCode(), info.headers(), "", messages);
      }
      askFirst = !asked;
      return SendResult.none(e);
    }
  }

  private SendResult result(
      boolean asked, int status, HttpHeaders headers, String text, int messages) {
    if (asked && status == EXPECTATION_FAILED) {
      return SendResult.none(new IOException("A proxy refuses Expect: 100-continue."));
    }
    String retryAfter = headers.firstValue("Retry-After").orElse("");
    Duration pause = Backoff.retryAfter(retryAfter, clock.get());
    return SendResult.of(url, messages, status, pause, text);
  }
}
