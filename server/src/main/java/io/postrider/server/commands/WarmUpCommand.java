package io.postrider.server.commands;

import io.postrider.route.Source;
import io.postrider.server.Server;
import io.postrider.server.config.Config;
import io.postrider.server.config.Settings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * Starts the service in a temporary folder, sends it a few messages, and stops it. The build
 * records which classes the JVM loads meanwhile, so that later starts are faster.
 */
@Command(name = "warm-up", hidden = true, description = "Training run of the build.")
public final class WarmUpCommand implements Callable<Integer> {

  private static final int ROUNDS = 50;

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (TemporaryFolder folder = TemporaryFolder.create("postrider-warm-up")) {
      warmUp(folder.path());
    }
    return 0;
  }

  private static void warmUp(Path folder) throws IOException, InterruptedException {
    Map<String, String> flags =
        Map.of(
            "data.dir", folder.toString(),
            "http.host", "127.0.0.1",
            "http.port", "0",
            "log.segment-size", "16MiB");
    Config config = Config.of(Settings.load(null, Map.of(), flags));
    try (Server server = Server.start(config, InstantSource.system());
        HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      String key = server.firstSource().map(Source::writeKey).orElseThrow().value();
      String message = "\"userId\":\"ada\",\"event\":\"Signed Up\",\"properties\":{\"plan\":1.0}}";
      String single = "{\"writeKey\":\"" + key + "\"," + message;
      String batch =
          "{\"writeKey\":\"" + key + "\",\"batch\":[{\"type\":\"track\"," + message + "]}";
      for (int round = 0; round < ROUNDS; round++) {
        post(client, server.port(), "/v1/track", single);
        post(client, server.port(), "/v1/batch", batch);
      }
      for (String path : new String[] {"/", "/health/ready", "/metrics", "/api/sources"}) {
        client.send(
            HttpRequest.newBuilder(uri(server.port(), path)).build(), BodyHandlers.ofString());
      }
    }
  }

  private static void post(HttpClient client, int port, String path, String json)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(uri(port, path)).POST(BodyPublishers.ofString(json)).build();
    int status = client.send(request, BodyHandlers.ofString()).statusCode();
    if (status != 200) {
      throw new IllegalStateException(path + " answered " + status);
    }
  }

  private static URI uri(int port, String path) {
    return URI.create("http://127.0.0.1:" + port + path);
  }
}
