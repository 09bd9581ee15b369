package io.postrider.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A client of Server-Sent Events. */
final class EventSource implements AutoCloseable {

  /** An event; {@code end} reports how the stream ended. */
  record Event(String name, String data) {

    JsonNode json() {
      return TestNode.parse(data);
    }
  }

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final HttpResponse<InputStream> response;

  private EventSource(RunningServer server, String path, String header, String value)
      throws Exception {
    HttpRequest request = HttpRequest.newBuilder(server.uri(path)).header(header, value).build();
    response = client.send(request, BodyHandlers.ofInputStream());
  }

  /** Opens a stream; it has begun when this returns. */
  static EventSource open(RunningServer server, String path) throws Exception {
    return open(server, path, RunningServer.ADMIN_TOKEN);
  }

  /** Opens a stream with a token. */
  static EventSource open(RunningServer server, String path, String token) throws Exception {
    return begin(new EventSource(server, path, "Authorization", "Bearer " + token));
  }

  /** Opens a stream with a session. */
  static EventSource withCookie(RunningServer server, String path, String cookie) throws Exception {
    return begin(new EventSource(server, path, "Cookie", cookie));
  }

  private static EventSource begin(EventSource source) throws IOException {
    if (source.response.statusCode() == 200) {
      BufferedReader reader =
          new BufferedReader(new InputStreamReader(source.response.body(), UTF_8));
      reader.readLine();
      reader.readLine();
      Thread.startVirtualThread(() -> source.read(reader));
    }
    return source;
  }

  private void read(BufferedReader reader) {
    try {
      String name = "";
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (line.startsWith("event: ")) {
          name = line.substring(7);
        } else if (line.startsWith("data: ")) {
          events.add(new Event(name, line.substring(6)));
        } else if (line.startsWith(":")) {
          events.add(new Event("comment", line));
        }
      }
      events.add(new Event("end", "complete"));
    } catch (IOException e) {
      events.add(new Event("end", "cut"));
    }
  }

  HttpResponse<InputStream> response() {
    return response;
  }

  Event next() throws InterruptedException {
    Event next = events.poll(60, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("no event came");
    }
    return next;
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
