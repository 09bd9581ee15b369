package io.postrider.server.tracing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ObjIntConsumer;
import java.util.zip.GZIPInputStream;

/** A collector that takes OTLP over HTTP and decodes what tests look at. */
public final class FakeCollector implements AutoCloseable {

  /**
   * An exported span.
   *
   * @param parent the ID of its parent; empty for a root
   * @param kind 2 for a server, 3 for a client
   * @param links the IDs of linked spans
   * @param status 2 for an error
   */
  public record Exported(
      String trace,
      String id,
      String parent,
      String name,
      int kind,
      Map<String, String> attributes,
      List<String> links,
      int status) {}

  private final HttpServer server;
  private final List<Exported> spans = new CopyOnWriteArrayList<>();
  private final List<Map<String, String>> resources = new CopyOnWriteArrayList<>();
  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private volatile int status = 200;
  private volatile int requests;

  private FakeCollector(HttpServer server) {
    this.server = server;
  }

  /** Listens on a free port. */
  public static FakeCollector open() {
    return open(0);
  }

  public static FakeCollector open(int port) {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port), 0);
      FakeCollector collector = new FakeCollector(server);
      server.createContext("/v1/traces", collector::take);
      server.start();
      return collector;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int port() {
    return server.getAddress().getPort();
  }

  public String url() {
    return "http://127.0.0.1:" + port();
  }

  /** Answers with a status from now on. */
  public void answer(int with) {
    status = with;
  }

  public int requests() {
    return requests;
  }

  public List<Exported> spans() {
    return List.copyOf(spans);
  }

  public List<Map<String, String>> resources() {
    return List.copyOf(resources);
  }

  /** All that was sent, as far as it is text. */
  public String text() {
    return String.join("\n", bodies);
  }

  private synchronized void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      requests++;
      byte[] body = new GZIPInputStream(exchange.getRequestBody()).readAllBytes();
      if (status == 200) {
        bodies.add(new String(body, UTF_8));
        each(body, (field, number) -> resourceSpans(field));
      }
      exchange.sendResponseHeaders(status, -1);
    }
  }

  private void resourceSpans(ByteBuffer message) {
    each(
        message,
        (field, number) -> {
          if (number == 1) {
            resources.add(attributes(field, 1));
          } else if (number == 2) {
            each(field, (span, of) -> addIf(of == 2, span));
          }
        });
  }

  private void addIf(boolean isSpan, ByteBuffer message) {
    if (isSpan) {
      spans.add(span(message));
    }
  }

  private static Exported span(ByteBuffer message) {
    String[] texts = {"", "", "", "", ""};
    int[] numbers = new int[2];
    List<String> links = new ArrayList<>();
    Map<String, String> attributes = attributes(message.duplicate().order(message.order()), 9);
    each(
        message,
        (field, number) -> {
          switch (number) {
            case 1, 2, 4 -> texts[number] = hex(field);
            case 5 -> texts[0] = text(field);
            case 6 -> numbers[0] = (int) field.getLong();
            case 13 -> each(field, (id, of) -> addLink(links, id, of));
            case 15 ->
                each(field, (code, of) -> numbers[1] = of == 3 ? (int) code.getLong() : numbers[1]);
            default -> {}
          }
        });
    return new Exported(
        texts[1], texts[2], texts[4], texts[0], numbers[0], attributes, links, numbers[1]);
  }

  private static void addLink(List<String> links, ByteBuffer id, int number) {
    if (number == 2) {
      links.add(hex(id));
    }
  }

  private static Map<String, String> attributes(ByteBuffer message, int at) {
    Map<String, String> attributes = new TreeMap<>();
    each(
        message,
        (entry, number) -> {
          if (number == at) {
            String[] pair = {"", ""};
            each(entry, (part, of) -> pair[of - 1] = of == 1 ? text(part) : value(part));
            attributes.put(pair[0], pair[1]);
          }
        });
    return attributes;
  }

  private static String value(ByteBuffer any) {
    String[] value = {""};
    each(any, (part, of) -> value[0] = of == 1 ? text(part) : Long.toString(part.getLong()));
    return value[0];
  }

  private static String text(ByteBuffer bytes) {
    return UTF_8.decode(bytes).toString();
  }

  private static String hex(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.get(copy);
    return HexFormat.of().formatHex(copy);
  }

  private static void each(byte[] message, ObjIntConsumer<ByteBuffer> field) {
    each(ByteBuffer.wrap(message), field);
  }

  /** Reads the fields of a message: each as its bytes, or a number as eight bytes. */
  private static void each(ByteBuffer message, ObjIntConsumer<ByteBuffer> field) {
    message.order(ByteOrder.LITTLE_ENDIAN);
    while (message.hasRemaining()) {
      long tag = varint(message);
      int type = (int) (tag & 7);
      ByteBuffer content =
          switch (type) {
            case 0 -> number(varint(message));
            case 1 -> number(message.getLong());
            case 2 -> slice(message, (int) varint(message));
            case 5 -> number(message.getInt());
            default -> throw new IllegalArgumentException("a field of type " + type);
          };
      field.accept(content, (int) (tag >>> 3));
    }
  }

  private static ByteBuffer slice(ByteBuffer message, int length) {
    ByteBuffer slice = message.slice(message.position(), length);
    message.position(message.position() + length);
    return slice;
  }

  private static ByteBuffer number(long value) {
    return ByteBuffer.allocate(Long.BYTES).putLong(0, value);
  }

  private static long varint(ByteBuffer message) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = message.get();
      value |= (long) (next & 0x7F) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
