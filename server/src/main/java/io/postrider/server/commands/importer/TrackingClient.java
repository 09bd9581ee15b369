package io.postrider.server.commands.importer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.postrider.server.commands.https.HttpsFailure;
import io.postrider.server.commands.https.ServiceTrust;
import io.postrider.server.commands.https.WrongService;
import io.postrider.server.commands.importer.BatchAnswer.Rejection;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.Json;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/** A client of the tracking API. Belongs to one thread, which it blocks. */
public final class TrackingClient implements BatchSender.Transport, AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofSeconds(65);
  private static final Duration MAX_WAIT = Duration.ofMinutes(1);

  private final URI uri;
  private final String authorization;
  private final HttpClient client;

  /**
   * @param address a valid URL of a service
   */
  public TrackingClient(String address, String writeKey) {
    this(address, writeKey, ServiceTrust.usual());
  }

  /**
   * @param address a valid URL of a service
   * @param trust the certificates that it trusts
   */
  public TrackingClient(String address, String writeKey, SSLContext trust) {
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .sslContext(trust)
            .build();
    this.uri = URI.create(address.replaceAll("/+$", "") + "/v1/import");
    byte[] credentials = (writeKey + ":").getBytes(UTF_8);
    this.authorization = "Basic " + Base64.getEncoder().encodeToString(credentials);
  }

  @Override
  public BatchAnswer post(byte[] body) throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .timeout(TIMEOUT)
            .header("Authorization", authorization)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(body))
            .build();
    try {
      return answer(client.send(request, BodyHandlers.ofByteArray()));
    } catch (IOException e) {
      return failure(e);
    }
  }

  /** A certificate or a scheme stays wrong; a connection may come back. */
  private BatchAnswer failure(IOException e) {
    Optional<String> https = HttpsFailure.of(uri.toString(), e);
    if (https.isPresent()) {
      return new BatchAnswer.Refused(https.get());
    }
    if (HttpsFailure.isClosed(uri.toString(), e)) {
      return new BatchAnswer.Busy(WrongService.closed(uri.toString()), Duration.ZERO);
    }
    String reason = Objects.requireNonNullElse(e.getMessage(), "cannot connect");
    if (isCausedBy(e, UnresolvedAddressException.class)) {
      reason = "the host is unknown";
    } else if (e instanceof ConnectException && (e.getMessage() == null || isRefused(reason))) {
      reason = "nothing listens there";
    }
    return new BatchAnswer.Busy(uri + " does not answer: " + reason, Duration.ZERO);
  }

  private static boolean isRefused(String reason) {
    return reason.contains("refused");
  }

  private static boolean isCausedBy(Throwable failure, Class<? extends Throwable> kind) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .anyMatch(kind::isInstance);
  }

  private BatchAnswer answer(HttpResponse<byte[]> response) {
    int status = response.statusCode();
    JsonNode body = parse(response.body());
    String code = body.path("code").asText("");
    String reason =
        "%s answered %d%s"
            .formatted(uri, status, code.isEmpty() ? "." : ": " + body.path("message").asText(""));
    List<Rejection> rejected = rejections(body);
    if (status == 200 && body.path("success").asBoolean()) {
      return new BatchAnswer.Settled(rejected);
    } else if (status == 400 && !rejected.isEmpty()) {
      return new BatchAnswer.Settled(rejected);
    } else if ((status == 400 || status == 413) && !code.isEmpty()) {
      return new BatchAnswer.Unreadable(code, body.path("message").asText(""));
    } else if (status == 429 || status >= 500) {
      return new BatchAnswer.Busy(reason, retryAfter(response));
    }
    return new BatchAnswer.Refused(
        code.isEmpty() ? WrongService.reason(uri.toString(), status, response.headers()) : reason);
  }

  private static List<Rejection> rejections(JsonNode body) {
    List<Rejection> rejected = new ArrayList<>();
    for (JsonNode one : body.path("rejected")) {
      rejected.add(
          new Rejection(
              one.path("index").asInt(), one.path("code").asText(), one.path("message").asText()));
    }
    return rejected;
  }

  private static Duration retryAfter(HttpResponse<byte[]> response) {
    String seconds = response.headers().firstValue("Retry-After").orElse("");
    Duration wait =
        seconds.matches("[0-9]{1,6}") ? Duration.ofSeconds(Long.parseLong(seconds)) : Duration.ZERO;
    return wait.compareTo(MAX_WAIT) < 0 ? wait : MAX_WAIT;
  }

  /** Something that is no Postrider may answer anything. */
  private static JsonNode parse(byte[] body) {
    try {
      return Json.parseOwn(body);
    } catch (ApiException notJson) {
      return MissingNode.getInstance();
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
