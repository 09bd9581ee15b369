package io.postrider.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** HTTP requests to a program on this machine, outside of measurements. */
public final class Loopback {
  private static final InetAddress ADDRESS = InetAddress.getLoopbackAddress();

  /** One for all requests: a new one takes longer than some of what is timed. */
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private static final long POLL_NANOS = Duration.ofMillis(2).toNanos();

  private Loopback() {}

  public static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, ADDRESS)) {
      return socket.getLocalPort();
    }
  }

  /** Waits until {@code /health/ready} returns 200; polls every two milliseconds. */
  public static void awaitReady(Child child, int port, Duration timeout) throws IOException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (!isReady(port)) {
      child.requireAlive();
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            "not ready after %s:%n%s".formatted(timeout, child.lastOutput()));
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  public static HttpResponse<String> exchange(HttpRequest request)
      throws IOException, InterruptedException {
    return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
  }

  /** Makes a request to the admin API of the product; throws unless it succeeds. */
  public static JsonNode admin(int port, String token, String method, String path, String json)
      throws IOException, InterruptedException {
    HttpRequest request =
        request(port, path)
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(json))
            .build();
    HttpResponse<String> response = exchange(request);
    if (response.statusCode() >= 300) {
      throw new IllegalStateException(
          "%s %s returned %d: %s".formatted(method, path, response.statusCode(), response.body()));
    }
    return new ObjectMapper().readTree(response.body());
  }

  public static HttpRequest.Builder request(int port, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
        .timeout(Duration.ofSeconds(30));
  }

  public static boolean isReady(int port) {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(5_000);
      socket.connect(new InetSocketAddress(ADDRESS, port));
      String request = "GET /health/ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(ISO_8859_1));
      byte[] start = socket.getInputStream().readNBytes("HTTP/1.1 200".length());
      return new String(start, ISO_8859_1).endsWith(" 200");
    } catch (IOException e) {
      return false; // not listening yet
    }
  }
}
