package io.postrider.server.privacy;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.MemoryLog;
import io.postrider.message.Field;
import io.postrider.message.HashKey;
import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import io.postrider.privacy.RegulationId;
import io.postrider.privacy.RegulationType;
import io.postrider.privacy.Tally;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.route.DestinationId;
import io.postrider.route.DestinationSettings;
import io.postrider.route.LogEnds;
import io.postrider.route.Source;
import io.postrider.route.SourceId;
import io.postrider.route.SourceType;
import io.postrider.route.Spans;
import io.postrider.route.WriteKey;
import io.postrider.server.store.Database;
import io.postrider.server.store.DatabaseUrl;
import io.postrider.server.store.Schema;
import io.postrider.server.store.SqlDeletionStore;
import io.postrider.server.store.SqlRegulationStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A node in which deletions are carried out step by step, without a thread or a receiver. */
final class DeletionWorld implements AutoCloseable {

  static final Instant NOON = Instant.parse("2026-03-01T12:00:00.123Z");
  static final SourceId WEB = new SourceId(1);
  static final SourceId APP = new SourceId(2);
  static final SourceId SILENT = new SourceId(3);
  static final DestinationId ONE = new DestinationId(11);
  static final DestinationId TWO = new DestinationId(12);

  private final Database database;
  final RegulationStore regulations;
  final DeletionStore deletions;
  final MemoryLog log = new MemoryLog();
  final Map<DestinationId, Destination> destinations = new LinkedHashMap<>();
  final Map<DestinationId, Tally> answers = new HashMap<>();
  final Map<String, Set<SourceId>> seen = new HashMap<>();
  final Set<String> erased = new LinkedHashSet<>();
  CompletableFuture<Void> level = CompletableFuture.completedFuture(null);
  @Nullable Instant gap;
  Instant now = NOON.plusSeconds(5);

  /** What happens between deciding who is told and telling them. */
  Runnable meanwhile = () -> {};

  private long ids;
  private RegulationProcessor processor;

  DeletionWorld(Path folder) {
    database = Database.open(DatabaseUrl.sqlite(folder.resolve("privacy.db")), Schema.PRIVACY);
    regulations = new SqlRegulationStore(database);
    deletions = new SqlDeletionStore(database);
    connect(ONE, WEB, APP);
    connect(TWO, WEB);
    processor = start(Fuse.never());
  }

  @Override
  public void close() {
    database.close();
  }

  private Spans sinceNow() {
    return Spans.NONE.opened(LogEnds.of(log.endOffset(0)));
  }

  /** Makes a destination that is enabled from now on. */
  void connect(DestinationId id, SourceId... sources) {
    LinkedHashMap<SourceId, Spans> connections = new LinkedHashMap<>();
    for (SourceId source : sources) {
      connections.put(source, sinceNow());
    }
    destinations.put(id, destination(id, sinceNow(), connections));
  }

  void disable(DestinationId id) {
    Destination before = Objects.requireNonNull(destinations.get(id));
    Spans closed = before.enabled().closed(LogEnds.of(log.endOffset(0)));
    destinations.put(id, destination(id, closed, before.connections()));
  }

  private static Destination destination(
      DestinationId id, Spans enabled, SequencedMap<SourceId, Spans> connections) {
    return new Destination(
        id, "d", false, enabled, connections, DestinationSettings.DEFAULT, Instant.EPOCH);
  }

  private Catalog catalog() {
    return Catalog.of(
        Stream.of(WEB, APP, SILENT)
            .map(
                id ->
                    new Source(
                        id,
                        "s",
                        SourceType.SERVER,
                        !id.equals(APP), // a disabled source does not keep a delete back
                        null,
                        List.of(new WriteKey("wk" + id, Instant.EPOCH, null)),
                        Instant.EPOCH.plusSeconds(id.bits())))
            .toList(),
        destinations.values());
  }

  /** Knows what the fields say. */
  private final class Seen implements SeenSources {

    @Override
    public CompletableFuture<Void> whenLevel() {
      return level;
    }

    @Override
    public Known of(Collection<String> userIds) {
      return new Known(seen, gap);
    }
  }

  /** Starts the program, which may die. */
  RegulationProcessor start(Fuse fuse) {
    return start(fuse, 1);
  }

  /** Starts the program on a node. */
  RegulationProcessor start(Fuse fuse, long node) {
    DeletionStore store = new CrashingDeletionStore(deletions, fuse);
    Deletions steps =
        new Deletions(
            store,
            regulations,
            new CrashingLog(log, fuse, () -> meanwhile.run()),
            HashKey.of(new byte[HashKey.LENGTH]),
            new Deletions.Environment(
                this::catalog,
                this::fate,
                new Seen(),
                (users, sources) -> fuse.burn(() -> erased.addAll(users)),
                () -> now));
    processor = new RegulationProcessor(store, steps, node, () -> now);
    return processor;
  }

  /** What was said that becomes of messages there, or that they were delivered. */
  private Optional<Tally> fate(DestinationId id, DeletionStore.Stretch stretch) {
    return Optional.of(answers.getOrDefault(id, new Tally(0, stretch.size(), 0, 0, 0, null)));
  }

  RegulationId order(List<String> users, SourceId... sources) {
    RegulationId id = new RegulationId(++ids);
    regulations.create(
        new RegulationStore.Order(
            id,
            RegulationType.DELETE_ONLY,
            users,
            List.of(sources),
            null,
            new Regulation.Author("root", "Root"),
            NOON),
        100,
        100);
    return id;
  }

  void pass() {
    boolean _ = processor.pass(true);
  }

  /** Goes on until a deletion is over. */
  Regulation finish(RegulationId id) {
    for (int i = 0; i < 1_000; i++) {
      Regulation now = regulations.find(id).orElseThrow();
      if (now.status().isOver()) {
        return now;
      }
      pass();
    }
    throw new AssertionError("not over: " + deletions.state(id));
  }

  /** Each delete in the log behind an offset, as source and user, with its JSON. */
  Map<String, List<String>> deletes(long fromOffset) {
    Map<String, List<String>> found = new LinkedHashMap<>();
    try (LogReader reader = log.reader(0, fromOffset)) {
      for (List<LogRecord> read = reader.read(1 << 20);
          !read.isEmpty();
          read = reader.read(1 << 20)) {
        for (LogRecord record : read) {
          RecordView view = RecordView.of(record.bytes());
          if (!view.is(MessageType.DELETE)) {
            throw new AssertionError("not a delete");
          }
          found
              .computeIfAbsent(
                  view.source().bits() + " " + view.text(Field.USER_ID), key -> new ArrayList<>())
              .add(UTF_8.decode(view.json()).toString());
        }
      }
    }
    return found;
  }
}
