package io.postrider.server.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.ledger.LedgerBlock;
import io.postrider.ledger.LedgerEntry;
import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.MemoryLog;
import io.postrider.log.RecordBatch;
import io.postrider.log.RecordLog;
import io.postrider.log.SteadyTime;
import io.postrider.message.ComputedRecordWriter;
import io.postrider.message.HashKey;
import io.postrider.message.RecordBuffer;
import io.postrider.privacy.HiddenRecords;
import io.postrider.route.ActiveRanges;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.route.DestinationSettings;
import io.postrider.route.LogEndOffsets;
import io.postrider.route.SharedSecret;
import io.postrider.route.Webhook;
import io.postrider.server.background.ClosingStack;
import io.postrider.server.background.RetainedOffsets;
import io.postrider.server.config.Config;
import io.postrider.server.config.Settings;
import io.postrider.server.database.Database;
import io.postrider.server.database.Schema;
import io.postrider.server.delivery.sql.SqlCursorStore;
import io.postrider.server.ledger.LedgerLog;
import io.postrider.server.tracing.Tracing;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Base of tests that deliver from a log to real sockets, with real stores. */
public abstract class DeliveryTests {

  static final SourceId SOURCE = new SourceId(11);
  static final String SECRET = "s3cret";

  @TempDir Path folder;

  final DeliveryStorage storage;
  final Vertx vertx = Vertx.vertx();
  public final RetainedOffsets retained = new RetainedOffsets();
  final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  final Map<String, String> settings = new LinkedHashMap<>();
  private final ComputedRecordWriter records =
      new ComputedRecordWriter(HashKey.of(new byte[HashKey.LENGTH]));
  static final long LEDGER_BYTES = 1 << 20;
  private static final Pattern ID = Pattern.compile("\"messageId\":\"(m\\d+)\"");

  private final List<AutoCloseable> open = new ArrayList<>();
  private int sent;
  private Database cursors;
  private Database statistics;
  private final ClosingStack running = new ClosingStack();
  @Nullable DeliveryService service;
  RecordLog log;

  /** The wall clock; a test may set it. */
  volatile InstantSource time = InstantSource.system();

  final MemoryLog ledger = new MemoryLog();

  /** Null unless a test traces. */
  @Nullable Tracing tracing;

  int loopCount = 2;

  DeliveryTests() {
    this(DeliveryStorage.local());
  }

  DeliveryTests(DeliveryStorage storage) {
    this.storage = storage;
    this.log = storage.openLog();
  }

  @BeforeEach
  void openStores() {
    settings.put("delivery.allow-networks", "127.0.0.0/8");
    settings.put("delivery.retry-first-delay", "50ms");
    cursors = Database.open(storage.database(folder, "cursors"), Schema.CURSORS);
    statistics = Database.open(storage.database(folder, "statistics"), Schema.STATISTICS);
  }

  @AfterEach
  void closeAll() throws Exception {
    stop();
    for (AutoCloseable one : open.reversed()) {
      one.close();
    }
    vertx.close().await();
    cursors.close();
    statistics.close();
    storage.close();
  }

  <T extends AutoCloseable> T closing(T one) {
    open.add(one);
    return one;
  }

  /** Overwrites the saved health of all destinations. */
  void damageHealth() {
    int damaged =
        cursors.write(
            handle -> handle.execute("update delivery_health set state = ?", new byte[] {1, 2, 3}));
    if (damaged == 0) {
      throw new AssertionError("no health is saved");
    }
  }

  CursorStore cursorStore() {
    return new SqlCursorStore(cursors);
  }

  Database cursorDatabase() {
    return cursors;
  }

  /** The saved position of the only partition. */
  long cursorPosition() {
    return cursors
        .list(Long.class, "select position from delivery_position where log_partition = 0")
        .stream()
        .findFirst()
        .orElse(-1L);
  }

  Config config() {
    return Config.of(Settings.load(null, Map.of(), settings));
  }

  /** Starts to deliver to these destinations. */
  DeliveryService start(Destination... destinations) {
    DeliveryService started =
        start(
            DeliverySource.ofOneNode(log, retained, HiddenRecords.nothing()),
            cursorStore(),
            new LedgerLog(ledger, metrics, LEDGER_BYTES),
            metrics,
            running,
            destinations);
    service = started;
    return started;
  }

  /** Starts to deliver what a source says. */
  DeliveryService start(
      DeliverySource source,
      CursorStore store,
      LedgerLog ledger,
      MeterRegistry registry,
      ClosingStack closing,
      Destination... destinations) {
    settings.put("http.event-loops", Integer.toString(loopCount));
    return DeliveryFeature.start(
        config(),
        () -> time.instant(),
        SteadyTime.ofSystem(),
        cursors,
        statistics,
        store,
        vertx,
        source,
        ledger,
        registry,
        tracing,
        catalog(destinations),
        closing);
  }

  /** The IDs of the messages that a receiver got, in order. */
  static List<String> ids(TestReceiver receiver) {
    return receiver.received().stream()
        .map(
            request -> {
              Matcher id = ID.matcher(new String(request.body(), UTF_8));
              if (!id.find()) {
                throw new AssertionError("a body without an ID");
              }
              return id.group(1);
            })
        .toList();
  }

  static Catalog catalog(Destination... destinations) {
    return Catalog.of(List.of(), List.of(destinations));
  }

  /** The entries of the ledger, in the order in which they were written. */
  List<LedgerEntry> entries() {
    List<LedgerEntry> entries = new ArrayList<>();
    try (LogReader reader = ledger.reader(0, 0)) {
      for (List<LogRecord> read = reader.read(1 << 20);
          !read.isEmpty();
          read = reader.read(1 << 20)) {
        for (LogRecord record : read) {
          LedgerBlock block = LedgerBlock.of(record.bytes());
          while (block.next()) {
            entries.add(block.entry());
          }
        }
      }
    }
    return entries;
  }

  void stop() {
    if (service != null) {
      service = null;
    }
    running.close();
  }

  /** A destination that was there from the beginning of the log. */
  static Destination destination(long id, String... urls) {
    return destination(id, ActiveRanges.NONE.opened(LogEndOffsets.of(0)), false, urls);
  }

  static Destination destination(long id, ActiveRanges enabled, boolean paused, String... urls) {
    LinkedHashMap<SourceId, ActiveRanges> connections = new LinkedHashMap<>();
    connections.put(SOURCE, ActiveRanges.NONE.opened(LogEndOffsets.of(0)));
    return new Destination(
        new DestinationId(id),
        "destination " + id,
        paused,
        enabled,
        connections,
        DestinationSettings.DEFAULT
            .withWebhooks(Arrays.stream(urls).map(url -> new Webhook(url, List.of())).toList())
            .withSecrets(List.of(SharedSecret.current(SECRET))),
        Instant.EPOCH);
  }

  /** Appends messages m1, m2 and so on. */
  void send(int count) {
    sendTo(0, count);
  }

  /** Appends the next message, of a type and with more members, each followed by a comma. */
  void send(String type, String members) {
    append(0, type, members).join();
  }

  /** Appends the next messages to a partition; returns the ID of the last one. */
  String sendTo(int partition, int count) {
    List<CompletableFuture<Long>> appends = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      appends.add(append(partition, "track", ""));
    }
    appends.forEach(CompletableFuture::join);
    return "m" + sent;
  }

  /** Appends a message to a partition again. */
  void repeat(int partition, int number) {
    int last = sent;
    sent = number - 1;
    append(partition, "track", "").join();
    sent = last;
  }

  private CompletableFuture<Long> append(int partition, String type, String members) {
    RecordBuffer buffer = new RecordBuffer(512);
    sent++;
    String json =
        """
        {"type":"%s","event":"E","userId":"u%d",%s"messageId":"m%d",\
        "timestamp":"2026-01-01T00:00:00.000Z"}\
        """
            .formatted(type, sent, members, sent);
    records.add(json.getBytes(UTF_8), SOURCE, Instant.now(), new long[0], buffer);
    byte[] bytes = Arrays.copyOfRange(buffer.bytes(), buffer.start(0), buffer.ends()[0]);
    return log.append(partition, RecordBatch.of(bytes));
  }
}
