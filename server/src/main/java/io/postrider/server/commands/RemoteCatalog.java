package io.postrider.server.commands;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.config.StartException;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.Json;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What a running service tells by its admin API. Belongs to one thread. */
final class RemoteCatalog implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final String address;
  private final String token;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();

  RemoteCatalog(String address, String token) {
    this.address = address.replaceAll("/+$", "");
    this.token = token;
  }

  /** All items of a list, page after page. */
  List<JsonNode> all(String path) {
    List<JsonNode> items = new ArrayList<>();
    String page = path + "?limit=200";
    while (!page.isEmpty()) {
      JsonNode answer = read(page);
      answer.path("data").forEach(items::add);
      String next = answer.path("next").isTextual() ? answer.path("next").asText() : "";
      page =
          next.isEmpty()
              ? ""
              : path + "?limit=200&cursor=" + URLEncoder.encode(next, StandardCharsets.UTF_8);
    }
    return items;
  }

  /** What the role of the token is: {@code viewer}, {@code editor} or {@code admin}. */
  String role() {
    return read("/api/session").path("role").asText();
  }

  /** What is at a path. */
  JsonNode read(String path) {
    return ask("GET", path);
  }

  /** Orders what is at a path, without a body. */
  JsonNode order(String path) {
    return ask("POST", path);
  }

  private JsonNode ask(String method, String path) {
    try {
      HttpResponse<byte[]> answer =
          client.send(
              HttpRequest.newBuilder(URI.create(address + path))
                  .timeout(PATIENCE)
                  .header("Authorization", "Bearer " + token)
                  .method(method, HttpRequest.BodyPublishers.noBody())
                  .build(),
              HttpResponse.BodyHandlers.ofByteArray());
      if (answer.statusCode() != 200 && answer.statusCode() != 202) {
        throw new StartException(
            "%s answers %d%s".formatted(address, answer.statusCode(), why(answer.statusCode())));
      }
      return Json.parse(answer.body());
    } catch (ConnectException nobody) {
      throw new StartException("Nothing answers at %s. Is it running?".formatted(address));
    } catch (IOException | IllegalArgumentException | ApiException away) {
      String why = away.getMessage() == null ? "it broke off." : away.getMessage();
      throw new StartException("The service at %s cannot be read: %s".formatted(address, why));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new StartException("Interrupted.");
    }
  }

  private static String why(int status) {
    return switch (status) {
      case 401 -> ": the token is wrong.";
      case 403 -> ": the token's role may not do this.";
      default -> ".";
    };
  }

  @Override
  public void close() {
    client.close();
  }
}
