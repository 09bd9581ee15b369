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

/** The settings of a client. Every one has a default; only the write key is needed. */
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
      throw new IllegalArgumentException("A write key has no colon.");
    }
    this.writeKey = writeKey;
  }

  /**
   * Where the service is: {@code http://localhost:8080} unless set. A URL without a path gets
   * {@code /v1/batch}; one with a path is used as it is. It has no user name or password: requests
   * carry the write key.
   */
  public PostriderBuilder endpoint(String url) {
    URI uri = parsed(url);
    if (uri.getRawAuthority() != null && uri.getRawAuthority().indexOf('@') >= 0) {
      throw new IllegalArgumentException(
          "The endpoint has a user name or password in it, but the write key is what requests"
              + " carry.");
    }
    boolean http = "http".equalsIgnoreCase(uri.getScheme());
    if ((!http && !"https".equalsIgnoreCase(uri.getScheme())) || uri.getHost() == null) {
      throw new IllegalArgumentException(
          "The endpoint must be like http://localhost:8080, and it is '" + url + "'.");
    }
    String path = uri.getPath();
    endpoint = path == null || path.isEmpty() || path.equals("/") ? uri.resolve(BATCH_PATH) : uri;
    return this;
  }

  private static URI parsed(String url) {
    try {
      return new URI(url);
    } catch (URISyntaxException e) { // whose message has all of the text, passwords too
      throw new IllegalArgumentException("The endpoint is not a URL: " + e.getReason() + ".");
    }
  }

  /** How many messages wait before they are sent: 20 unless set; 1 sends every call right away. */
  public PostriderBuilder flushAt(int messages) {
    flushAt = positive("flushAt", messages);
    return this;
  }

  /**
   * When they are sent even if they are fewer, counted from the last time: 5 seconds unless set.
   */
  public PostriderBuilder flushAfter(Duration interval) {
    flushAfter = positive("flushAfter", interval);
    return this;
  }

  /** How many messages are held, those being sent included: 10,000 unless set. */
  public PostriderBuilder queueMessages(int messages) {
    queueMessages = positive("queueMessages", messages);
    return this;
  }

  /** How many bytes of messages are held: 16 MiB unless set, and never less than one message. */
  public PostriderBuilder queueBytes(int bytes) {
    if (bytes < Limits.MESSAGE_BYTES) {
      throw new IllegalArgumentException(
          "queueBytes must be at least " + Limits.MESSAGE_BYTES + ", and it is " + bytes + ".");
    }
    queueBytes = bytes;
    return this;
  }

  /** What a call does while the queue is full: it refuses unless set. */
  public PostriderBuilder whenFull(WhenFull policy) {
    whenFull = policy;
    return this;
  }

  /**
   * How long a batch is tried again, from its first attempt on: an hour unless set, which is as
   * long as the service recognizes repeated messages by default. Then it fails, and the listener is
   * told.
   */
  public PostriderBuilder retryFor(Duration duration) {
    retryFor = positive("retryFor", duration);
    return this;
  }

  /** How long one request may take, to the last byte of the answer: 30 seconds unless set. */
  public PostriderBuilder requestTimeout(Duration duration) {
    requestTimeout = positive("requestTimeout", duration);
    return this;
  }

  /** How long {@link Postrider#close()} waits for the rest to be sent: 10 seconds unless set. */
  public PostriderBuilder closeTimeout(Duration duration) {
    closeTimeout = positive("closeTimeout", duration);
    return this;
  }

  /** A HTTP client of your own, for proxies or certificates. */
  public PostriderBuilder httpClient(HttpClient client) {
    httpClient = client;
    return this;
  }

  /** Who is told what became of messages. Unless set, failures are logged. */
  public PostriderBuilder listener(DeliveryListener told) {
    listener = told;
    return this;
  }

  /** The time that the client lives in. */
  PostriderBuilder time(Time given) {
    time = given;
    return this;
  }

  /** Where message ids come from. */
  PostriderBuilder idRandom(Random random) {
    idRandom = random;
    return this;
  }

  /** How much of the random half of a delay is waited: from 0 to 1. */
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
      throw new IllegalArgumentException(name + " must be at least 1, and it is " + value + ".");
    }
    return value;
  }

  private static Duration positive(String name, Duration value) {
    if (value.isZero() || value.isNegative()) {
      throw new IllegalArgumentException(name + " must be positive, and it is " + value + ".");
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
