package io.postrider.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.server.RunningServer;
import io.postrider.server.http.RawConnection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The memory of request bodies, and requests that are answered before their body. */
final class BodyMemoryTest extends TrackingTests {

  private static final int PART = 100_000;

  @Override
  Map<String, String> settings() {
    return Map.of("http.body-memory", "1MiB");
  }

  @Test
  void halfSentBodiesWithoutAKey_areAnswered429_andLeaveMemoryForOthers() throws IOException {
    List<RawConnection> open = new ArrayList<>();
    try {
      String answer = "";
      for (int i = 0; i < 20 && answer.isEmpty(); i++) {
        RawConnection connection = RawConnection.open(server.port());
        open.add(connection);
        connection.send(head("/v1/batch", "", 500_000) + " ".repeat(PART));
        if (i >= 10) {
          answer = connection.answer();
        }
      }
      assertThat(answer)
          .startsWith("HTTP/1.1 429")
          .contains("Retry-After: 1\r\n")
          .contains("\"code\":\"too_many_requests\"");
      assertThat(taken()).isBetween(1L, 1L << 19);

      // a request with a key is accepted meanwhile
      post("/v1/track", track("\"messageId\":\"m\"")).isSuccess();
    } finally {
      for (RawConnection connection : open) {
        connection.close();
      }
    }
    await().until(() -> taken() == 0);
    assertThat(stored()).hasSize(1);
  }

  @Test
  void connectionAnswered429_isUsable() throws IOException {
    String body = track("");
    try (RawConnection holder = RawConnection.open(server.port());
        RawConnection client = RawConnection.open(server.port())) {
      holder.send(head("/v1/batch", key(), 512_000) + " ".repeat(500_000));
      await().until(() -> taken() >= 500_000);
      client.send(head("/v1/batch", "", 300_000) + " ".repeat(PART));
      assertThat(client.answer()).startsWith("HTTP/1.1 429");
      client.send(" ".repeat(200_000));
      assertThat(client.send(head("/v1/track", key(), body.length()) + body).answer())
          .startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void unknownKey_isAnsweredBeforeTheBody_andTheConnectionIsUsable() throws IOException {
    String body = track("");
    try (RawConnection client = RawConnection.open(server.port())) {
      String unknown = "Authorization: " + RunningServer.basic("nobody") + "\r\n";
      assertThat(client.send(head("/v1/batch", unknown, 400_000)).answer())
          .startsWith("HTTP/1.1 401")
          .contains("\"code\":\"invalid_write_key\"");
      client.send(" ".repeat(400_000));
      String malformed = "Authorization: Basic ???\r\n";
      assertThat(client.send(head("/v1/batch", malformed, 10)).answer()).startsWith("HTTP/1.1 401");
      client.send(" ".repeat(10));
      assertThat(client.send(head("/v1/track", key(), body.length()) + body).answer())
          .startsWith("HTTP/1.1 200");
    }
    assertThat(taken()).isZero();
  }

  @Test
  void endlessBodyBehindA401_isDisconnected() throws IOException {
    try (RawConnection client = RawConnection.open(server.port())) {
      String unknown = "Authorization: " + RunningServer.basic("nobody") + "\r\n";
      client.send(head("/v1/batch", unknown, Integer.MAX_VALUE));
      assertThat(client.answer()).startsWith("HTTP/1.1 401");
      byte[] part = new byte[1 << 20];
      int sent = 0;
      try {
        while (sent < 64) {
          client.send(part);
          sent++;
        }
      } catch (IOException reset) {
        assertThat(sent).isGreaterThanOrEqualTo(BodyBuffer.MAX_READ >> 20);
      }
      assertThat(sent).isLessThan(64);
    }
  }

  @Test
  void libraryMetrics_needNoKeyAndNoMemory() throws IOException {
    try (RawConnection client = RawConnection.open(server.port())) {
      String unknown = "Authorization: " + RunningServer.basic("nobody") + "\r\n";
      client.send(head("/v1/m", unknown, 2_000_000) + " ".repeat(1_500_000));
      await().until(client::isSilent);
      assertThat(taken()).isZero();
      assertThat(client.send(" ".repeat(500_000)).answer()).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void adminBodies_shareTheMemory() throws IOException {
    try (RawConnection holder = RawConnection.open(server.port());
        RawConnection client = RawConnection.open(server.port())) {
      holder.send(head("/v1/batch", key(), 512_000) + " ".repeat(500_000));
      await().until(() -> taken() >= 500_000);
      client.send(head("/api/session", "Content-Type: application/json\r\n", 60_000));
      assertThat(client.send(" ".repeat(50_000)).answer())
          .startsWith("HTTP/1.1 429")
          .contains("Retry-After: 1\r\n")
          .contains("urn:postrider:problem:too-many-requests");
    }
    await().until(() -> taken() == 0);
  }

  private long taken() {
    String metrics = server.get("/metrics").body();
    return metrics
        .lines()
        .filter(line -> line.startsWith("postrider_body_memory_bytes "))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(line.indexOf(' '))))
        .findFirst()
        .orElseThrow();
  }

  private String key() {
    return "Authorization: " + RunningServer.basic(writeKey) + "\r\n";
  }

  private static String head(String path, String headers, int length) {
    return "POST %s HTTP/1.1\r\nHost: x\r\n%sContent-Length: %d\r\n\r\n"
        .formatted(path, headers, length);
  }
}
