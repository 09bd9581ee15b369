package io.postrider.server.ingest;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.postrider.server.RunningServer;
import io.postrider.server.StoredMessage;
import io.postrider.server.http.admin.ApiDocument;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Base of tests of the tracking API: a node with its own folder, and a client that checks every
 * exchange against the OpenAPI document.
 */
abstract class TrackingTests {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final ApiDocument DOCUMENT = ApiDocument.read();
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @TempDir Path folder;
  RunningServer server;
  String writeKey;

  @BeforeEach
  void start() {
    server = RunningServer.start(folder, settings(), time());
    writeKey = server.writeKey();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  Map<String, String> settings() {
    return Map.of();
  }

  InstantSource time() {
    return InstantSource.system();
  }

  /** Stops the node and starts another one on the same folder. */
  void restart() {
    server.close();
    server = RunningServer.start(folder, settings(), time());
  }

  /** Creates a source and returns its write key. */
  String source(String type) {
    String made =
        server.admin("POST", "/api/sources", "{\"name\":\"S\",\"type\":\"" + type + "\"}").body();
    try {
      return MAPPER.readTree(made).path("writeKey").asText();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Changes the first source. */
  void change(String json) {
    try {
      String all = server.admin("GET", "/api/sources", null).body();
      String id = MAPPER.readTree(all).path("data").path(0).path("id").asText();
      server.admin("PATCH", "/api/sources/" + id, json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Posts with the first source's key in the header. */
  Reply post(String path, String json) {
    return post(path, json, "Authorization", RunningServer.basic(writeKey));
  }

  /** Posts with headers, given as name, value, name, value. */
  Reply post(String path, String json, String... headers) {
    return post(path, json.getBytes(StandardCharsets.UTF_8), json, headers);
  }

  /** Posts bytes; {@code sent} is the JSON to check; null for none. */
  Reply post(String path, byte[] body, @Nullable String sent, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(server.uri(path)).POST(BodyPublishers.ofByteArray(body));
    return send(headers.length == 0 ? request : request.headers(headers), sent);
  }

  Reply send(HttpRequest.Builder builder, @Nullable String sent) {
    try {
      HttpRequest request = builder.timeout(Duration.ofSeconds(60)).build();
      Reply reply = new Reply(CLIENT.send(request, BodyHandlers.ofByteArray()));
      String method = request.method();
      if (!method.equals("OPTIONS")) {
        boolean whole = reply.status() == 200 && !reply.text().contains("\"rejected\"");
        DOCUMENT.check(
            method.equals("HEAD") ? "GET" : method,
            request.uri().getPath(),
            whole ? sent : null,
            reply.http());
      }
      return reply;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Stops the node and reads the stored messages. */
  List<StoredMessage> stored() {
    return server.stopAndReadLog();
  }

  static String track(String members) {
    return "{\"type\":\"track\",\"userId\":\"u\",\"event\":\"E\""
        + (members.isEmpty() ? "" : "," + members)
        + "}";
  }

  static String batch(String... items) {
    return "{\"batch\":[" + String.join(",", items) + "]}";
  }

  static byte[] gzip(byte[] plain) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packed.toByteArray();
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
