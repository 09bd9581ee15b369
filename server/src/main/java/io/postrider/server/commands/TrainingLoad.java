package io.postrider.server.commands;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sends calls to the service on this machine, as fast as it answers: each connection sends the next
 * request when it has the answer to the last. Plain sockets, because an HTTP client would need more
 * of the processors than the service.
 */
final class TrainingLoad {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final String LENGTH = "content-length:";

  private final int port;
  private final String authorization;
  private final AtomicLong messages = new AtomicLong();

  TrainingLoad(int port, String writeKey) {
    this.port = port;
    this.authorization =
        "Basic " + Base64.getEncoder().encodeToString((writeKey + ":").getBytes(UTF_8));
  }

  /**
   * Sends requests.
   *
   * @param batch the messages of a request; 0 for single calls
   * @param requests how many, of all connections together
   * @param longest when to end with fewer
   */
  void send(int connections, int batch, long requests, Duration longest)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + longest.toNanos();
    AtomicLong left = new AtomicLong(requests);
    try (ExecutorService threads = Executors.newFixedThreadPool(connections)) {
      List<Future<?>> callers = new ArrayList<>();
      for (int i = 0; i < connections; i++) {
        callers.add(threads.submit(() -> call(batch, left, end)));
      }
      for (Future<?> caller : callers) {
        caller.get(longest.plus(TIMEOUT).toSeconds(), TimeUnit.SECONDS);
      }
    } catch (ExecutionException | TimeoutException failure) {
      throw new IOException("Cannot send calls: " + failure.getMessage(), failure);
    }
  }

  private Void call(int batch, AtomicLong left, long end) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout((int) TIMEOUT.toMillis());
      InputStream in = new BufferedInputStream(socket.getInputStream());
      while (left.getAndDecrement() > 0 && System.nanoTime() - end < 0) {
        socket.getOutputStream().write(request(batch));
        requireSuccess(in);
      }
    }
    return null;
  }

  private byte[] request(int batch) {
    StringBuilder body = new StringBuilder();
    if (batch == 0) {
      message(body);
    } else {
      body.append("{\"batch\":[");
      for (int i = 0; i < batch; i++) {
        message(body.append(i == 0 ? "" : ","));
      }
      body.append("]}");
    }
    String path = batch == 0 ? "/v1/track" : "/v1/batch";
    return """
    POST %s HTTP/1.1\r
    Host: 127.0.0.1\r
    Authorization: %s\r
    Content-Type: application/json\r
    Content-Length: %d\r
    \r
    %s\
    """
        .formatted(path, authorization, body.length(), body)
        .getBytes(ISO_8859_1);
  }

  /** A call such as a library of a web server sends, of about 500 bytes. */
  private void message(StringBuilder body) {
    long number = messages.incrementAndGet();
    body.append("{\"type\":\"track\",\"messageId\":\"training-")
        .append(number)
        .append("\",\"userId\":\"user-")
        .append(number % 5_000)
        .append("\",\"event\":\"Order Completed\",\"timestamp\":\"2026-01-01T12:00:00.000Z\",")
        .append("\"context\":{\"library\":{\"name\":\"analytics-node\",\"version\":\"2.1.0\"},")
        .append("\"ip\":\"203.0.113.7\",\"locale\":\"en-US\",\"page\":{\"path\":\"/cart\",")
        .append("\"url\":\"https://shop.example/cart\"}},\"properties\":{\"orderId\":\"")
        .append(number)
        .append("\",\"total\":99.5,\"currency\":\"EUR\",\"coupon\":null,\"first\":true,")
        .append("\"products\":[{\"sku\":\"a-1\",\"quantity\":2,\"price\":40},")
        .append("{\"sku\":\"b-2\",\"quantity\":1,\"price\":19.5}]}}");
  }

  private static void requireSuccess(InputStream in) throws IOException {
    String status = line(in);
    int length = 0;
    for (String header = line(in); !header.isEmpty(); header = line(in)) {
      if (header.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
        length = Integer.parseInt(header.substring(LENGTH.length()).strip());
      }
    }
    in.skipNBytes(length);
    if (!status.startsWith("HTTP/1.1 200")) {
      throw new IOException("The service answered " + status);
    }
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("The service closed the connection.");
      }
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }
}
