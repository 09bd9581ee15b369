package io.postrider.server.delivery.sql;

import io.postrider.delivery.EncodedFailureChunk;
import io.postrider.id.DestinationId;
import io.postrider.log.LogIdentity;
import io.postrider.server.database.Database;
import io.postrider.server.database.Handle;
import io.postrider.server.database.PreparedBatch;
import io.postrider.server.database.Schema;
import io.postrider.server.delivery.CursorClock;
import io.postrider.server.delivery.CursorStore;
import io.postrider.server.delivery.FencingToken;
import io.postrider.server.delivery.LostOwnershipException;
import io.postrider.server.ledger.sql.SqlGapStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Cursors in SQL. Every change locks the row of its partition first, which holds the epoch.
 *
 * <p>A save says only what changed since the one before it, so it is right only on top of that one.
 * Saves are therefore numbered, and each requires the number of its predecessor: if a database
 * failed over to a standby that lacks the last saves, or was restored, the next save is refused.
 * The first number is random, because after such a loss two claims may have the same epoch; it is
 * also what tells them apart within this process.
 */
public final class SqlCursorStore implements CursorStore {

  /** The last save of a claim that the database confirmed. */
  private record LastSave(FencingToken token, long revision) {}

  /**
   * How long a claim waits for the row of its partition, which the earlier owner may have locked:
   * other partitions must not wait with it.
   */
  private static final Duration LOCK_PATIENCE = Duration.ofSeconds(2);

  private final Database access;
  private final CursorClock clock;
  private final Duration lockPatience;
  private final Map<Integer, LastSave> lastSaves = new ConcurrentHashMap<>();

  /** Uses a database with {@link Schema#CURSORS}. */
  public SqlCursorStore(Database database, CursorClock clock) {
    this(database, clock, LOCK_PATIENCE);
  }

  /** The same, for those who save no times. */
  public SqlCursorStore(Database database) {
    this(database, CursorClock.NONE);
  }

  SqlCursorStore(Database database, CursorClock clock, Duration lockPatience) {
    this.access = database;
    this.clock = clock;
    this.lockPatience = lockPatience;
  }

  @Override
  public Saved claim(int partition) {
    long revision = ThreadLocalRandom.current().nextLong();
    Saved saved = claim(partition, revision);
    lastSaves.put(partition, new LastSave(saved.token(), revision));
    return saved;
  }

  private Saved claim(int partition, long revision) {
    return access.write(
        lockPatience,
        handle -> {
          handle.execute(
              "insert into delivery_position (log_partition, log, position, epoch)"
                  + " values (?, '', 0, 0) on conflict do nothing",
              partition);
          // locks the row, so that the next statement reads what a claim beside this one wrote
          handle.execute(
              "update delivery_position set revision = ? where log_partition = ?",
              revision,
              partition);
          // above the published epoch as well, which a node may know from a lost claim
          handle.execute(
              "update delivery_position set epoch = 1 + (select max(known.epoch) from"
                  + " (select epoch from delivery_position where log_partition = ? union all"
                  + " select epoch from partition_owner where log_partition = ?) known)"
                  + " where log_partition = ?",
              partition,
              partition,
              partition);
          Map<DestinationId, byte[]> cursors = states(handle, "delivery_cursor", partition);
          Map<DestinationId, byte[]> health = states(handle, "delivery_health", partition);
          Map<DestinationId, List<EncodedFailureChunk>> failures = failures(handle, partition);
          List<Long> duplicates = duplicates(handle, partition);
          return handle
              .select(
                  "select log, position, epoch, boot, boot_millis, wall_millis"
                      + " from delivery_position where log_partition = ?",
                  partition)
              .map(
                  row -> {
                    String log = row.getString(1);
                    String boot = row.getString(4);
                    CursorClock.Reading saved =
                        new CursorClock.Reading(
                            boot == null ? "" : boot, row.getLong(5), row.getLong(6));
                    return new Saved(
                        log.isEmpty() ? null : new LogIdentity(UUID.fromString(log)),
                        row.getLong(2),
                        new FencingToken(row.getLong(3), revision),
                        cursors,
                        failures,
                        health,
                        duplicates,
                        clock.stepSince(saved));
                  })
              .one();
        });
  }

  private static List<Long> duplicates(Handle handle, int partition) {
    return handle
        .select("select log_offset from delivery_duplicate where log_partition = ?", partition)
        .mapTo(Long.class)
        .list();
  }

  private static void saveDuplicates(Handle handle, Change change) {
    for (long offset : change.duplicates()) {
      handle.execute(
          "insert into delivery_duplicate (log_partition, log_offset) values (?, ?)"
              + " on conflict do nothing",
          change.partition(),
          offset);
    }
  }

  private static Map<DestinationId, byte[]> states(Handle handle, String table, int partition) {
    return handle
        .select("select destination, state from " + table + " where log_partition = ?", partition)
        .map(row -> Map.entry(new DestinationId(row.getLong(1)), row.getBytes(2)))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static Map<DestinationId, List<EncodedFailureChunk>> failures(
      Handle handle, int partition) {
    return handle
        .select(
            "select destination, chunk, content from delivery_mark where log_partition = ?"
                + " order by destination, chunk",
            partition)
        .map(
            row ->
                Map.entry(
                    new DestinationId(row.getLong(1)),
                    new EncodedFailureChunk(row.getLong(2), row.getBytes(3))))
        .collect(
            Collectors.groupingBy(
                Map.Entry::getKey, Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
  }

  @Override
  public void save(Change change) {
    LastSave last = lastSaves.get(change.partition());
    if (last == null || !last.token().equals(change.token())) {
      throw replaced(change, last);
    }
    save(change, last.revision());
    lastSaves.replace(change.partition(), last, new LastSave(last.token(), last.revision() + 1));
  }

  /** A later claim took the place of the one that made a change. */
  private static LostOwnershipException replaced(Change change, @Nullable LastSave by) {
    return by != null && by.token().epoch() == change.token().epoch()
        ? LostOwnershipException.byTheDatabase(change.partition())
        : LostOwnershipException.toAnotherNode(change.partition(), change.token().epoch());
  }

  /**
   * @param last the last revision that the database confirmed; it may have taken the next one
   *     without an answer, which this one includes
   */
  private void save(Change change, long last) {
    CursorClock.Reading now = clock.read().orElse(null);
    access.write(
        handle -> {
          int owned =
              handle.execute(
                  "update delivery_position set revision = ?, log = ?, position = ?,"
                      + " boot = ?, boot_millis = ?, wall_millis = ?"
                      + " where log_partition = ? and epoch = ? and revision in (?, ?)",
                  last + 1,
                  change.log().toString(),
                  change.position(),
                  now == null ? null : now.boot(),
                  now == null ? null : now.bootMillis(),
                  now == null ? null : now.wallMillis(),
                  change.partition(),
                  change.token().epoch(),
                  last,
                  last + 1);
          if (owned == 0) {
            throw refusal(handle, change);
          }
          addLosses(handle, change.losses());
          forget(handle, change);
          saveStates(handle, "delivery_cursor", change.partition(), change.cursors());
          saveStates(handle, "delivery_health", change.partition(), change.health());
          saveFailures(handle, change);
          saveDuplicates(handle, change);
          change.ended().forEach(one -> SqlReplayStore.saveEnd(handle, one));
          change.gaps().forEach(gap -> SqlGapStore.save(handle, gap));
          return owned;
        });
  }

  private static LostOwnershipException refusal(Handle handle, Change change) {
    long epoch =
        handle
            .select(
                "select epoch from delivery_position where log_partition = ?", change.partition())
            .mapTo(Long.class)
            .findOne()
            .orElse(0L);
    return epoch > change.token().epoch()
        ? LostOwnershipException.toAnotherNode(change.partition(), change.token().epoch())
        : LostOwnershipException.byTheDatabase(change.partition());
  }

  private static void forget(Handle handle, Change change) {
    for (DestinationId destination : change.removed()) {
      SqlReplayStore.forget(handle, destination);
      handle.execute("delete from delivery_loss where destination = ?", destination.bits());
      for (String table : List.of("delivery_cursor", "delivery_mark", "delivery_health")) {
        handle.execute(
            "delete from " + table + " where destination = ? and log_partition = ?",
            destination.bits(),
            change.partition());
      }
    }
  }

  private static void saveStates(
      Handle handle, String table, int partition, Map<DestinationId, byte[]> states) {
    if (states.isEmpty()) {
      return;
    }
    try (PreparedBatch batch =
        handle.prepareBatch(
            "insert into "
                + table
                + " (destination, log_partition, state) values (?, ?, ?)"
                + " on conflict (destination, log_partition) do update set state ="
                + " excluded.state")) {
      states.forEach((destination, state) -> batch.add(destination.bits(), partition, state));
      batch.execute();
    }
  }

  private static void saveFailures(Handle handle, Change change) {
    change
        .failures()
        .forEach(
            (destination, chunks) -> {
              for (EncodedFailureChunk chunk : chunks) {
                saveFailures(handle, change.partition(), destination, chunk);
              }
            });
  }

  private static void saveFailures(
      Handle handle, int partition, DestinationId destination, EncodedFailureChunk chunk) {
    byte[] content = chunk.bytes();
    if (content == null) {
      handle.execute(
          "delete from delivery_mark where destination = ? and log_partition = ? and chunk = ?",
          destination.bits(),
          partition,
          chunk.key());
    } else {
      handle.execute(
          "insert into delivery_mark (destination, log_partition, chunk, content)"
              + " values (?, ?, ?, ?) on conflict (destination, log_partition, chunk)"
              + " do update set content = excluded.content",
          destination.bits(),
          partition,
          chunk.key(),
          content);
    }
  }

  private static void addLosses(Handle handle, Map<DestinationId, Long> losses) {
    losses.forEach(
        (destination, count) ->
            handle.execute(
                "insert into delivery_loss (destination, losses) values (?, ?)"
                    + " on conflict (destination) do update set"
                    + " losses = delivery_loss.losses + excluded.losses",
                destination.bits(),
                count));
  }

  @Override
  public Map<DestinationId, Long> losses() {
    return access
        .list(
            row -> Map.entry(new DestinationId(row.getLong(1)), row.getLong(2)),
            "select destination, losses from delivery_loss")
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  @Override
  public void forgetDuplicates(int partition, long before) {
    access.execute(
        "delete from delivery_duplicate where log_partition = ? and log_offset < ?",
        partition,
        before);
  }

  @Override
  public void reset() {
    access.write(
        handle -> {
          handle.execute("delete from delivery_cursor");
          handle.execute("delete from delivery_mark");
          handle.execute("delete from delivery_health");
          handle.execute("delete from delivery_duplicate");
          handle.execute("delete from delivery_rules");
          handle.execute("delete from ledger_gap");
          SqlReplayStore.forgetAll(handle);
          // the epoch stays, so that a former owner cannot write again; another revision, so that
          // one that is not stopped notices
          return handle.execute(
              "update delivery_position set log = '', position = 0, revision = ?",
              ThreadLocalRandom.current().nextLong());
        });
  }
}
