package io.postrider.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.postrider.client.webhook.Signature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A webhook receiver that verifies signatures and records messages by message ID. */
final class Receiver implements AutoCloseable {

  static final String SECRET = "secret of the tests";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newFixedThreadPool(4);
  private final Map<String, List<JsonNode>> messages = new ConcurrentHashMap<>();
  private final List<String> unsigned = new CopyOnWriteArrayList<>();

  Receiver() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/hook", this::receive);
    server.setExecutor(threads);
    server.start();
  }

  private void receive(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    if (!Signature.verify(SECRET, body, exchange.getRequestHeaders().getFirst("X-Signature"))) {
      unsigned.add(new String(body, UTF_8));
    }
    JsonNode message = new ObjectMapper().readTree(body);
    messages
        .computeIfAbsent(message.path("messageId").asText(), id -> new CopyOnWriteArrayList<>())
        .add(message);
    exchange.sendResponseHeaders(200, -1);
    exchange.close();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/hook";
  }

  /** The received messages by message ID; more than one if a delivery was repeated. */
  Map<String, List<JsonNode>> messages() {
    return messages;
  }

  /** The bodies without a valid signature. */
  List<String> unsigned() {
    return unsigned;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
