package io.postrider.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/** An HTTP server with scripted responses that records requests. */
final class FakeService implements AutoCloseable {

  /** A received request. */
  record Request(String method, String path, Map<String, String> headers, String body) {

    String header(String name) {
      return headers.getOrDefault(name, "");
    }

    List<JsonNode> messages() {
      try {
        List<JsonNode> messages = new ArrayList<>();
        JSON.readTree(body).path("batch").forEach(messages::add);
        return messages;
      } catch (JsonProcessingException e) {
        throw new IllegalStateException(body, e);
      }
    }

    List<String> ids() {
      return messages().stream().map(message -> message.path("messageId").asText()).toList();
    }
  }

  /** The response to one request. */
  interface Reply {
    void to(HttpExchange exchange) throws IOException;
  }

  private static final JsonMapper JSON = new JsonMapper();
  private static final Reply ACCEPT = status(200, "{\"success\":true}");

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
  private final Deque<Reply> replies = new ConcurrentLinkedDeque<>();
  private final CountDownLatch closing = new CountDownLatch(1);

  FakeService() {
    this(0);
  }

  FakeService(int port) {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  static Reply status(int status, String body, String... headers) {
    return exchange -> {
      for (int i = 0; i < headers.length; i += 2) {
        exchange.getResponseHeaders().set(headers[i], headers[i + 1]);
      }
      byte[] bytes = body.getBytes(UTF_8);
      exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
      exchange.close();
    };
  }

  /** Never responds. */
  Reply silence() {
    return exchange -> await(closing);
  }

  /** Sends the headers of a successful response and a part of its body, then nothing. */
  Reply drip() {
    return exchange -> {
      exchange.sendResponseHeaders(200, 1000);
      exchange.getResponseBody().write('{');
      exchange.getResponseBody().flush();
      await(closing);
    };
  }

  /** Responds when the latch opens. */
  static Reply after(CountDownLatch go) {
    return exchange -> {
      await(go);
      ACCEPT.to(exchange);
    };
  }

  /** Reads the request and closes the connection without a response. */
  static Reply hangUp() {
    return HttpExchange::close;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The responses to the next requests; later requests are accepted. */
  FakeService replies(Reply... next) {
    replies.addAll(List.of(next));
    return this;
  }

  private void handle(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    Map<String, String> headers = new java.util.TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.get(0)));
    requests.add(
        new Request(
            exchange.getRequestMethod(), exchange.getRequestURI().toString(), headers, body));
    Reply reply = replies.poll();
    (reply == null ? ACCEPT : reply).to(exchange);
  }

  String url() {
    return "http://127.0.0.1:" + port();
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** Waits for the next request. */
  Request next() throws InterruptedException {
    return requests.take();
  }

  /** The received requests that the test has not read yet. */
  List<Request> rest() {
    List<Request> rest = new ArrayList<>();
    requests.drainTo(rest);
    return rest;
  }

  @Override
  public void close() {
    closing.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
