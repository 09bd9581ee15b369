package io.postrider.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.postrider.server.RunningServer;
import io.postrider.server.http.RawConnection;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Slow and malicious clients, on real sockets. */
@Tag("slow")
final class TrackingApiHostileTest extends TrackingTests {

  private static final String HIDDEN = "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n";

  /** A request whose body does not come yet; the server asks for it. */
  private static final String BEGUN =
      "POST /v1/track HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n";

  private static final int MAX_HEADERS = 100;
  private static final String CHUNKED = "Transfer-Encoding: chunked\r\n";

  private volatile Instant now = Instant.parse("2026-03-01T12:00:00Z");

  @Override
  InstantSource time() {
    return () -> now;
  }

  @Test
  void ambiguousRequests_areRefused_andTheConnectionCloses() throws IOException {
    String body = track("");
    String length = "Content-Length: " + body.length() + "\r\n";
    String chunks = Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n";
    Map<String, String> shapes = new LinkedHashMap<>();
    shapes.put("two lengths", request(length + "Content-Length: 3\r\n", body));
    shapes.put("one length twice", request(length + length, body));
    shapes.put("a list of lengths", request("Content-Length: 3, 3\r\n", body));
    shapes.put("a length and chunks", request(length + CHUNKED, chunks));
    shapes.put("chunks and a length", request(CHUNKED + length, chunks));
    shapes.put("a negative length", request("Content-Length: -1\r\n", body));
    shapes.put("a signed length", request("Content-Length: +" + body.length() + "\r\n", body));
    shapes.put("a hexadecimal length", request("Content-Length: 0x10\r\n", body));
    shapes.put("an empty length", request("Content-Length: \r\n", body));
    shapes.put("a length over 64 bits", request("Content-Length: 99999999999999999999\r\n", body));
    shapes.put("a space before the colon", request("Content-Length : 3\r\n", body));
    for (String coding :
        new String[] {
          "xchunked",
          "identity",
          "gzip, chunked",
          "chunked, identity",
          "chunked, chunked",
          "\u000bchunked",
          "\"chunked\"",
          "",
          "chunked\r\nTransfer-Encoding: identity",
          "chunked\r\nTransfer-Encoding: chunked"
        }) {
      shapes.put("coding " + coding, request("Transfer-Encoding: " + coding + "\r\n", chunks));
    }
    shapes.put("chunks in 1.0", request(CHUNKED, chunks).replace("HTTP/1.1", "HTTP/1.0"));
    for (String size : new String[] {"fffffffffffffffff", "-1", "+5", "0x5", "zz", "", "5 5"}) {
      shapes.put("chunk size " + size, request(CHUNKED, size + "\r\nabcde\r\n0\r\n\r\n"));
    }
    shapes.put("a chunk longer than its size", request(CHUNKED, "3\r\nabcdef\r\n0\r\n\r\n"));
    shapes.put("line feeds between chunks", request(CHUNKED, chunks.replace("\r\n", "\n")));
    shapes.put("line feeds between lines", request(length, body).replace("\r\n", "\n"));
    shapes.put("a line feed in a header", request("A: b\n" + CHUNKED + length, body));
    shapes.put("a carriage return in a header", request("A: b\r" + CHUNKED + length, body));
    shapes.put("a zero byte", request("A: b\u0000\r\n" + length, body));
    shapes.put("a header without a colon", request("Ab\r\n" + length, body));
    shapes.put("a header without a name", request(": b\r\n" + length, body));
    shapes.put("two hosts", request("Host: y\r\n" + length, body));
    shapes.put("no host", request(length, body).replace("Host: x\r\n", ""));
    shapes.put("no path", request(length, body).replace("/v1/track", "*"));
    shapes.put("no version", "POST /v1/track\r\n\r\n");
    for (Map.Entry<String, String> shape : shapes.entrySet()) {
      try (RawConnection connection = RawConnection.open(server.port())) {
        String answer = connection.send(shape.getValue() + HIDDEN).toEnd();
        assertThat(answer).as(shape.getKey()).matches("(?s)HTTP/1\\.[01] 400 .*");
        assertOne(answer, shape.getKey());
      }
    }
    assertThat(stored()).isEmpty();
  }

  @Test
  void brokenBodyForTheAdminApi_isA400() throws IOException {
    String head =
        "POST /api/sources HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
            + RunningServer.ADMIN_TOKEN
            + "\r\n"
            + CHUNKED
            + "\r\n";
    try (RawConnection connection = RawConnection.open(server.port())) {
      assertThat(connection.send(head + "zz\r\n\r\n" + HIDDEN).toEnd())
          .doesNotContain(" 500 ")
          .doesNotContain(" 200 ");
    }
  }

  @Test
  void otherHttpVersions_areRefused() throws IOException {
    for (String version : new String[] {"HTTP/1.2", "HTTP/1.9", "HTTP/2.0", "HTTP/3"}) {
      assertThat(endOf(request("", "").replace("HTTP/1.1", version))).contains(" 505 ");
    }
  }

  @Test
  void foldedHeaders_areRefused() throws IOException {
    for (String header : new String[] {"A: b\r\n c\r\n", "A: b\r\n\tc\r\n", "A: b\r\n \r\n"}) {
      assertThat(endOf(request(header, ""))).contains(" 400 ").contains("continues");
    }
    assertThat(endOf("POST /v1/track HTTP/1.1\r\n Host: x\r\n\r\n")).contains(" 400 ");
  }

  @Test
  void expectationsThatCannotBeMet_areRefused() throws IOException {
    String length = "Content-Length: 5\r\n";
    for (String headers :
        new String[] {
          length + "Expect: 200-ok\r\n",
          length + "Expect: \r\n",
          length + "Expect: 100-continue, 200-ok\r\n",
          length + "Expect: 100-continue\r\nExpect: 100-continue\r\n",
          "Content-Length: 8388609\r\nExpect: 100-continue\r\n",
        }) {
      assertThat(endOf(request(headers, ""))).as(headers).contains(" 417 ").doesNotContain(" 100 ");
    }
  }

  @Test
  void largeChunkExtensionsAndTrailers_areRefused() throws IOException {
    String last = "2\r\n{}\r\n0\r\n";
    for (String chunks :
        new String[] {
          "2;a=" + "b".repeat(9_000) + "\r\n{}\r\n0\r\n\r\n",
          last + "A: " + "a".repeat(17_000) + "\r\n\r\n",
          last + "A: a\r\n".repeat(MAX_HEADERS) + "\r\n",
        }) {
      assertThat(endOf(request(CHUNKED, chunks))).contains(" 400 ");
    }
  }

  @Test
  void manyHeaders_areRefused() throws IOException {
    String most = "A: a\r\n".repeat(MAX_HEADERS - 2) + "Connection: close\r\n";
    try (RawConnection connection = RawConnection.open(server.port())) {
      assertThat(connection.send(HIDDEN.replace("\r\n\r\n", "\r\n" + most + "\r\n")).toEnd())
          .contains(" 200 ");
    }
    assertThat(endOf(request(most + "B: b\r\n", ""))).contains(" 431 ").contains("too many");
  }

  @Test
  void largeHeads_areRefused() throws IOException {
    String longLine = "GET /v1/" + "a".repeat(9_000) + " HTTP/1.1\r\nHost: x\r\n\r\n";
    assertThat(endOf(longLine)).contains(" 414 ");
    String longHeader = "GET /v1/t HTTP/1.1\r\nA: " + "a".repeat(17_000) + "\r\n\r\n";
    assertThat(endOf(longHeader)).contains(" 431 ");
    String manyHeaders = "GET /v1/t HTTP/1.1\r\n" + "A: a\r\n".repeat(8_000) + "\r\n";
    assertThat(endOf(manyHeaders)).contains(" 431 ");
  }

  @Test
  void drippingHead_isDisconnected() throws IOException {
    try (RawConnection connection = RawConnection.open(server.port())) {
      assertThat(connection.send(HIDDEN).answer()).startsWith("HTTP/1.1 200");
      connection.send("POST /v1/track HT");
      now = now.plusSeconds(40);
      connection.send("TP/1.1\r\nHo");
      now = now.plusSeconds(40);
      assertThat(connection.toEnd()).isEmpty();
    }
  }

  @Test
  void drippingBody_isDisconnected() throws IOException {
    try (RawConnection connection = RawConnection.open(server.port())) {
      String head = "Content-Length: 100\r\nExpect: 100-continue\r\n";
      assertThat(connection.send(request(head, "")).answer()).startsWith("HTTP/1.1 100");
      connection.send("{\"userId\":");
      now = now.plusSeconds(31);
      assertThat(connection.toEnd()).isEmpty();
    }
  }

  @Test
  void connectionAnsweredBeforeItsBody_isDisconnected() throws IOException {
    try (RawConnection connection = RawConnection.open(server.port())) {
      String early = "POST /api/sources HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nabcde";
      assertThat(connection.send(early).answer()).startsWith("HTTP/1.1 401");
      // the body has ended for sure once a second request is answered
      assertThat(connection.send(early).answer()).startsWith("HTTP/1.1 401");
      now = now.plusSeconds(80);
      assertThat(connection.toEnd()).isEmpty();
    }
  }

  @Test
  void busyConnection_isNotDisconnected() throws IOException {
    try (RawConnection idle = RawConnection.open(server.port());
        RawConnection busy = RawConnection.open(server.port())) {
      idle.send(HIDDEN).answer();
      busy.send(HIDDEN).answer();
      now = now.plusSeconds(70);
      assertThat(busy.send(HIDDEN).answer()).startsWith("HTTP/1.1 200");
      now = now.plusSeconds(10);
      assertThat(idle.toEnd()).isEmpty();
      assertThat(busy.send(HIDDEN).answer()).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void expectContinue_isAnswered() throws IOException {
    String body = track("");
    try (RawConnection connection = RawConnection.open(server.port())) {
      String head =
          "Content-Length: "
              + body.length()
              + "\r\nExpect: 100-continue\r\nAuthorization: "
              + RunningServer.basic(writeKey)
              + "\r\n";
      assertThat(connection.send(request(head, "")).answer()).startsWith("HTTP/1.1 100");
      assertThat(connection.send(body).answer()).startsWith("HTTP/1.1 200");
    }
    assertThat(stored()).hasSize(1);
  }

  @Test
  void pipelinedRequests_areAnsweredInOrder() throws IOException {
    String key = "Authorization: " + RunningServer.basic(writeKey) + "\r\n";
    String good = track("");
    String keep = request(key + "Content-Length: " + good.length() + "\r\n", good);
    String refuse = request(key + "Content-Length: 1\r\n", "{");
    String preflight = "OPTIONS /v1/t HTTP/1.1\r\nHost: x\r\n\r\n";
    try (RawConnection connection = RawConnection.open(server.port())) {
      connection.send((keep + refuse + HIDDEN + preflight).repeat(250));
      for (int i = 0; i < 250; i++) {
        assertThat(connection.answer()).startsWith("HTTP/1.1 200").endsWith("{\"success\":true}");
        assertThat(connection.answer()).startsWith("HTTP/1.1 400");
        assertThat(connection.answer()).startsWith("HTTP/1.1 200").endsWith("\"live\"}");
        assertThat(connection.answer()).startsWith("HTTP/1.1 204");
      }
    }
    assertThat(stored()).hasSize(250);
  }

  @Test
  void disconnectedPeers_doNoHarm() throws IOException {
    String good = track("");
    String key = "Authorization: " + RunningServer.basic(writeKey) + "\r\n";
    String whole = request(key + "Content-Length: " + good.length() + "\r\n", good);
    for (int i = 0; i < 50; i++) {
      RawConnection connection = RawConnection.open(server.port());
      connection.send(i % 2 == 0 ? whole : whole.substring(0, whole.length() - 1 - i));
      connection.reset();
    }
    post("/v1/track", good).isSuccess();
  }

  @Test
  void endlessBody_isDisconnected() throws IOException {
    byte[] chunk = utf8("10000\r\n" + "x".repeat(0x10000) + "\r\n");
    try (RawConnection connection = RawConnection.open(server.port())) {
      connection.send(request(CHUNKED, ""));
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 1_024; i++) {
                  connection.send(chunk);
                }
              })
          .isInstanceOf(IOException.class);
    }
    assertThat(server.get("/metrics").body())
        .contains("postrider_rejected_messages_total{code=\"batch_too_large\",source=\"\"} 1.0");
  }

  @Test
  void connections_areBounded() throws IOException {
    server.close();
    server = RunningServer.start(folder, Map.of("http.max-connections", "2"), time());
    try (RawConnection first = RawConnection.open(server.port());
        RawConnection second = RawConnection.open(server.port())) {
      assertThat(first.send(BEGUN).answer()).startsWith("HTTP/1.1 100");
      assertThat(second.send(BEGUN).answer()).startsWith("HTTP/1.1 100");
      assertThat(isRefused(server.port())).isTrue();
      assertThat(first.send("{}").answer()).startsWith("HTTP/1.1 4");
      assertThat(second.send("{}").answer()).startsWith("HTTP/1.1 4");
    }
    await()
        .until(
            () -> {
              try (RawConnection next = RawConnection.open(server.port())) {
                return next.send(HIDDEN.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"))
                    .toEnd()
                    .startsWith("HTTP/1.1 200");
              }
            });
  }

  private static boolean isRefused(int port) throws IOException {
    try (RawConnection connection = RawConnection.open(port)) {
      return !isServed(connection);
    }
  }

  /** Whoever holds connections and sends nothing locks nobody out. */
  @Test
  void idleConnection_givesWayToANewOne() throws IOException {
    server.close();
    server =
        RunningServer.start(
            folder, Map.of("http.max-connections", "2", "http.event-loops", "1"), time());
    try (RawConnection busy = RawConnection.open(server.port());
        RawConnection idle = RawConnection.open(server.port())) {
      assertThat(busy.send(BEGUN).answer()).startsWith("HTTP/1.1 100");
      assertThat(idle.send(HIDDEN).answer()).startsWith("HTTP/1.1 200");
      for (int i = 0; i < 20; i++) {
        try (RawConnection next = RawConnection.open(server.port())) {
          assertThat(next.send(HIDDEN).answer()).startsWith("HTTP/1.1 200");
        }
      }
      assertThat(idle.toEnd()).isEmpty();
      assertThat(busy.send("{}").answer()).startsWith("HTTP/1.1 4");
    }
  }

  @Test
  void burstOfConnections_isAcceptedAFewAtATime_andAcceptingResumes() throws IOException {
    server.close();
    server = RunningServer.start(folder, Map.of("http.max-connections", "2"), time());
    List<RawConnection> burst = new ArrayList<>();
    try (RawConnection first = RawConnection.open(server.port())) {
      assertThat(first.send(BEGUN).answer()).startsWith("HTTP/1.1 100");
      for (int i = 0; i < 100; i++) {
        burst.add(RawConnection.open(server.port()));
      }
      // new ones replace idle ones; the one with a request under way stays
      int served = 0;
      for (RawConnection connection : burst) {
        served += isServed(connection) ? 1 : 0;
      }
      assertThat(served).isPositive();
      assertThat(first.send("{}").answer()).startsWith("HTTP/1.1 4");
    } finally {
      for (RawConnection connection : burst) {
        connection.close();
      }
    }
    await()
        .until(
            () -> {
              try (RawConnection next = RawConnection.open(server.port())) {
                return isServed(next);
              }
            });
  }

  private static boolean isServed(RawConnection connection) {
    try {
      return connection.send(HIDDEN).answer().startsWith("HTTP/1.1 200");
    } catch (IOException closed) {
      return false;
    }
  }

  private String endOf(String request) throws IOException {
    try (RawConnection connection = RawConnection.open(server.port())) {
      String answer = connection.send(request + HIDDEN).toEnd();
      assertOne(answer, "a large head");
      return answer;
    }
  }

  private static String request(String headers, String body) {
    return "POST /v1/track HTTP/1.1\r\nHost: x\r\n" + headers + "\r\n" + body;
  }

  /** One error response with Connection: close. */
  private static void assertOne(String answer, String shape) {
    assertThat(answer.split("HTTP/1\\.[01] ", -1)).as(shape).hasSize(2);
    assertThat(answer)
        .as(shape)
        .contains("{\"success\":false,\"code\":\"invalid_request\",\"message\":\"")
        .containsIgnoringCase("connection: close")
        .contains("Content-Type: application/json");
  }
}
