package io.postrider.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/** The settings of a client. Only the write key is required. */
public final class PostriderBuilder {
  private static final Duration LONGEST = Duration.ofDays(36_500); // in nanoseconds, fits a long
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final String BATCH_PATH = "/v1/batch";

  private final String writeKey;
  private URI endpoint = URI.create("http://localhost:8080" + BATCH_PATH);
  private int flushAt = 20;
  private Duration flushAfter = Duration.ofSeconds(5);
  private int queueMessages = 10_000;
  private int queueBytes = 16 << 20;
  private WhenFull whenFull = WhenFull.REFUSE;
  private Duration retryFor = Duration.ofHours(1);
  private Duration requestTimeout = Duration.ofSeconds(30);
  private Duration closeTimeout = Duration.ofSeconds(10);
  private @Nullable HttpClient httpClient;
  private @Nullable DeliveryListener listener;

  private Time time = Time.SYSTEM;
  private Random idRandom = new SecureRandom();
  private DoubleSupplier jitter = () -> ThreadLocalRandom.current().nextDouble();

  PostriderBuilder(@Nullable String writeKey) {
    if (writeKey == null || writeKey.isEmpty()) {
      throw new IllegalArgumentException("You must pass a write key.");
    }
    if (writeKey.indexOf(':') >= 0) {
      throw new IllegalArgumentException("A write key must not contain a colon.");
    }
    this.writeKey = writeKey;
  }

  /**
   * The URL of the service; default {@code http://localhost:8080}. A URL without a path gets {@code
   * /v1/batch}; a URL with a path is used unchanged. It must not contain a user name or password:
   * requests carry the write key.
   */
  public PostriderBuilder endpoint(String url) {
    URI uri = parsed(url);
    if (uri.getRawAuthority() != null && uri.getRawAuthority().indexOf('@') >= 0) {
      throw new IllegalArgumentException(
          "The endpoint contains a user name or password. Remove it; requests carry the write"
              + " key.");
    }
    boolean http = "http".equalsIgnoreCase(uri.getScheme());
    if ((!http && !"https".equalsIgnoreCase(uri.getScheme())) || uri.getHost() == null) {
      throw new IllegalArgumentException(
          "The endpoint must be a URL like http://localhost:8080, but is '" + url + "'.");
    }
    String path = uri.getPath();
    endpoint = path == null || path.isEmpty() || path.equals("/") ? uri.resolve(BATCH_PATH) : uri;
    return this;
  }

  private static URI parsed(String url) {
    try {
      return new URI(url);
    } catch (URISyntaxException e) { // its message contains the whole URL, including passwords
      throw new IllegalArgumentException("The endpoint is not a URL: " + e.getReason() + ".");
    }
  }

  /**
   * Sends a batch when this number of messages wait; default 20. 1 sends every call immediately.
   */
  public PostriderBuilder flushAt(int messages) {
    flushAt = positive("flushAt", messages);
    return this;
  }

  /** Sends a smaller batch after this time since the last one; default 5 seconds. */
  public PostriderBuilder flushAfter(Duration interval) {
    flushAfter = positive("flushAfter", interval);
    return this;
  }

  /** The maximum number of messages in the queue, including those being sent; default 10,000. */
  public PostriderBuilder queueMessages(int messages) {
    queueMessages = positive("queueMessages", messages);
    return this;
  }

  /** The maximum size of the queue in bytes; default 16 MiB, at least one message. */
  public PostriderBuilder queueBytes(int bytes) {
    if (bytes < Limits.MESSAGE_BYTES) {
      throw new IllegalArgumentException(
          "queueBytes must be at least " + Limits.MESSAGE_BYTES + ", but is " + bytes + ".");
    }
    queueBytes = bytes;
    return this;
  }

  /** What a call does while the queue is full; default {@link WhenFull#REFUSE}. */
  public PostriderBuilder whenFull(WhenFull policy) {
    whenFull = policy;
    return this;
  }

  /**
   * How long the client retries a batch, from its first attempt; default one hour, the default
   * deduplication window of the service. Then the batch fails, and the listener receives it.
   */
  public PostriderBuilder retryFor(Duration duration) {
    retryFor = positive("retryFor", duration);
    return this;
  }

  /** The timeout of one request, to the last byte of the response; default 30 seconds. */
  public PostriderBuilder requestTimeout(Duration duration) {
    requestTimeout = positive("requestTimeout", duration);
    return this;
  }

  /** How long {@link Postrider#close()} waits for the remaining messages; default 10 seconds. */
  public PostriderBuilder closeTimeout(Duration duration) {
    closeTimeout = positive("closeTimeout", duration);
    return this;
  }

  /** An HTTP client of your own, for proxies or certificates. */
  public PostriderBuilder httpClient(HttpClient client) {
    httpClient = client;
    return this;
  }

  /** Receives the outcome of every message. By default failures are logged. */
  public PostriderBuilder listener(DeliveryListener deliveryListener) {
    listener = deliveryListener;
    return this;
  }

  /** The clock, for tests. */
  PostriderBuilder time(Time given) {
    time = given;
    return this;
  }

  /** The source of message IDs, for tests. */
  PostriderBuilder idRandom(Random random) {
    idRandom = random;
    return this;
  }

  /** The jitter of delays, from 0 to 1, for tests. */
  PostriderBuilder jitter(DoubleSupplier random) {
    jitter = random;
    return this;
  }

  /** Starts the client. */
  public Postrider build() {
    return new Postrider(this);
  }

  private static int positive(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be at least 1, but is " + value + ".");
    }
    return value;
  }

  private static Duration positive(String name, Duration value) {
    if (value.isZero() || value.isNegative()) {
      throw new IllegalArgumentException(name + " must be positive, but is " + value + ".");
    }
    return value.compareTo(LONGEST) > 0 ? LONGEST : value;
  }

  QueueOptions queueOptions() {
    return new QueueOptions(flushAt, flushAfter.toNanos(), queueMessages, queueBytes);
  }

  Transport transport() {
    HttpClient http =
        httpClient != null
            ? httpClient
            : HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT_TIMEOUT)
                .build();
    return new HttpTransport(http, endpoint, writeKey, requestTimeout, time::now);
  }

  @Nullable DeliveryListener listener() {
    return listener;
  }

  WhenFull whenFull() {
    return whenFull;
  }

  Duration retryFor() {
    return retryFor;
  }

  Duration closeTimeout() {
    return closeTimeout;
  }

  Time time() {
    return time;
  }

  Random idRandom() {
    return idRandom;
  }

  DoubleSupplier jitter() {
    return jitter;
  }
}
