package io.postrider.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.postrider.server.ChildServer;
import io.postrider.server.StoredMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The real server in a child process, always with the same port and data folder. */
final class Service implements AutoCloseable {

  private static final String ADMIN_TOKEN = "token-of-the-tests-0123456789";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path folder;
  private final String writeKey;
  private final int port;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private ChildServer child;

  private Service(Path folder, ChildServer child) {
    this.folder = folder;
    this.child = child;
    this.writeKey = child.writeKey();
    this.port = child.port();
  }

  /** Starts the server with an empty folder. */
  static Service start(Path folder) {
    return new Service(folder, child(folder, 0));
  }

  private static ChildServer child(Path folder, int port) {
    return ChildServer.start(
        folder,
        Map.of("POSTRIDER_ADMIN_TOKEN", ADMIN_TOKEN),
        "--port=" + port,
        "--delivery.allow-networks=127.0.0.0/8");
  }

  String url() {
    return "http://127.0.0.1:" + port;
  }

  String writeKey() {
    return writeKey;
  }

  /** Kills the server and restarts it. */
  void killAndStart() {
    child.kill();
    child = child(folder, port);
  }

  /** Stops the server and restarts it. */
  void stopAndStart() {
    child.terminate();
    child = child(folder, port);
  }

  /** Makes all writes fail, as on a full disk. */
  void fillDisk() {
    child.command("prlimit", "--fsize=0:", "--pid");
  }

  /** Allows writes again. */
  void freeDisk() {
    child.command("prlimit", "--fsize=unlimited:", "--pid");
  }

  /** Suspends the process: it accepts connections and does not respond. */
  void hang() {
    child.command("kill", "-STOP");
  }

  /** Resumes the suspended process. */
  void resume() {
    child.command("kill", "-CONT");
  }

  /** Stops the server and reads the stored messages. */
  List<StoredMessage> stopAndRead() {
    child.terminate();
    return StoredMessage.readAll(folder);
  }

  /** Connects the first source to a receiver by a destination with the payload {@code full}. */
  void deliverTo(Receiver receiver) {
    JsonNode sources = admin("GET", "/api/sources", "").at("/data");
    String destination =
        JSON.createObjectNode()
            .put("type", "Webhooks")
            .put("name", "Receiver of the tests")
            .put("payload", "full")
            .<com.fasterxml.jackson.databind.node.ObjectNode>set(
                "sources", JSON.createArrayNode().add(sources.at("/0/id").asText()))
            .<com.fasterxml.jackson.databind.node.ObjectNode>set(
                "settings",
                JSON.createObjectNode()
                    .put("sharedSecret", Receiver.SECRET)
                    .set(
                        "webhooks",
                        JSON.createArrayNode()
                            .add(JSON.createObjectNode().put("url", receiver.url()))))
            .toString();
    HttpResponse<String> response = send("POST", "/api/destinations", destination);
    if (response.statusCode() != 201) {
      throw new IllegalStateException(response.statusCode() + " " + response.body());
    }
  }

  /** Limits the messages that the first source may send in a second. */
  void limitRate(String messages) {
    String source = admin("GET", "/api/sources", "").at("/data/0/id").asText();
    String change = "{\"rateLimit\":" + messages + "}";
    HttpResponse<String> response = send("PATCH", "/api/sources/" + source, change);
    if (response.statusCode() != 200) {
      throw new IllegalStateException(response.statusCode() + " " + response.body());
    }
  }

  private JsonNode admin(String method, String path, String body) {
    try {
      return JSON.readTree(send(method, path, body).body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private HttpResponse<String> send(String method, String path, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url() + path))
            .header("Authorization", "Bearer " + ADMIN_TOKEN)
            .header("Content-Type", "application/json")
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build();
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    child.close();
    http.close();
  }
}
