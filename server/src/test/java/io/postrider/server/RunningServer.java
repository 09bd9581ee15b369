package io.postrider.server;

import io.postrider.route.Source;
import io.postrider.server.config.Config;
import io.postrider.server.config.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A node in this process, on a port of its own, and a client to talk to it. */
public final class RunningServer implements AutoCloseable {

  /** The admin token of every server that tests start. */
  public static final String ADMIN_TOKEN = "token-of-the-tests-0123456789";

  private final Path folder;
  private final Server server;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private RunningServer(Path folder, Server server) {
    this.folder = folder;
    this.server = server;
  }

  /** Starts a node on a folder with settings beside the usual ones. */
  public static RunningServer start(Path folder, Map<String, String> settings) {
    return start(folder, settings, InstantSource.system());
  }

  /** Starts a node that lives in a time of the test's own. */
  public static RunningServer start(Path folder, Map<String, String> settings, InstantSource time) {
    Map<String, String> flags = new LinkedHashMap<>();
    flags.put("http.host", "127.0.0.1");
    flags.put("http.port", "0");
    flags.put("http.event-loops", "2");
    flags.put("data.dir", folder.toString());
    flags.put("admin.token", ADMIN_TOKEN);
    flags.put("log.segment-size", "16MiB");
    flags.putAll(settings);
    Config config = Config.of(Settings.load(null, Map.of(), flags));
    return new RunningServer(folder, Server.start(config, time));
  }

  public int port() {
    return server.port();
  }

  public Path folder() {
    return folder;
  }

  /** The write key of the source that the first start made. */
  public String writeKey() {
    return server.firstSource().map(Source::writeKey).orElseThrow().value();
  }

  public URI uri(String path) {
    return URI.create("http://127.0.0.1:" + server.port() + path);
  }

  /** Posts to the tracking API with the first source's key. */
  public HttpResponse<String> track(String path, String json) {
    return post(path, json.getBytes(StandardCharsets.UTF_8), "Authorization", basic(writeKey()));
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

  public HttpResponse<String> get(String path) {
    return send(HttpRequest.newBuilder(uri(path)).GET());
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

  public static String basic(String writeKey) {
    byte[] credentials = (writeKey + ":").getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(credentials);
  }

  /** Stops the node. */
  public void stop() {
    server.close();
  }

  /** Stops the node and reads what its log holds. */
  public List<KeptMessage> stopAndReadLog() {
    server.close();
    return KeptMessage.readAll(folder);
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
