package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.log.SteadyTime;
import io.postrider.server.delivery.Behaviour;
import io.postrider.server.delivery.TestReceiver;
import io.postrider.server.http.RawConnection;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node whose system clock is set back and forward. */
@Tag("slow")
class ClockStepEndToEndTest {

  private static final Map<String, String> SETTINGS =
      Map.of(
          "delivery.allow-networks", "127.0.0.1/32",
          "delivery.retry-first-delay", "500ms",
          "delivery.retry-max-delay", "1s",
          "http.idle-timeout", "2s");

  @TempDir Path folder;

  private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
  private RunningServer server;
  private TestReceiver receiver;
  private String writeKey;

  @BeforeEach
  void start() {
    receiver = TestReceiver.open();
    open();
    writeKey = server.writeKey();
    String _ = server.createDestination(receiver.url("/hook"));
  }

  private void open() {
    InstantSource time = () -> Instant.now().plus(ahead.get());
    server = RunningServer.start(folder, SETTINGS, time, SteadyTime.ofSystem());
  }

  @AfterEach
  void stop() {
    server.close();
    receiver.close();
  }

  private void track(String messageId) {
    String json = "{\"userId\":\"u\",\"event\":\"E\",\"messageId\":\"%s\"}".formatted(messageId);
    assertThat(server.track("/v1/track", json, writeKey).statusCode()).isEqualTo(200);
  }

  private JsonNode message(String messageId) {
    return server.api("/api/messages/" + messageId).at("/data/0");
  }

  private void awaitState(String messageId, String state) {
    await()
        .untilAsserted(
            () ->
                assertThat(message(messageId).at("/destinations/0/state").asText())
                    .isEqualTo(state));
  }

  @ParameterizedTest
  @ValueSource(longs = {-24 * 31, -24, -1, 1, 24, 24 * 31})
  void runningNode_retriesInTime(long hours) {
    receiver.always(Behaviour.status(500));
    track("m1");
    awaitState("m1", "retrying");
    ahead.set(Duration.ofHours(hours));
    int before = receiver.received().size();
    await().until(() -> receiver.received().size() >= before + 3);
    receiver.always(Behaviour.status(200));
    awaitState("m1", "delivered");
    track("m2");
    awaitState("m2", "delivered");
  }

  @ParameterizedTest
  @ValueSource(longs = {-24 * 31, -24, -1})
  void nodeThatStartsWithAnEarlierClock_retriesInTime(long hours) {
    receiver.always(Behaviour.status(500));
    track("m1");
    awaitState("m1", "retrying");
    server.close();
    ahead.set(Duration.ofHours(hours));
    receiver.always(Behaviour.status(200));
    open();
    awaitState("m1", "delivered");
  }

  @Test
  void nodeThatRestartsAfterTheClockWasSetForward_stillHasItsMessages() {
    receiver.always(Behaviour.status(500));
    track("m1");
    awaitState("m1", "retrying");
    ahead.set(Duration.ofDays(31));
    int before = receiver.received().size();
    await().until(() -> receiver.received().size() >= before + 3);
    ahead.set(Duration.ZERO);
    server.close();
    receiver.always(Behaviour.status(200));
    open();
    awaitState("m1", "delivered");
  }

  /** The clock is wrong while cursors are saved, and right at the next start. */
  @ParameterizedTest
  @ValueSource(longs = {-24 * 31, -24, -5})
  void nodeThatRestartsAfterTheClockWasSetBack_stillHasItsMessages(long hours) {
    receiver.always(Behaviour.status(500));
    track("m1");
    awaitState("m1", "retrying");
    ahead.set(Duration.ofHours(hours));
    int before = receiver.received().size();
    await().until(() -> receiver.received().size() >= before + 3);
    server.close();
    ahead.set(Duration.ZERO);
    receiver.always(Behaviour.status(200));
    open();
    awaitState("m1", "delivered");
  }

  /** The clock is right while cursors are saved, and wrong at the next start. */
  @ParameterizedTest
  @ValueSource(longs = {5, 24, 24 * 31})
  void nodeThatStartsWithALaterClock_stillHasItsMessages(long hours) {
    receiver.always(Behaviour.status(500));
    track("m1");
    awaitState("m1", "retrying");
    server.close();
    ahead.set(Duration.ofHours(hours));
    receiver.always(Behaviour.status(200));
    open();
    awaitState("m1", "delivered");
  }

  @Test
  void clockSetBackForAMoment_isRightAtOnce() {
    ahead.set(Duration.ofDays(-31));
    track("m1");
    awaitState("m1", "delivered");
    ahead.set(Duration.ZERO);
    Instant before = Instant.now();
    track("m2");
    awaitState("m2", "delivered");
    assertThat(Instant.parse(message("m2").path("acceptedAt").asText()))
        .isBetween(before.minusSeconds(5), before.plus(Duration.ofHours(1)));
  }

  @Test
  void clockSetBack_closesIdleConnections() throws IOException {
    try (RawConnection connection = RawConnection.open(server.port())) {
      assertThat(connection.send("GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n").answer())
          .startsWith("HTTP/1.1 200");
      ahead.set(Duration.ofHours(-1));
      assertThat(connection.toEnd()).isEmpty();
    }
  }

  @Test
  void clockSetForward_changesNoTimeUntilThatLasts() {
    ahead.set(Duration.ofDays(31));
    Instant before = Instant.now();
    track("m1");
    awaitState("m1", "delivered");
    assertThat(Instant.parse(message("m1").path("acceptedAt").asText()))
        .isBetween(before.minusSeconds(5), before.plus(Duration.ofHours(1)));
    assertThat(server.get("/metrics").body()).contains("postrider_clock_jumps_total 1.0");
  }

  @Test
  void clockSetBack_isShown() {
    ahead.set(Duration.ofDays(-31));
    track("m1");
    awaitState("m1", "delivered");
    assertThat(Instant.parse(message("m1").path("acceptedAt").asText()))
        .isBefore(Instant.now().minus(Duration.ofDays(30)));
  }

  @Test
  void repeatedMessage_isRecognizedAfterAStep() {
    track("m1");
    awaitState("m1", "delivered");
    for (Duration step : List.of(Duration.ofDays(-31), Duration.ZERO, Duration.ofHours(2))) {
      ahead.set(step);
      track("m1");
    }
    track("m2");
    awaitState("m2", "delivered");
    assertThat(receiver.received()).hasSize(2);
  }
}
