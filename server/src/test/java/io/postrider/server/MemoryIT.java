package io.postrider.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.server.http.RawConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real program with a heap of 128 MiB and default settings, a hundred destinations and
 * profiles, under more load than fits. It must live on, and lose nothing that it accepted.
 */
class MemoryIT {

  private static final int DESTINATIONS = 100;
  private static final int HALF_SENT = 700;
  private static final int HALF_SENT_BESIDE = 300;
  private static final int HALF_BYTES = 400_000;
  private static final int CLIENTS = 100;
  private static final int BATCHES = 2;
  private static final int BATCH = 100;
  private static final int GROWING_BATCHES = 2;

  @TempDir Path folder;

  private MisbehavingReceiver receiver;
  private ChildServer child;
  private String writeKey;

  @BeforeEach
  void start() {
    receiver = MisbehavingReceiver.open();
    child =
        ChildServer.start(folder, Map.of(), "-Xmx128m", "--delivery.allow-networks=127.0.0.0/8");
    writeKey = child.writeKey();
    for (int i = 0; i < DESTINATIONS; i++) {
      child.createDestination(receiver.url(i));
    }
  }

  @AfterEach
  void stop() {
    child.close();
    receiver.close();
  }

  @Test
  void halfSentBodiesWithoutAKey_doNotEndTheProcess() throws Exception {
    close(sendHalf(HALF_SENT));
    Set<String> accepted = ConcurrentHashMap.newKeySet();
    sendAll(0, accepted);
    assertThat(accepted).hasSize(BATCHES * BATCH);
    assertLives();
  }

  @Test
  void manyHonestClientsBesideHalfSentBodies_doNotEndTheProcess_andLoseNothing() throws Exception {
    Set<String> accepted = ConcurrentHashMap.newKeySet();
    List<RawConnection> halfSent = sendHalf(HALF_SENT_BESIDE);
    try (ExecutorService threads = Executors.newFixedThreadPool(CLIENTS)) {
      List<Future<?>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        int client = i;
        clients.add(threads.submit(() -> sendAll(client, accepted)));
      }
      for (Future<?> client : clients) {
        client.get();
      }
    }
    close(halfSent);
    assertLives();
    assertThat(child.terminate()).isZero();
    assertThat(accepted).hasSize(CLIENTS * BATCHES * BATCH);
    assertThat(
            StoredMessage.readAll(folder).stream()
                .map(message -> message.text("messageId"))
                .collect(Collectors.toSet()))
        .containsAll(accepted);
  }

  /** A small body becomes megabytes of records: its context is merged into every message. */
  @Test
  void bodiesThatGrow_doNotEndTheProcess() throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(CLIENTS)) {
      List<Future<?>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        String prefix = i + "-";
        clients.add(
            threads.submit(
                () -> {
                  for (int batch = 0; batch < GROWING_BATCHES; batch++) {
                    boolean _ = isAccepted(growing(prefix + batch + "-"));
                  }
                }));
      }
      for (Future<?> client : clients) {
        client.get();
      }
    }
    Set<String> accepted = ConcurrentHashMap.newKeySet();
    sendAll(0, accepted);
    assertLives();
  }

  private static String growing(String prefix) {
    StringBuilder items =
        new StringBuilder("{\"context\":{\"text\":\"" + "x".repeat(30_000) + "\"},\"batch\":[");
    for (int i = 0; i < BATCH; i++) {
      items
          .append(i == 0 ? "" : ",")
          .append("{\"type\":\"track\",\"event\":\"E\",\"userId\":\"u\",\"messageId\":\"")
          .append(prefix)
          .append(i)
          .append("\"}");
    }
    return items.append("]}").toString();
  }

  private void sendAll(int client, Set<String> accepted) {
    for (int i = 0; i < BATCHES; i++) {
      String prefix = client + "-" + i + "-";
      String batch = batch(prefix);
      await()
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(200))
          .atMost(Duration.ofMinutes(3))
          .until(() -> isAccepted(batch));
      for (int message = 0; message < BATCH; message++) {
        accepted.add(prefix + message);
      }
    }
  }

  /** Whether a batch was accepted; a client repeats it otherwise. */
  private boolean isAccepted(String batch) {
    try {
      int status = child.track("/v1/batch", batch, writeKey).statusCode();
      assertThat(status).isIn(200, 429, 503);
      return status == 200;
    } catch (UncheckedIOException e) {
      assertThat(child.isAlive()).isTrue();
      return false;
    }
  }

  /** Messages of about 4 KiB, so that a batch nearly fills a body. */
  private static String batch(String prefix) {
    StringBuilder items = new StringBuilder("{\"batch\":[");
    for (int i = 0; i < BATCH; i++) {
      items
          .append(i == 0 ? "" : ",")
          .append("{\"type\":\"track\",\"event\":\"E\",\"userId\":\"u")
          .append(prefix)
          .append("\",\"messageId\":\"")
          .append(prefix)
          .append(i)
          .append("\",\"properties\":{\"text\":\"")
          .append("x".repeat(4_000))
          .append("\"}}");
    }
    return items.append("]}").toString();
  }

  /** Opens connections, and sends most of a body on each without a key. */
  private List<RawConnection> sendHalf(int connections) throws IOException {
    byte[] head =
        "POST /v1/batch HTTP/1.1\r\nHost: x\r\nContent-Length: 512000\r\n\r\n".getBytes(UTF_8);
    byte[] half = " ".repeat(HALF_BYTES).getBytes(UTF_8);
    List<RawConnection> open = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      RawConnection connection = RawConnection.open(child.port());
      open.add(connection);
      try {
        connection.send(head).send(half);
      } catch (IOException refused) {
        // one connection too many
      }
    }
    return open;
  }

  private static void close(List<RawConnection> connections) throws IOException {
    for (RawConnection connection : connections) {
      connection.close();
    }
  }

  private void assertLives() {
    assertThat(child.isAlive()).isTrue();
    assertThat(child.get("/health/ready").statusCode()).isEqualTo(200);
    assertThat(child.printed()).noneMatch(line -> line.contains("OutOfMemoryError"));
  }
}
