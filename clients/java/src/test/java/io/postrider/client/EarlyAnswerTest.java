package io.postrider.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The client keeps its messages while connections break, and finds the answer. */
@Timeout(60)
class EarlyAnswerTest {

  private static final Duration LONG = Duration.ofSeconds(50);
  private static final String UNKNOWN_KEY =
      "{\"success\":false,\"code\":\"invalid_write_key\",\"message\":\"No source has this key.\"}";

  private final RecordingListener listener = new RecordingListener();

  private PostriderBuilder settings(String url) {
    return Postrider.builder("key")
        .endpoint(url)
        .flushAfter(LONG)
        .closeTimeout(LONG)
        .jitter(() -> 0)
        .listener(listener);
  }

  /** Sends about 450 kB, which no kernel buffer here can hold. */
  private void sendLargeBatch(RawService service) {
    try (Postrider client = settings(service.url()).build()) {
      for (int i = 0; i < 14; i++) {
        assertThat(client.track(Messages.ofBytes(32_000).messageId("m" + i))).isTrue();
      }
      assertThat(client.flush(LONG)).isTrue();
    }
  }

  private static String ids() {
    return "m0 m1 m2 m3 m4 m5 m6 m7 m8 m9 m10 m11 m12 m13";
  }

  private static void breakOff(RawService.Connection connection) throws IOException {
    connection.readHead();
    connection.reset();
  }

  /** The answer that a reset discards is the one to a request that asked first. */
  @Test
  void answerLostInAReset_isReadByTheNextAttempt() {
    RawService.Script refuse =
        connection -> {
          if (RawService.expectsContinue(connection.readHead())) {
            connection.answer("401 Unauthorized", UNKNOWN_KEY, "Connection: close");
          } else {
            connection.reset();
          }
        };
    try (RawService service = new RawService(refuse, refuse, refuse, refuse)) {
      sendLargeBatch(service);
    }
    assertThat(listener.lines())
        .containsExactly(
            "retrying " + ids() + " UNAVAILABLE",
            "failed " + ids() + " REFUSED 401 invalid_write_key");
  }

  /** Answers and closes at once, while the client writes. */
  @Test
  void refusalBeforeTheBody_isReportedAsWhatItIs() {
    RawService.Script refuse =
        connection -> {
          connection.readHead();
          connection.answer("401 Unauthorized", UNKNOWN_KEY, "Connection: close");
        };
    try (RawService service = new RawService(refuse, refuse, refuse, refuse)) {
      sendLargeBatch(service);
    }
    assertThat(listener.lines().getLast()).startsWith("failed " + ids() + " REFUSED 401");
    assertThat(listener.lines().size()).isLessThanOrEqualTo(2);
  }

  /** The status of a refusal counts, even if its text is lost. */
  @Test
  void refusalWithoutItsBody_isReportedAsWhatItIs() {
    RawService.Script refuse =
        connection -> {
          connection.readRequest();
          connection.write("HTTP/1.1 401 Unauthorized\r\nContent-Length: 500\r\n\r\n{");
        };
    try (RawService service = new RawService(refuse)) {
      sendLargeBatch(service);
    }
    assertThat(listener.lines()).containsExactly("failed " + ids() + " REFUSED 401");
  }

  @Test
  void overloadBeforeTheBody_isRetriedAfterItsTime() {
    RawService.Script busy =
        connection -> {
          if (RawService.expectsContinue(connection.readHead())) {
            connection.answer("429 Too Many Requests", "{}", "Retry-After: 1", "Connection: close");
          } else {
            connection.reset();
          }
        };
    try (RawService service = new RawService(busy, busy)) {
      sendLargeBatch(service);
    }
    assertThat(listener.lines())
        .containsExactly(
            "retrying " + ids() + " UNAVAILABLE",
            "retrying " + ids() + " UNAVAILABLE 429",
            "delivered " + ids());
  }

  /** The write deadline of the service, or its end, hits after the body. */
  @Test
  void resetInsteadOfAnAnswer_isRetried() {
    RawService.Script cutOff =
        connection -> {
          connection.readRequest();
          connection.reset();
        };
    RawService.Script cutOffInTheAnswer =
        connection -> {
          connection.readRequest();
          connection.write("HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\n{\"succ");
          connection.reset();
        };
    try (RawService service = new RawService(cutOff, cutOffInTheAnswer)) {
      sendLargeBatch(service);
    }
    assertThat(listener.lines())
        .containsExactly(
            "retrying " + ids() + " UNAVAILABLE",
            "retrying " + ids() + " UNAVAILABLE",
            "delivered " + ids());
  }

  /** A proxy that does not know the header never says to continue. */
  @Test
  void unansweredQuestion_isFollowedByAnAttemptWithoutIt() throws InterruptedException {
    RawService.Script ignorant =
        connection -> {
          connection.readHead();
          connection.readHead(); // until the client gives up
        };
    try (RawService service = new RawService(EarlyAnswerTest::breakOff, ignorant)) {
      try (Postrider client =
          settings(service.url()).requestTimeout(Duration.ofSeconds(2)).build()) {
        client.track(new Track("E").userId("u").messageId("a"));
        assertThat(client.flush(LONG)).isTrue();
      }
      assertThat(RawService.expectsContinue(service.nextHead())).isFalse();
      assertThat(RawService.expectsContinue(service.nextHead())).isTrue();
      assertThat(RawService.expectsContinue(service.nextHead())).isFalse();
    }
    assertThat(listener.lines().getLast()).isEqualTo("delivered a");
  }

  @Test
  void proxyThatRefusesTheQuestion_isNotAskedAgain() {
    RawService.Script strict =
        connection -> {
          connection.readHead();
          connection.answer("417 Expectation Failed", "", "Connection: close");
        };
    try (RawService service = new RawService(EarlyAnswerTest::breakOff, strict)) {
      sendLargeBatch(service);
    }
    assertThat(listener.lines().getLast()).isEqualTo("delivered " + ids());
  }

  @Test
  void restart_losesNothing() throws InterruptedException {
    RawService first =
        new RawService(
            connection -> {
              connection.readRequest();
              connection.answer("200 OK", "{\"success\":true}");
            },
            connection -> {
              connection.readRequest();
              connection.answer("200 OK", "{\"success\":true}", "Connection: close");
            });
    try (Postrider client = settings(first.url()).build()) {
      // the first connection is closed while it is idle, the second as its answer says
      for (String id : new String[] {"a", "b"}) {
        client.track(new Track("E").userId("u").messageId(id));
        assertThat(client.flush(LONG)).isTrue();
      }
      first.close();
      client.track(new Track("E").userId("u").messageId("c"));
      client.flush();
      listener.awaitLine("retrying c UNAVAILABLE");
      try (RawService second = new RawService(first.port())) {
        assertThat(client.flush(LONG)).isTrue();
        assertThat(second.nextHead()).startsWith("post /v1/batch ");
      }
    }
    assertThat(listener.lines()).contains("delivered a", "delivered b", "delivered c");
    assertThat(listener.failures()).isEmpty();
  }
}
