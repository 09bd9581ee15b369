package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A node on this machine, and a client of its APIs. */
public abstract class TestNode implements AutoCloseable {

  /** The admin token of every node that tests start. */
  public static final String ADMIN_TOKEN = "token-of-the-tests-0123456789";

  /** Settings for receivers on this machine, with fast retries. */
  static final Map<String, String> LOCAL =
      Map.of("delivery.allow-networks", "127.0.0.0/8", "delivery.retry-first-delay", "50ms");

  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  public abstract int port();

  /** The write key of the source that the first start created. */
  public abstract String writeKey();

  public URI uri(String path) {
    return URI.create("http://127.0.0.1:" + port() + path);
  }

  public static String basic(String writeKey) {
    byte[] credentials = (writeKey + ":").getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(credentials);
  }

  public HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Gets a path without a token. */
  public HttpResponse<String> get(String path) {
    return send(HttpRequest.newBuilder(uri(path)).GET());
  }

  /** Posts to the tracking API with the first source's key. */
  public HttpResponse<String> track(String path, String json) {
    return track(path, json, writeKey());
  }

  /** Posts to the tracking API. */
  HttpResponse<String> track(String path, String json, String key) {
    return post(path, json.getBytes(StandardCharsets.UTF_8), "Authorization", basic(key));
  }

  /** Posts bytes with headers, given as name, value, name, value. */
  public HttpResponse<String> post(String path, byte[] body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(path)).POST(BodyPublishers.ofByteArray(body));
    return send(headers.length == 0 ? request : request.headers(headers));
  }

  /** Calls the admin API. */
  public HttpResponse<String> admin(String method, String path, @Nullable String json) {
    return send(
        HttpRequest.newBuilder(uri(path))
            .header("Authorization", "Bearer " + ADMIN_TOKEN)
            .header("Content-Type", "application/json")
            .method(
                method, json == null ? BodyPublishers.noBody() : BodyPublishers.ofString(json)));
  }

  /** Gets JSON from the admin API, which must answer 2xx. */
  JsonNode api(String path) {
    return json(admin("GET", path, null));
  }

  /** Calls the admin API, which must answer 2xx. The JSON may use single quotes. */
  JsonNode api(String method, String path, String json) {
    return json(admin(method, path, json.isEmpty() ? null : json.replace('\'', '"')));
  }

  private static JsonNode json(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
    return parse(response.body());
  }

  static JsonNode parse(String json) {
    try {
      return JSON.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The ID of the source that the first start created. */
  String firstSource() {
    return api("/api/sources").at("/data/0/id").asText();
  }

  /** Creates a destination of the first source; returns its ID. */
  String createDestination(String... urls) {
    return createDestinationOf("'" + firstSource() + "'", urls);
  }

  /** Creates a destination that gets only messages of audiences and computed traits. */
  String createDestinationWithoutSource(String url) {
    return createDestinationOf("", url);
  }

  private String createDestinationOf(String sources, String... urls) {
    String webhooks =
        Arrays.stream(urls).map("{'url':'%s'}"::formatted).collect(Collectors.joining(","));
    return api(
            "POST",
            "/api/destinations",
            "{'name':'Hook','sources':[%s],'settings':{'webhooks':[%s],'sharedSecret':'s3cret'}}"
                .formatted(sources, webhooks))
        .path("id")
        .asText();
  }

  /** Creates a regulation. */
  JsonNode regulate(String type, String... users) {
    return api(
        "POST",
        "/api/regulations",
        "{'regulationType':'%s','subjectType':'USER_ID','subjectIds':['%s']}"
            .formatted(type, String.join("','", users)));
  }

  /** The calls that the usage API shows, in total. */
  long calls() {
    return api("/api/usage")
        .path("data")
        .valueStream()
        .mapToLong(row -> row.path("calls").asLong())
        .sum();
  }

  @Override
  public void close() {
    client.close();
  }
}
