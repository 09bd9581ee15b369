package io.postrider.server.commands;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.server.config.Secret;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;

/** Asks a running service. Belongs to one thread, which it blocks. */
public final class RegulationClient implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();
  private final URI service;
  private final Secret token;

  /**
   * A client of the service at an address.
   *
   * @param token the admin token
   */
  public RegulationClient(URI service, Secret token) {
    this.service = service;
    this.token = token;
  }

  /** The service did not do what it was asked; the text says why. */
  public static final class RefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
      super(message);
    }
  }

  /** Makes a request; answers its id. */
  String make(String type, List<String> users, boolean hideNow)
      throws IOException, InterruptedException {
    ObjectNode order =
        JSON.createObjectNode().put("regulationType", type).put("subjectType", "USER_ID");
    users.forEach(order.putArray("subjectIds")::add);
    if (hideNow) {
      order.put("hideNow", true);
    }
    return send(
            request("/api/regulations").POST(HttpRequest.BodyPublishers.ofString(order.toString())),
            202)
        .path("id")
        .asText();
  }

  /** How a request stands. */
  JsonNode read(String id) throws IOException, InterruptedException {
    return send(request("/api/regulations/" + id).GET(), 200);
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(service.resolve(path))
        .timeout(PATIENCE)
        .header("Authorization", "Bearer " + token.reveal())
        .header("Content-Type", "application/json");
  }

  private JsonNode send(HttpRequest.Builder request, int expected)
      throws IOException, InterruptedException {
    HttpResponse<String> answer =
        client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != expected) {
      throw new RefusedException(why(answer));
    }
    return JSON.readTree(answer.body());
  }

  private static String why(HttpResponse<String> answer) throws IOException {
    StringBuilder why = new StringBuilder("The service answered " + answer.statusCode() + ".");
    if (answer.headers().firstValue("Content-Type").orElse("").contains("json")) {
      JsonNode problem = JSON.readTree(answer.body());
      why.append(' ').append(problem.path("detail").asText());
      for (JsonNode error : problem.path("errors")) {
        why.append("\n  ")
            .append(error.path("field").asText())
            .append(' ')
            .append(error.path("message").asText());
      }
    }
    return why.toString();
  }

  @Override
  public void close() {
    client.close();
  }
}
