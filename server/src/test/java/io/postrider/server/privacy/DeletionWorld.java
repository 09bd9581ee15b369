package io.postrider.server.privacy;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.id.DestinationId;
import io.postrider.id.RegulationId;
import io.postrider.id.SourceId;
import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.MemoryLog;
import io.postrider.message.ComputedRecordWriter;
import io.postrider.message.Field;
import io.postrider.message.HashKey;
import io.postrider.message.MessageType;
import io.postrider.message.RecordBuffer;
import io.postrider.message.RecordView;
import io.postrider.message.SourceType;
import io.postrider.privacy.DeleteCounts;
import io.postrider.privacy.RegulationType;
import io.postrider.route.ActiveRanges;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.route.DestinationSettings;
import io.postrider.route.LogEndOffsets;
import io.postrider.route.Source;
import io.postrider.route.WriteKey;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.privacy.sql.SqlDeletionStore;
import io.postrider.server.privacy.sql.SqlRegulationStore;
import io.postrider.server.privacy.sql.SqlSampleStore;
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
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A node that runs deletions step by step, without threads or receivers. */
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
  final Map<DestinationId, DeleteCounts> answers = new HashMap<>();
  final Map<String, Set<SourceId>> seen = new HashMap<>();
  final Set<String> erased = new LinkedHashSet<>();
  final Set<String> swept = new LinkedHashSet<>();
  CompletableFuture<Void> level = CompletableFuture.completedFuture(null);
  @Nullable Instant gap;
  Instant now = NOON.plusSeconds(5);

  /** Runs between the decision about receivers and the append. */
  Runnable meanwhile = () -> {};

  /** Whether nodes deliver the partition of delete messages. */
  boolean delivers = true;

  private long ids;
  private DeletionScheduler processor;

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

  SampleStore samples() {
    return new SqlSampleStore(database);
  }

  private ActiveRanges sinceNow() {
    return ActiveRanges.NONE.opened(LogEndOffsets.of(log.endOffset(0)));
  }

  /** Adds a destination that is enabled from now on. */
  void connect(DestinationId id, SourceId... sources) {
    LinkedHashMap<SourceId, ActiveRanges> connections = new LinkedHashMap<>();
    for (SourceId source : sources) {
      connections.put(source, sinceNow());
    }
    destinations.put(id, destination(id, sinceNow(), connections));
  }

  void disable(DestinationId id) {
    Destination before = Objects.requireNonNull(destinations.get(id));
    ActiveRanges closed = before.enabled().closed(LogEndOffsets.of(log.endOffset(0)));
    destinations.put(id, destination(id, closed, before.connections()));
  }

  private static Destination destination(
      DestinationId id, ActiveRanges enabled, SequencedMap<SourceId, ActiveRanges> connections) {
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

  /** Answers from the fields. */
  private final class Seen implements SeenSources {

    @Override
    public CompletableFuture<Void> whenCaughtUp() {
      return level;
    }

    @Override
    public Known of(Collection<String> userIds) {
      return new Known(seen, gap);
    }
  }

  /** Starts the program, which may crash. */
  DeletionScheduler start(Fuse fuse) {
    return start(fuse, 1);
  }

  /** Starts the program on a node. */
  DeletionScheduler start(Fuse fuse, long node) {
    DeletionStore store = new CrashingDeletionStore(deletions, fuse);
    DeletionRunner steps =
        new DeletionRunner(
            store,
            regulations,
            new DeleteLog(
                new CrashingLog(log, fuse, () -> meanwhile.run()),
                HashKey.of(new byte[HashKey.LENGTH]),
                () -> now),
            new AffectedSources(regulations, this::catalog, new Seen(), () -> now),
            new DeleteOutcomes(this::catalog, this::outcome),
            erasure(fuse),
            tombstones(),
            () -> now);
    processor = new DeletionScheduler(store, steps, node, () -> delivers, () -> now);
    return processor;
  }

  private UserErasure erasure(Fuse fuse) {
    return new UserErasure() {
      @Override
      public void erase(List<String> userIds, Predicate<SourceId> sources) {
        fuse.burn(() -> erased.addAll(userIds));
      }

      @Override
      public void sweep(List<String> userIds, Predicate<SourceId> sources) {
        fuse.burn(() -> swept.addAll(userIds));
      }
    };
  }

  /** The tombstones after a start. */
  LiveTombstones tombstones() {
    return LiveTombstones.open(
        regulations, log, this::catalog, HashKey.of(new byte[HashKey.LENGTH]), () -> now);
  }

  /** Whether a message computed before the deletion is hidden after a start. */
  boolean hides(String user) {
    return hides(tombstones(), user);
  }

  /** Whether tombstones in force hide such a message. */
  boolean hides(LiveTombstones tombstones, String user) {
    RecordBuffer buffer = new RecordBuffer(512);
    new ComputedRecordWriter(HashKey.of(new byte[HashKey.LENGTH]))
        .add(
            ("{\"type\":\"identify\",\"userId\":\"%s\",\"messageId\":\"m\","
                    + "\"timestamp\":\"2026-03-01T12:00:00Z\"}")
                .formatted(user)
                .getBytes(UTF_8),
            SourceId.NONE,
            NOON,
            new long[] {ONE.bits()},
            buffer);
    return tombstones.current().hide(0, 0, buffer.last());
  }

  /** The answer for a destination; delivered by default. */
  private Optional<DeleteCounts> outcome(DestinationId id, DeletionStore.Range range) {
    return Optional.of(answers.getOrDefault(id, new DeleteCounts(0, range.size(), 0, 0, 0, null)));
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

  /** Runs passes until a deletion ends. */
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

  /** Each delete but the first in the log, as source and user, with its JSON. */
  Map<String, List<String>> deletes(int first) {
    Map<String, List<String>> found = new LinkedHashMap<>();
    records().stream()
        .filter(view -> !view.source().equals(SourceId.NONE))
        .skip(first)
        .forEach(
            view ->
                found
                    .computeIfAbsent(
                        view.source().bits() + " " + view.text(Field.USER_ID),
                        key -> new ArrayList<>())
                    .add(UTF_8.decode(view.json()).toString()));
    return found;
  }

  /** How many deletes there are in the log. */
  int count() {
    return deletes(0).values().stream().mapToInt(List::size).sum();
  }

  /** The users in the erase records of the log. */
  List<String> eraseRecords() {
    return records().stream()
        .filter(view -> view.source().equals(SourceId.NONE) && view.destinations() == 1)
        .map(view -> String.valueOf(view.text(Field.USER_ID)))
        .toList();
  }

  private List<RecordView> records() {
    List<RecordView> found = new ArrayList<>();
    try (LogReader reader = log.reader(0, 0)) {
      for (List<LogRecord> read = reader.read(1 << 20);
          !read.isEmpty();
          read = reader.read(1 << 20)) {
        read.forEach(record -> found.add(RecordView.of(record.bytes())));
      }
    }
    if (found.stream().anyMatch(view -> !view.is(MessageType.DELETE))) {
      throw new AssertionError("not a delete");
    }
    return found;
  }
}
