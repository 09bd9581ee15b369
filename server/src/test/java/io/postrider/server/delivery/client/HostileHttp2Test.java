package io.postrider.server.delivery.client;

import static io.postrider.server.delivery.RawHttp2Receiver.CONTINUATION;
import static io.postrider.server.delivery.RawHttp2Receiver.DATA;
import static io.postrider.server.delivery.RawHttp2Receiver.END_HEADERS;
import static io.postrider.server.delivery.RawHttp2Receiver.END_STREAM;
import static io.postrider.server.delivery.RawHttp2Receiver.HEADERS;
import static io.postrider.server.delivery.RawHttp2Receiver.PING;
import static io.postrider.server.delivery.RawHttp2Receiver.PRIORITY;
import static io.postrider.server.delivery.RawHttp2Receiver.PUSH_PROMISE;
import static io.postrider.server.delivery.RawHttp2Receiver.RST_STREAM;
import static io.postrider.server.delivery.RawHttp2Receiver.SETTINGS;
import static io.postrider.server.delivery.RawHttp2Receiver.ok;
import static io.postrider.server.delivery.client.ClientTests.MODERATE;
import static io.postrider.server.delivery.client.ClientTests.PATIENT;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.delivery.FailureReason;
import io.postrider.delivery.Outcome;
import io.postrider.server.delivery.RawHttp2Receiver;
import io.postrider.server.delivery.RawHttp2Receiver.Frame;
import io.postrider.server.delivery.RawHttp2Receiver.Script;
import io.postrider.server.delivery.TestCertificates;
import io.postrider.server.delivery.TestCertificates.Authority;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bounds of the client against receivers that abuse HTTP/2. */
class HostileHttp2Test {

  private static final Authority ROOT = TestCertificates.authority("Test root");
  private static final byte[] CANCEL = {0, 0, 0, 8};
  private static final byte[] REFUSED = {0, 0, 0, 7};
  private static final int MAX_CONCURRENT_STREAMS = 3;
  private static final int INITIAL_WINDOW_SIZE = 4;
  private static final int UNKNOWN_TYPE = 0xFA;

  private static RawHttp2Receiver receiver(Script script) {
    return RawHttp2Receiver.open(ROOT.issue("localhost"), script);
  }

  private static ClientTests client(Duration timeout) {
    return ClientTests.trusting(timeout, ROOT);
  }

  private static FailureReason reason(AttemptResult result) {
    assertThat(result.outcome()).isInstanceOf(Outcome.Failure.class);
    return ((Outcome.Failure) result.outcome()).reason();
  }

  /** Fails one attempt by a script, as a protocol error, and leaves no connection open. */
  private static void assertRefused(Script script) {
    try (RawHttp2Receiver receiver = receiver(script);
        ClientTests tests = client(PATIENT)) {
      assertThat(reason(tests.post(receiver.url()))).isEqualTo(FailureReason.PROTOCOL);
      Awaitility.await().until(() -> tests.limit.open() == 0);
    }
  }

  @Test
  void rapidReset_failsTheAttemptsAndFreesTheirStreams() {
    Script reset =
        peer -> {
          peer.settings();
          for (int i = 0; i < 300; i++) {
            peer.send(RST_STREAM, 0, peer.request(), CANCEL);
            peer.flush();
          }
          peer.answer(peer.request());
          peer.request();
        };
    try (RawHttp2Receiver receiver = receiver(reset);
        ClientTests tests = client(PATIENT)) {
      for (CompletableFuture<AttemptResult> result :
          tests.startMany(300, ClientTests.request(receiver.url()))) {
        assertThat(reason(ClientTests.await(result))).isEqualTo(FailureReason.PROTOCOL);
      }
      assertThat(tests.post(receiver.url()).outcome()).isEqualTo(new Outcome.Delivered(200));
      assertThat(receiver.connections()).isEqualTo(1);
    }
  }

  @Test
  void resetStreams_leaveTheirPlaceToLaterOnes() {
    Script reset =
        peer -> {
          peer.settings(MAX_CONCURRENT_STREAMS, 5);
          while (true) {
            peer.send(RST_STREAM, 0, peer.request(), CANCEL);
            peer.flush();
          }
        };
    try (RawHttp2Receiver receiver = receiver(reset);
        ClientTests tests = client(PATIENT)) {
      for (int i = 0; i < 20; i++) {
        assertThat(reason(tests.post(receiver.url()))).isEqualTo(FailureReason.PROTOCOL);
      }
      assertThat(receiver.connections()).isEqualTo(1);
    }
  }

  /** Such a request is sent once more over a new connection, which must not pile up. */
  @Test
  void refusedStreams_keepAtMostTwoConnections() {
    Script refuse =
        peer -> {
          peer.settings();
          while (true) {
            peer.send(RST_STREAM, 0, peer.request(), REFUSED);
            peer.flush();
          }
        };
    try (RawHttp2Receiver receiver = receiver(refuse);
        ClientTests tests = client(PATIENT)) {
      for (int i = 0; i < 10; i++) {
        assertThat(reason(tests.post(receiver.url()))).isEqualTo(FailureReason.PROTOCOL);
        Awaitility.await().until(() -> tests.limit.open() <= 2);
      }
    }
  }

  @Test
  void closedWindow_timesOutAndTheStreamsAreReset() {
    AtomicInteger resets = new AtomicInteger();
    Script stall =
        peer -> {
          peer.settings(INITIAL_WINDOW_SIZE, 0);
          while (true) {
            Frame frame = peer.read();
            if (frame.type() == SETTINGS && frame.flags() == 0) {
              peer.send(SETTINGS, RawHttp2Receiver.ACK, 0);
              peer.flush();
            }
            if (frame.type() == RST_STREAM) {
              resets.incrementAndGet();
            }
          }
        };
    try (RawHttp2Receiver receiver = receiver(stall);
        ClientTests tests = client(MODERATE)) {
      for (CompletableFuture<AttemptResult> result :
          tests.startMany(50, ClientTests.request(receiver.url()))) {
        assertThat(ClientTests.await(result).outcome()).isInstanceOf(Outcome.TimedOut.class);
      }
      Awaitility.await().until(() -> resets.get() == 50);
      assertThat(tests.limit.open()).isLessThanOrEqualTo(1);
    }
  }

  /** More than the event loop can be kept busy with; the receiver reads all acknowledgements. */
  @ParameterizedTest
  @ValueSource(ints = {PING, SETTINGS, PRIORITY, RST_STREAM, UNKNOWN_TYPE})
  void floodOfFrames_closesTheConnection(int type) {
    assertRefused(
        peer -> {
          peer.settings();
          int stream = peer.request();
          peer.drain();
          byte[] payload =
              switch (type) {
                case PING -> new byte[8];
                case SETTINGS -> new byte[0];
                case PRIORITY -> new byte[] {0, 0, 0, 0, 7};
                case RST_STREAM -> CANCEL;
                default -> new byte[100];
              };
          boolean ofStream = type == PRIORITY || type == RST_STREAM;
          while (true) {
            peer.send(type, 0, ofStream ? stream : 0, payload);
          }
        });
  }

  @Test
  void endlessContinuation_isAProtocolError() {
    byte[] headers = new byte[1_000];
    for (int at = 0; at < headers.length; at += 5) {
      System.arraycopy(RawHttp2Receiver.header("a", "b"), 0, headers, at, 5);
    }
    assertRefused(
        peer -> {
          peer.settings();
          int stream = peer.request();
          peer.send(HEADERS, END_STREAM, stream, ok());
          while (true) {
            peer.send(CONTINUATION, 0, stream, headers);
          }
        });
  }

  @Test
  void endlessEmptyContinuation_isAProtocolError() {
    assertRefused(
        peer -> {
          peer.settings();
          int stream = peer.request();
          peer.send(HEADERS, END_STREAM, stream, ok());
          while (true) {
            peer.send(CONTINUATION, 0, stream);
          }
        });
  }

  /** A block of headers; with 32 bytes more for each, 496 of these are 16,368 bytes. */
  private static byte[] headers(int count) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    block.writeBytes(ok());
    for (int i = 0; i < count; i++) {
      block.writeBytes(RawHttp2Receiver.header("a", ""));
    }
    return block.toByteArray();
  }

  private static Outcome outcomeOf(byte[] headers) {
    Script script =
        peer -> {
          peer.settings();
          peer.send(HEADERS, END_HEADERS | END_STREAM, peer.request(), headers);
          peer.flush();
          peer.request();
        };
    try (RawHttp2Receiver receiver = receiver(script);
        ClientTests tests = client(PATIENT)) {
      return tests.post(receiver.url()).outcome();
    }
  }

  @Test
  void headersUpToTheLimit_areRead_moreAreAProtocolError() {
    assertThat(outcomeOf(headers(490))).isEqualTo(new Outcome.Delivered(200));
    assertThat(outcomeOf(headers(500)))
        .isInstanceOfSatisfying(
            Outcome.Failure.class,
            failure -> assertThat(failure.reason()).isEqualTo(FailureReason.PROTOCOL));
  }

  /** One byte refers to a header of 4 kB in the dynamic table. */
  @Test
  void compressedHeaders_countAsTheyAreRead() {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    block.writeBytes(ok());
    block.writeBytes(new byte[] {0x40, 1, 'b', 0x7F, (byte) 0xA1, 0x1E}); // 4,000 bytes follow
    block.writeBytes("x".repeat(4_000).getBytes(US_ASCII));
    for (int i = 0; i < 5_000; i++) {
      block.write(0xBE);
    }
    assertThat(outcomeOf(block.toByteArray()))
        .isInstanceOfSatisfying(
            Outcome.Failure.class,
            failure -> assertThat(failure.reason()).isEqualTo(FailureReason.PROTOCOL));
  }

  @Test
  void push_isAProtocolError() {
    assertRefused(
        peer -> {
          peer.settings();
          ByteArrayOutputStream promise = new ByteArrayOutputStream();
          promise.writeBytes(new byte[] {0, 0, 0, 2}); // the promised stream
          promise.writeBytes(new byte[] {(byte) 0x82, (byte) 0x87, (byte) 0x84, 0x41, 9});
          promise.writeBytes("localhost".getBytes(US_ASCII));
          peer.send(PUSH_PROMISE, END_HEADERS, peer.request(), promise.toByteArray());
          peer.flush();
          while (true) {
            var _ = peer.read();
          }
        });
  }

  @Test
  void compressedBody_isNotDecompressed() throws IOException {
    ByteArrayOutputStream bomb = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bomb)) {
      gzip.write(new byte[10 << 20]);
    }
    Script script =
        peer -> {
          peer.settings();
          int stream = peer.request();
          ByteArrayOutputStream block = new ByteArrayOutputStream();
          block.writeBytes(ok());
          block.writeBytes(RawHttp2Receiver.header("content-encoding", "gzip"));
          peer.send(HEADERS, END_HEADERS, stream, block.toByteArray());
          peer.send(DATA, END_STREAM, stream, bomb.toByteArray());
          peer.flush();
          peer.request();
        };
    assertThat(bomb.size()).isLessThan(16_384);
    try (RawHttp2Receiver receiver = receiver(script);
        ClientTests tests = client(PATIENT)) {
      AttemptResult result = tests.post(receiver.url());
      assertThat(result.outcome()).isEqualTo(new Outcome.Delivered(200));
      assertThat(Objects.requireNonNull(result.response()).readBytes()).isEqualTo(bomb.size());
    }
  }

  /** A flood on a connection that no request uses. */
  @Test
  void floodBetweenRequests_closesTheConnection() {
    Script flood =
        peer -> {
          peer.settings();
          peer.answer(peer.request());
          peer.drain();
          while (true) {
            peer.send(PING, 0, 0, new byte[8]);
          }
        };
    try (RawHttp2Receiver receiver = receiver(flood);
        ClientTests tests = client(PATIENT)) {
      assertThat(tests.post(receiver.url()).outcome()).isEqualTo(new Outcome.Delivered(200));
      Awaitility.await().until(() -> tests.limit.open() == 0);
    }
  }

  /** Many useful responses over one connection are no flood. */
  @Test
  void manyResponses_stayWithinTheBudget() {
    Script answers =
        peer -> {
          peer.settings();
          while (true) {
            int stream = peer.request();
            peer.send(HEADERS, END_HEADERS, stream, ok());
            peer.send(DATA, END_STREAM, stream, new byte[16_000]);
            peer.flush();
          }
        };
    try (RawHttp2Receiver receiver = receiver(answers);
        ClientTests tests = client(PATIENT)) {
      for (int i = 0; i < 200; i++) { // 3.2 MB
        assertThat(tests.post(receiver.url()).outcome()).isEqualTo(new Outcome.Delivered(200));
      }
      assertThat(receiver.connections()).isEqualTo(1);
    }
  }
}
