package io.postrider.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.id.SourceId;
import io.postrider.log.LogBusyException;
import io.postrider.log.LogReader;
import io.postrider.log.LogUnavailableException;
import io.postrider.message.HashKey;
import io.postrider.message.RecordForm;
import io.postrider.message.RecordHeader;
import io.postrider.message.SourceType;
import io.postrider.privacy.HiddenRecords;
import io.postrider.privacy.SuppressedUsers;
import io.postrider.route.Catalog;
import io.postrider.route.Source;
import io.postrider.route.WriteKey;
import io.postrider.server.StoredMessage;
import io.postrider.server.config.HttpConfig;
import io.postrider.server.config.TlsConfig;
import io.postrider.server.http.BodyBudget;
import io.postrider.server.http.HttpListener;
import io.postrider.server.http.LoopHandler;
import io.postrider.server.http.RawConnection;
import io.postrider.server.ingest.dedupe.Deduplication;
import io.postrider.server.ingest.dedupe.SteppedRestore;
import io.postrider.server.rejected.RejectedCalls;
import io.postrider.server.usage.debugger.Debugger;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Responses while the log is slow, full or broken: never 200 before messages are durable. */
final class BackpressureTest {

  private static final String KEY = "wk_of_the_tests";
  private static final InstantSource TIME = InstantSource.system();
  private static final HashKey HASH_KEY = HashKey.of(new byte[HashKey.LENGTH]);

  private final FlakyLog log = new FlakyLog();
  private final Vertx vertx = Vertx.vertx();
  private final Deduplication deduplication = new Deduplication(Duration.ofHours(1), 1 << 20, TIME);
  private final MeterRegistry metrics = new SimpleMeterRegistry();
  private final Debugger debugger = new Debugger(log, HiddenRecords.nothing());
  private Catalog catalog = Catalog.of(List.of());
  private volatile @Nullable Throwable failure;
  private Ingest ingest;
  private int port;

  @BeforeEach
  void start() throws Exception {
    Source source =
        new Source(
            new SourceId(1),
            "S",
            SourceType.SERVER,
            true,
            null,
            List.of(new WriteKey(KEY, Instant.EPOCH, null)),
            Instant.EPOCH);
    catalog = Catalog.of(List.of(source));
    ingest = ingest(deduplication, new BodyBudget(1 << 20), metrics);
    port = listen(ingest::handler);
  }

  private Ingest ingest(Deduplication window, BodyBudget bodies, MeterRegistry registry) {
    return new Ingest(
        this::catalog,
        log,
        window,
        HASH_KEY,
        RecordForm.COMPACT,
        SuppressedUsers::new,
        List.of(),
        debugger,
        new RejectedCalls(System::nanoTime),
        new IngestMemory(bodies, 1 << 20, 1 << 20),
        registry,
        null,
        TIME);
  }

  private int listen(Function<Executor, LoopHandler> handlers) throws Exception {
    HttpConfig config =
        new HttpConfig(
            "127.0.0.1",
            0,
            2,
            100,
            Optional.empty(),
            Duration.ofMinutes(1),
            Duration.ofMinutes(1),
            Duration.ofMinutes(1),
            Duration.ofMinutes(1),
            Duration.ZERO,
            List.of(),
            TlsConfig.NONE);
    return new HttpListener(
            vertx,
            config,
            null,
            TIME,
            TIME,
            context -> handlers.apply(task -> context.runOnContext(run -> task.run())))
        .listen()
        .await(30, TimeUnit.SECONDS);
  }

  @AfterEach
  void stop() throws Exception {
    vertx.close().await(30, TimeUnit.SECONDS);
    deduplication.close();
    log.close();
  }

  @Test
  void fullQueue_isAnswered429() throws Exception {
    try (RawConnection client = RawConnection.open(port)) {
      log.failWith(new LogBusyException("full"));
      for (int i = 0; i < 3; i++) {
        assertThat(client.send(message("m")).answer())
            .startsWith("HTTP/1.1 429")
            .contains("Retry-After: 1\r\n")
            .contains("\"code\":\"too_many_requests\"");
      }
      log.failWith(null);
      assertThat(client.send(message("m")).answer()).startsWith("HTTP/1.1 200");
    }
    assertThat(stored()).containsExactly("m");
  }

  @Test
  void brokenLog_isAnswered503_andFailedMessagesAreNewAgain() throws Exception {
    try (RawConnection client = RawConnection.open(port)) {
      log.failWith(new LogUnavailableException("no space"));
      for (int i = 0; i < 3; i++) {
        assertThat(client.send(message("m")).answer())
            .startsWith("HTTP/1.1 503")
            .contains("Retry-After: 5\r\n")
            .contains("\"code\":\"unavailable\"")
            .doesNotContain("no space");
      }
      log.failWith(null);
      assertThat(client.send(message("m")).answer()).startsWith("HTTP/1.1 200");
      assertThat(client.send(message("m")).answer()).startsWith("HTTP/1.1 200");
    }
    assertThat(stored()).containsExactly("m");
  }

  @Test
  void unexpectedFailure_isAnswered503() throws Exception {
    try (RawConnection client = RawConnection.open(port)) {
      log.failWith(new IllegalStateException("a fault"));
      assertThat(client.send(message("m")).answer()).startsWith("HTTP/1.1 503");
      log.failWith(null);
      assertThat(client.send(message("m")).answer()).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void answer_waitsUntilTheMessageIsDurable() throws Exception {
    log.hold(true);
    try (RawConnection first = RawConnection.open(port);
        RawConnection other = RawConnection.open(port)) {
      first.send(message("m"));
      FlakyLog.Held append = log.next();
      // other requests are answered meanwhile
      assertThat(other.send("OPTIONS /v1/t HTTP/1.1\r\nHost: x\r\n\r\n").answer())
          .contains(" 204 ");
      assertThat(first.isSilent()).isTrue();
      append.succeed();
      assertThat(first.answer()).startsWith("HTTP/1.1 200");
    }
    assertThat(stored()).containsExactly("m");
  }

  @Test
  void duplicate_waitsForTheFirst_andSharesItsSuccess() throws Exception {
    log.hold(true);
    try (RawConnection first = RawConnection.open(port);
        RawConnection second = RawConnection.open(port)) {
      first.send(message("m"));
      FlakyLog.Held append = log.next();
      second.send(message("m"));
      awaitDuplicates(1);
      assertThat(second.isSilent()).isTrue();
      append.succeed();
      assertThat(first.answer()).startsWith("HTTP/1.1 200");
      assertThat(second.answer()).startsWith("HTTP/1.1 200");
    }
    assertThat(log.isNoneHeld()).isTrue();
    assertThat(stored()).containsExactly("m");
  }

  @Test
  void duplicate_sharesAFailureToo() throws Exception {
    log.hold(true);
    try (RawConnection first = RawConnection.open(port);
        RawConnection second = RawConnection.open(port);
        RawConnection third = RawConnection.open(port)) {
      first.send(message("m"));
      FlakyLog.Held lost = log.next();
      second.send(message("m"));
      awaitDuplicates(1);
      third.send(batch("n", "m"));
      log.next().succeed();
      awaitDuplicates(2);
      assertThat(third.isSilent()).isTrue();
      lost.fail(new LogUnavailableException("gone"));
      assertThat(first.answer()).startsWith("HTTP/1.1 503");
      assertThat(second.answer()).startsWith("HTTP/1.1 503");
      assertThat(third.answer()).startsWith("HTTP/1.1 503");
      log.hold(false);
      assertThat(third.send(batch("n", "m")).answer()).startsWith("HTTP/1.1 200");
    }
    assertThat(stored()).containsExactly("n", "m");
  }

  @Test
  void waitingRecords_holdNoMemoryOfDroppedMessages() throws Exception {
    String[] ids = new String[100];
    Arrays.setAll(ids, i -> i < 99 ? "same" : "other");
    log.hold(true);
    try (RawConnection client = RawConnection.open(port)) {
      client.send(batch(ids));
      FlakyLog.Held append = log.next();
      assertThat(append.batch().count()).isEqualTo(2);
      assertThat(append.batch().bytes()).hasSize(append.batch().sizeBytes());
      append.succeed();
      assertThat(client.answer()).startsWith("HTTP/1.1 200");
    }
    assertThat(stored()).containsExactly("same", "other");
  }

  @Test
  void disconnectedClient_doesNoHarm() throws Exception {
    log.hold(true);
    RawConnection gone = RawConnection.open(port);
    gone.send(message("m"));
    FlakyLog.Held append = log.next();
    gone.reset();
    log.hold(false);
    try (RawConnection next = RawConnection.open(port)) {
      next.send(message("m"));
      append.succeed();
      assertThat(next.answer()).startsWith("HTTP/1.1 200");
    }
    assertThat(stored()).containsExactly("m");
  }

  @Test
  void bug_leavesNoMessageClaimed() throws Exception {
    Supplier<String> faulty =
        () -> {
          throw new IllegalStateException("a fault that this test makes");
        };
    int faultyPort = listen(loop -> ingest.handler(loop, faulty));
    try (RawConnection client = RawConnection.open(faultyPort);
        RawConnection next = RawConnection.open(port)) {
      assertThat(client.send(batch("m", "")).answer()).startsWith("HTTP/1.1 503");
      assertThat(next.send(message("m")).answer()).startsWith("HTTP/1.1 200");
    }
    assertThat(stored()).containsExactly("m");
  }

  @Test
  void bugBeforeAMessageIsClaimed_isAnswered() throws Exception {
    for (Throwable bug : List.of(new IllegalStateException("a fault"), new StackOverflowError())) {
      failure = bug;
      try (RawConnection client = RawConnection.open(port)) {
        assertThat(client.send(message("m")).toEnd())
            .startsWith("HTTP/1.1 503")
            .containsIgnoringCase("connection: close")
            .contains("\"code\":\"unavailable\"")
            .doesNotContain("a fault");
      }
    }
    failure = null;
    try (RawConnection client = RawConnection.open(port)) {
      assertThat(client.send(message("m")).answer()).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void callsAfterARestart_waitForTheirPartOfTheWindow() throws Exception {
    BodyBudget bodies = new BodyBudget(1 << 20);
    try (Restart restart = new Restart(bodies);
        RawConnection repeat = RawConnection.open(restart.port);
        RawConnection other = RawConnection.open(restart.port)) {
      repeat.send(message("old"));
      other.send(batch("new", "old", "new"));
      await().until(() -> restart.received() == item("old").length() + bodyOf("new", "old", "new"));
      assertThat(bodies.takenBytes()).isPositive();
      assertThat(stored()).containsExactly("old");
      assertThat(repeat.isSilent() && other.isSilent()).isTrue();

      restart.restore.buildAll();
      assertThat(repeat.answer()).startsWith("HTTP/1.1 200");
      assertThat(other.answer()).startsWith("HTTP/1.1 200");
      assertThat(other.send(message("new")).answer()).startsWith("HTTP/1.1 200");
    }
    assertThat(stored()).containsExactly("old", "new");
    assertThat(bodies.takenBytes()).isZero();
  }

  @Test
  void callsThatWaitForTheWindow_areBoundedByTheMemoryOfBodies() throws Exception {
    List<RawConnection> clients = new ArrayList<>();
    int accepted = 0;
    try (Restart restart = new Restart(new BodyBudget(64 << 10))) {
      for (int i = 0; i < 100 && IngestMetrics.rejectedTotal(restart.registry) == 0; i++) {
        clients.add(RawConnection.open(restart.port).send(batch("n" + i, "o" + i, "p" + i)));
        await().until(() -> restart.received() > 0);
      }
      await().until(() -> IngestMetrics.rejectedTotal(restart.registry) > 0);
      restart.restore.buildAll();
      for (RawConnection client : clients) {
        String answer = client.answer();
        accepted += answer.startsWith("HTTP/1.1 200") ? 3 : 0;
        assertThat(answer).containsPattern("HTTP/1.1 (200|429)");
        client.close();
      }
    }
    assertThat(accepted).isPositive();
    assertThat(stored()).hasSize(1 + accepted);
  }

  @Test
  void callsThatWaitForTheWindow_areAnswered503IfItIsNotRestored() throws Exception {
    try (Restart restart = new Restart(new BodyBudget(1 << 20));
        RawConnection client = RawConnection.open(restart.port)) {
      client.send(message("new"));
      await().until(() -> restart.received() > 0);
      restart.restore.fail(new IllegalStateException("a fault that this test makes"));
      assertThat(client.answer()).startsWith("HTTP/1.1 503").contains("Retry-After: 5");
    }
    assertThat(stored()).containsExactly("old");
  }

  /** A node behind which the message "old" was stored, and whose window is read but not built. */
  private final class Restart implements AutoCloseable {
    final MeterRegistry registry = new SimpleMeterRegistry();
    final Deduplication window = new Deduplication(Duration.ofHours(1), 1 << 20, TIME);
    final SteppedRestore restore = new SteppedRestore(window);
    final int port;

    Restart(BodyBudget bodies) throws Exception {
      try (RawConnection client = RawConnection.open(BackpressureTest.this.port);
          LogReader reader = log.reader(0, 0)) {
        assertThat(client.send(message("old")).answer()).startsWith("HTTP/1.1 200");
        byte[] hash = new byte[RecordHeader.MESSAGE_HASH_LENGTH];
        reader.read(1 << 20).getFirst().bytes().get(RecordHeader.MESSAGE_HASH_OFFSET, hash);
        restore.read(TIME.instant(), hash);
      }
      port = listen(ingest(window, bodies, registry)::handler);
    }

    double received() {
      return registry.get("postrider.received.bytes").functionCounter().count();
    }

    @Override
    public void close() {
      restore.close();
      window.close();
    }
  }

  private static int bodyOf(String... ids) {
    String request = batch(ids);
    return request.length() - request.indexOf("\r\n\r\n") - 4;
  }

  private Catalog catalog() {
    return switch (failure) {
      case RuntimeException bug -> throw bug;
      case Error bug -> throw bug;
      case null, default -> catalog;
    };
  }

  private void awaitDuplicates(int count) {
    await().until(() -> metrics.get("postrider.dedupe.hits").functionCounter().count() == count);
  }

  private List<String> stored() {
    try (LogReader reader = log.reader(0, 0)) {
      return reader.read(1 << 20).stream()
          .map(record -> StoredMessage.of(record).text("messageId"))
          .toList();
    }
  }

  private static String message(String id) {
    return post("/v1/track", item(id));
  }

  private static String batch(String... ids) {
    List<String> items = List.of(ids).stream().map(BackpressureTest::item).toList();
    return post(
        "/v1/batch", "{\"writeKey\":\"" + KEY + "\",\"batch\":[" + String.join(",", items) + "]}");
  }

  private static String item(String id) {
    return "{\"type\":\"track\",\"writeKey\":\""
        + KEY
        + "\",\"userId\":\"u\",\"event\":\"E\",\"messageId\":\""
        + id
        + "\"}";
  }

  private static String post(String path, String body) {
    return "POST "
        + path
        + " HTTP/1.1\r\nHost: x\r\nContent-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }
}
