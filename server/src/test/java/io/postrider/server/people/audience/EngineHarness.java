package io.postrider.server.people.audience;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.audience.Audience;
import io.postrider.audience.Computation;
import io.postrider.audience.ComputedTrait;
import io.postrider.id.SourceId;
import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.MemoryLog;
import io.postrider.log.RecordLog;
import io.postrider.message.ComputedRecordWriter;
import io.postrider.message.HashKey;
import io.postrider.message.MessageType;
import io.postrider.message.RecordBuffer;
import io.postrider.message.RecordView;
import io.postrider.privacy.HiddenRecords;
import io.postrider.server.background.Bookmark;
import io.postrider.server.background.BookmarkMove;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.people.profile.IdHasher;
import io.postrider.server.people.profile.ProfileLimits;
import io.postrider.server.people.profile.ProfileRebuild;
import io.postrider.server.people.profile.ProfileStore;
import io.postrider.server.people.profile.Profiles;
import io.postrider.server.people.sql.EvaluationQueue;
import io.postrider.server.people.sql.SqlComputationResults;
import io.postrider.server.people.sql.SqlEvaluationStore;
import io.postrider.server.people.sql.SqlOutbox;
import io.postrider.server.people.sql.SqlProfileStore;
import io.postrider.server.usage.AcceptedRecords;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The path from the log through profiles and evaluation back into the log, without threads: the
 * test runs every step and sets the time.
 */
final class EngineHarness implements AutoCloseable {

  static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  static final ProfileLimits LIMITS = new ProfileLimits(Duration.ofDays(90), 5_000, 2 << 20);

  private static final List<String> TABLES =
      List.of(
          "profile_state",
          "profile_bookmark",
          "profile_rebuild",
          "profile",
          "activity",
          "recent_profile",
          "identity",
          "event",
          "event_name",
          "profile_group",
          "group_traits",
          "computation",
          "membership",
          "transition",
          "pending",
          "sweep",
          "introduction",
          "outbox",
          "computation_size",
          "destination_reach",
          "trait_value");

  private final AcceptedRecords accepted = new AcceptedRecords();
  private final DatabaseUrl url;
  private final MemoryLog memory = new MemoryLog();
  private Database database;
  private ProfileStore profileStore;
  private Profiles profiles;
  private List<Audience> audiences = List.of();
  private List<ComputedTrait> traits = List.of();
  private long heard;
  private int called;
  Definitions definitions = Definitions.NONE;
  EvaluationScheduler scheduler;
  OutboxDrain publishing;
  EvaluationStore store;
  Outbox outbox;
  Instant now = NOON;

  /** What destinations could receive; those that are not listed, everything. */
  List<DestinationReach> reach = List.of();

  /** Records before it are lost. */
  long firstOffset;

  @SuppressWarnings("NullAway.Init") // by open
  EngineHarness(DatabaseUrl url) {
    this.url = url;
    open();
  }

  /** Starts with the stored state. */
  void open() {
    database = Database.open(url, Schema.PROFILES);
    restart();
  }

  /** Restarts: only the database survives. */
  void restart() {
    wire(store -> store, outbox -> outbox, log -> log);
  }

  /** The same, with parts that may fail. */
  void wire(
      UnaryOperator<EvaluationStore> stores,
      UnaryOperator<Outbox> outboxes,
      UnaryOperator<RecordLog> logs) {
    profileStore = new SqlProfileStore(database, LIMITS, new EvaluationQueue(database, () -> {}));
    profiles =
        new Profiles(
            profileStore, LIMITS, HiddenRecords.nothing(), () -> now, new SimpleMeterRegistry());
    store = stores.apply(new SqlEvaluationStore(database));
    outbox = outboxes.apply(new SqlOutbox(database));
    scheduler = new EvaluationScheduler(store, () -> reach, () -> 0, changes -> {});
    publishing =
        new OutboxDrain(
            outbox,
            logs.apply(memory),
            () -> definitions,
            new ComputedRecordWriter(HashKey.of(new byte[HashKey.LENGTH])),
            user -> user.hashCode(),
            records -> false);
    compile();
  }

  @Override
  public void close() {
    database.close();
  }

  Database database() {
    return database;
  }

  ProfileStore profileStore() {
    return profileStore;
  }

  private void compile() {
    IdHasher hashing = new IdHasher(profileStore.hashKey());
    definitions = Definitions.of(audiences, traits, hashing::event);
  }

  /** Replaces the definitions. */
  void define(Computation... computations) {
    audiences =
        Arrays.stream(computations)
            .filter(Audience.class::isInstance)
            .map(Audience.class::cast)
            .toList();
    traits =
        Arrays.stream(computations)
            .filter(ComputedTrait.class::isInstance)
            .map(ComputedTrait.class::cast)
            .toList();
    compile();
  }

  /** A call now, with {@code '} for quotes. */
  void say(MessageType type, String json) {
    say(type, now, json);
  }

  void say(MessageType type, Instant at, String json) {
    String timed =
        "{\"timestamp\":\"%s\",\"messageId\":\"m%d\",".formatted(at, called++)
            + json.replace('\'', '"').substring(1);
    AcceptedRecords.append(memory, accepted.of(1, type, now, timed));
  }

  void track(String user, String event) {
    say(MessageType.TRACK, "{'userId':'%s','event':'%s'}".formatted(user, event));
  }

  void track(String user, String event, String properties) {
    say(
        MessageType.TRACK,
        "{'userId':'%s','event':'%s','properties':%s}".formatted(user, event, properties));
  }

  void identify(String user, String traits) {
    say(MessageType.IDENTIFY, "{'userId':'%s','traits':%s}".formatted(user, traits));
  }

  /** A {@code delete} in the log, as regulations write it. */
  void delete(String user) {
    RecordBuffer buffer = new RecordBuffer(256);
    String json =
        "{\"type\":\"delete\",\"userId\":\"%s\",\"messageId\":\"d%d\",\"timestamp\":\"%s\"}"
            .formatted(user, called++, now);
    new ComputedRecordWriter(HashKey.of(new byte[HashKey.LENGTH]))
        .add(json.getBytes(UTF_8), new SourceId(1), now, new long[0], buffer);
    AcceptedRecords.append(memory, Arrays.copyOf(buffer.bytes(), buffer.ends()[0]));
  }

  /** Rebuilds profiles from the log. */
  void rebuild() {
    long end = records(firstOffset).getLast().offset() + 1;
    profileStore.rebuild(List.of(new ProfileStore.OffsetRange(0, firstOffset, end)), now);
  }

  /** Loses the database, and starts with an empty one, as a node does. */
  void loseDatabase() {
    database.change(
        handle -> {
          for (String table : TABLES) {
            handle.execute("delete from " + table);
          }
          handle.execute("update evaluation set number = 0");
        });
    restart();
    assertThat(new ProfileRebuild(profileStore, memory, () -> {}, () -> now).restoreIfNew())
        .isTrue();
    scheduler.apply(definitions, now);
  }

  /** Applies new records to profiles. */
  void follow() {
    follow(Integer.MAX_VALUE);
  }

  /** The same, with a limit of records. */
  void follow(int most) {
    Bookmark before = profileStore.bookmark(0).orElse(null);
    long from = before == null ? firstOffset : before.position();
    List<LogRecord> records = records(from).stream().limit(most).toList();
    if (!records.isEmpty()) {
      Bookmark after = Bookmark.at(memory.identity(), records.getLast().offset() + 1);
      profiles.take(new BookmarkMove(0, before, after, 0), records);
    }
  }

  private List<LogRecord> records(long from) {
    List<LogRecord> records = new ArrayList<>();
    try (LogReader reader = memory.reader(0, from)) {
      for (List<LogRecord> read = reader.read(1 << 20);
          !read.isEmpty();
          read = reader.read(1 << 20)) {
        records.addAll(read);
      }
    }
    return records;
  }

  /** Runs until there is no more work. */
  void settle() {
    follow();
    scheduler.apply(definitions, now);
    evaluate();
    publish();
  }

  void evaluate() {
    scheduler.refresh();
    boolean more = true;
    while (more) {
      more = scheduler.cycle(now);
    }
  }

  void publish() {
    int done = 1;
    while (done > 0) {
      done = publishing.advance(now);
    }
  }

  void pass(Duration time) {
    now = now.plus(time);
  }

  /** The changes published since the last call. */
  List<PublishedChange> published() {
    List<PublishedChange> published = new ArrayList<>();
    for (LogRecord record : records(heard)) {
      RecordView view = RecordView.of(record.bytes());
      if (view.isComputed() && view.type().orElseThrow() != MessageType.DELETE) {
        published.add(PublishedChange.of(record));
      }
      heard = record.offset() + 1;
    }
    return published;
  }

  /** The same in short, as {@code ada big_spenders=true}. */
  List<String> news() {
    return published().stream().map(PublishedChange::brief).toList();
  }

  /** The members of an audience whose user IDs start with a text. */
  List<String> members(long id, String prefix, int most) {
    SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    try (OutboxPublisher publisher =
            new OutboxPublisher(outbox, publishing, () -> now, metrics, () -> true);
        AudienceEngine engine =
            new AudienceEngine(store, () -> reach, publisher, () -> now, metrics, () -> true)) {
      return new SqlComputationResults(database, engine, () -> now)
          .find(definitions.find(id).orElseThrow().computation(), prefix, most).stream()
              .map(member -> member.userId())
              .toList();
    }
  }

  /** The stored computation. */
  StoredComputation stored(long id) {
    return store.computations().stream()
        .filter(stored -> stored.id() == id)
        .findFirst()
        .orElseThrow();
  }
}
