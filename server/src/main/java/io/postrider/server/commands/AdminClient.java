package io.postrider.server.commands;

import static java.net.http.HttpResponse.BodyHandlers.ofInputStream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.postrider.server.commands.https.HttpsFailure;
import io.postrider.server.commands.https.ServiceTrust;
import io.postrider.server.commands.https.WrongService;
import io.postrider.server.config.ConfigException;
import io.postrider.server.config.StartException;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.Json;
import io.postrider.server.ops.TerminalText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/**
 * A client of a service's admin API. Every failure is a {@link StartException}, but an invalid
 * address or token, which is a {@link ConfigException}. Belongs to one thread, which it blocks, but
 * for streams: each has a thread of its own.
 */
public final class AdminClient implements AutoCloseable {

  /** How a port without an admin API answers every request. */
  private static final String NO_PATH = "Nothing exists at this path.";

  private static final int MAX_PORT = 65_535;
  private static final int MAX_PROBLEM_BYTES = 64 * 1024;
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final String address;
  private final String token;
  private final HttpClient client;

  /**
   * @param address the URL of the service
   * @param token an API token
   */
  public AdminClient(String address, String token) {
    this(address, token, ServiceTrust.usual());
  }

  /**
   * @param address the URL of the service
   * @param token an API token
   * @param trust the certificates that it trusts
   */
  AdminClient(String address, String token, SSLContext trust) {
    this.address = requireUrl(address).replaceAll("/+$", "");
    this.token = token;
    // The HTTP client would repeat it in its error.
    if (token.isEmpty() || !token.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw new ConfigException(
          "The token is invalid: it must consist of visible ASCII characters without spaces.");
    }
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .sslContext(trust)
            .build();
  }

  /** Returns a URL, and refuses anything else. */
  static String requireUrl(String address) {
    if (!isUrl(address)) {
      throw new ConfigException("'" + address + "' is not a URL such as http://localhost:8080.");
    }
    return address;
  }

  private static boolean isUrl(String address) {
    try {
      URI url = new URI(address);
      String scheme = String.valueOf(url.getScheme());
      return (scheme.equals("http") || scheme.equals("https"))
          && url.getHost() != null
          && url.getPort() <= MAX_PORT
          && url.getUserInfo() == null
          && url.getQuery() == null
          && url.getFragment() == null;
    } catch (URISyntaxException e) {
      return false;
    }
  }

  /** All items of a list, page by page. */
  List<JsonNode> all(String path) {
    List<JsonNode> items = new ArrayList<>();
    JsonNode page = get(path + "?limit=200");
    required(page.path("data").isArray());
    page.path("data").forEach(items::add);
    while (page.path("next").isTextual()) {
      String cursor = URLEncoder.encode(page.path("next").asText(), StandardCharsets.UTF_8);
      page = get(path + "?limit=200&cursor=" + cursor);
      page.path("data").forEach(items::add);
    }
    return items;
  }

  /** The role of the token: {@code viewer}, {@code editor} or {@code admin}. */
  String role() {
    JsonNode role = get("/api/session").path("role");
    required(role.isTextual());
    return role.asText();
  }

  /** Whether the service is ready, or why it is not. */
  JsonNode health() {
    JsonNode health = sent(() -> parsed(exchange("GET", "/health/ready", BodyPublishers.noBody())));
    required(health.path("status").isTextual());
    return health;
  }

  private void required(boolean present) {
    if (!present) {
      throw new StartException(WrongService.reason(address));
    }
  }

  /** Gets a resource. */
  public JsonNode get(String path) {
    return send("GET", path, BodyPublishers.noBody());
  }

  /** An event of a stream. */
  @FunctionalInterface
  interface EventHandler {

    void accept(String name, String data) throws InterruptedException;
  }

  /** Reads a stream of Server-Sent Events until the service ends it. */
  void events(String path, EventHandler handler) throws InterruptedException {
    HttpResponse<InputStream> response =
        sent(() -> client.send(request("GET", path, BodyPublishers.noBody()), ofInputStream()));
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
      if (response.statusCode() != 200) {
        byte[] body = response.body().readNBytes(MAX_PROBLEM_BYTES);
        throw new StartException(reason(response.statusCode(), response.headers(), body));
      }
      String name = "";
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("event: ")) {
          name = line.substring("event: ".length());
        } else if (line.startsWith("data: ")) {
          handler.accept(name, line.substring("data: ".length()));
        }
      }
    } catch (IOException e) {
      throw new StartException("The connection to " + address + " was lost.");
    }
  }

  /** Ends streams that are open. */
  void closeNow() {
    client.shutdownNow();
  }

  /** Posts without a body. */
  JsonNode post(String path) {
    return send("POST", path, BodyPublishers.noBody());
  }

  /** Posts JSON. */
  public JsonNode post(String path, JsonNode body) {
    return send("POST", path, BodyPublishers.ofString(body.toString()));
  }

  /** Changes a resource. */
  public JsonNode patch(String path, JsonNode body) {
    return send("PATCH", path, BodyPublishers.ofString(body.toString()));
  }

  private JsonNode send(String method, String path, BodyPublisher body) {
    return sent(
        () -> {
          HttpResponse<byte[]> response = exchange(method, path, body);
          if (response.statusCode() / 100 != 2) {
            throw new StartException(
                reason(response.statusCode(), response.headers(), response.body()));
          }
          return parsed(response);
        });
  }

  /** The JSON of a response; every response of a Postrider with a body is an object. */
  private JsonNode parsed(HttpResponse<byte[]> response) {
    if (response.statusCode() == 204) {
      return MissingNode.getInstance();
    }
    try {
      JsonNode body = Json.parseOwn(response.body());
      if (body.isObject()) {
        return body;
      }
    } catch (ApiException notJson) {
      // reported below
    }
    throw new StartException(
        WrongService.reason(address, response.statusCode(), response.headers()));
  }

  private HttpRequest request(String method, String path, BodyPublisher body) {
    return HttpRequest.newBuilder(URI.create(address + path))
        .timeout(TIMEOUT)
        .header("Authorization", "Bearer " + token)
        .header("Content-Type", "application/json")
        .method(method, body)
        .build();
  }

  private HttpResponse<byte[]> exchange(String method, String path, BodyPublisher body)
      throws IOException, InterruptedException {
    return client.send(request(method, path, body), HttpResponse.BodyHandlers.ofByteArray());
  }

  private interface Exchange<T> {

    T run() throws IOException, InterruptedException;
  }

  /** Explains why a request failed. */
  private <T> T sent(Exchange<T> exchange) {
    try {
      return exchange.run();
    } catch (ConnectException e) {
      throw new StartException("Cannot connect to %s. Is it running?".formatted(address));
    } catch (SSLException e) {
      String other = "Cannot use HTTPS with %s: %s".formatted(address, message(e));
      throw new StartException(HttpsFailure.of(address, e).orElse(other));
    } catch (IOException | IllegalArgumentException e) {
      throw new StartException(
          HttpsFailure.isClosed(address, e)
              ? WrongService.closed(address)
              : "Cannot read from %s: %s".formatted(address, message(e)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StartException("Interrupted.");
    }
  }

  private static String message(Exception failure) {
    String message = Objects.requireNonNullElse(failure.getMessage(), "connection closed");
    return message.endsWith(".") ? message : message + ".";
  }

  /** Why the service refused a request. A proxy may answer 5xx in its place, without JSON. */
  private String reason(int status, HttpHeaders headers, byte[] body) {
    String answered = address + " answered " + status;
    if (status == 401) {
      return answered + ": the token is invalid.";
    }
    if (status == 403) {
      return answered + ": the token's role does not permit this.";
    }
    if (!headers.firstValue("Content-Type").orElse("").contains("json")) {
      return status >= 500 ? answered + "." : WrongService.reason(address, status, headers);
    }
    JsonNode problem = problem(body);
    if (status == 404 && text(problem, "detail").equals(NO_PATH)) {
      return WrongService.noAdminApi(address);
    }
    StringBuilder reason = new StringBuilder(answered + ": " + text(problem, "detail"));
    for (JsonNode error : problem.path("errors")) {
      reason.append("\n  %s %s".formatted(text(error, "field"), text(error, "message")));
    }
    return reason.toString();
  }

  private static JsonNode problem(byte[] body) {
    try {
      return Json.parseOwn(body);
    } catch (ApiException notJson) {
      return MissingNode.getInstance();
    }
  }

  private static String text(JsonNode object, String field) {
    return TerminalText.of(object.path(field).asText());
  }

  @Override
  public void close() {
    client.close();
  }
}
