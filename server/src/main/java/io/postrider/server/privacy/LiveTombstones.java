package io.postrider.server.privacy;

import io.postrider.id.RegulationId;
import io.postrider.id.SourceId;
import io.postrider.ledger.LedgerEntry;
import io.postrider.log.RecordLog;
import io.postrider.message.HashKey;
import io.postrider.privacy.Tombstones;
import io.postrider.route.Catalog;
import io.postrider.route.LogEndOffsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The hidden records in force on this node.
 *
 * <p>{@link #current} may be called from any thread and never blocks. {@link #refresh} runs before
 * a regulation is answered. Tombstones for records that retention removed are dropped at start.
 */
public final class LiveTombstones {

  private static final Logger LOG = LoggerFactory.getLogger(LiveTombstones.class);

  /**
   * Deletions that ended this long ago are known: a node that could not read them has restarted.
   */
  private static final Duration ENDED = Duration.ofDays(1);

  private final RegulationStore store;
  private final RecordLog log;
  private final Supplier<Catalog> catalog;
  private final UserHashes hashes;
  private final InstantSource time;
  private final ReentrantLock reading = new ReentrantLock();
  private volatile Tombstones current = Tombstones.NONE;
  private volatile Tombstones deleted = Tombstones.NONE;
  private long known;

  /** The regulations whose erasure is in force here, since the start. */
  private final Set<RegulationId> erased = new HashSet<>();

  private LiveTombstones(
      RegulationStore store,
      RecordLog log,
      Supplier<Catalog> catalog,
      HashKey key,
      InstantSource time) {
    this.time = time;
    this.store = store;
    this.log = log;
    this.catalog = catalog;
    this.hashes = new UserHashes(store, catalog, key);
  }

  /** Reads all tombstones. */
  public static LiveTombstones open(
      RegulationStore store,
      RecordLog log,
      Supplier<Catalog> catalog,
      HashKey key,
      InstantSource time) {
    LiveTombstones live = new LiveTombstones(store, log, catalog, key, time);
    live.refresh();
    return live;
  }

  public Tombstones current() {
    return current;
  }

  /** Whether an entry of the ledger is hidden, about a message of a partition. */
  boolean hide(int partition, LedgerEntry entry) {
    return current.hides(partition, entry.offset(), entry.userHash());
  }

  /** The records of deleted users that are shown, but no longer delivered. */
  public Tombstones deleted() {
    return deleted;
  }

  /** The end offsets of the log; a regulation hides records before them. */
  public LogEndOffsets end() {
    return new LogEndOffsets(log.endOffsets());
  }

  /** Whether so many more users can be hidden. */
  public boolean hasRoomFor(int subjects, List<SourceId> sources) {
    long perUser = sources.isEmpty() ? catalog.get().mentionedSources().size() : sources.size();
    return current.size() + subjects * perUser <= Tombstones.MAX_USERS;
  }

  /** Applies all regulations in the store. */
  public void refresh() {
    reading.lock();
    try {
      for (RegulationStore.Hiding hiding : store.hidings(known)) {
        LogEndOffsets before = hiding.before();
        if (before != null && reachesInto(before)) {
          Set<SourceId> sources = hashes.sources(hiding.sources());
          current = current.with(hashes.of(hiding.id(), hiding.subjects(), sources), before);
        }
        LogEndOffsets computed = hiding.computedBefore();
        if (computed != null && reachesInto(computed)) {
          hideComputed(hiding.id(), hiding.subjects(), computed);
          delete(hiding.id(), hiding.subjects(), hiding.sources(), computed);
        }
        known = hiding.number();
        if (computed != null) {
          erased.add(hiding.id());
        }
      }
      refreshErased();
    } finally {
      reading.unlock();
    }
  }

  /** Another node may have erased the users of a regulation that was known before. */
  private void refreshErased() {
    for (RegulationStore.Hiding hiding : store.erasures(time.instant().minus(ENDED))) {
      LogEndOffsets computed = hiding.computedBefore();
      if (computed != null && erased.add(hiding.id()) && reachesInto(computed)) {
        hideComputed(hiding.id(), hiding.subjects(), computed);
        delete(hiding.id(), hiding.subjects(), hiding.sources(), computed);
      }
    }
  }

  /**
   * Hides all records computed for the users of a regulation so far, whose profiles are erased, and
   * delivers no more of their other records.
   *
   * @return the offsets up to which records are hidden
   */
  LogEndOffsets erased(Regulation regulation) {
    reading.lock();
    try {
      LogEndOffsets now = end();
      erased.add(regulation.id());
      hideComputed(regulation.id(), regulation.subjects(), now);
      delete(regulation.id(), regulation.subjects(), regulation.sources(), now);
      return now;
    } finally {
      reading.unlock();
    }
  }

  private void hideComputed(RegulationId id, int subjects, LogEndOffsets before) {
    if (current.size() + subjects > Tombstones.MAX_USERS) {
      LOG.warn(
          "Cannot hide computed records of {}: the limit is reached with {} hidden users.",
          id,
          current.size());
      return;
    }
    current = current.with(hashes.of(id, subjects, Set.of(SourceId.NONE)), before);
  }

  /** Whether the log has no record before some offsets. */
  boolean isExpired(LogEndOffsets before) {
    return !reachesInto(before);
  }

  private void delete(RegulationId id, int subjects, List<SourceId> named, LogEndOffsets before) {
    Set<SourceId> sources = hashes.sources(named);
    if (deleted.size() + (long) subjects * sources.size() > Tombstones.MAX_USERS) {
      LOG.warn(
          "Cannot hold back waiting messages of the users of {}: the limit is reached with {}"
              + " deleted users. Their delete messages are sent.",
          id,
          deleted.size());
      return;
    }
    deleted = deleted.with(hashes.of(id, subjects, sources), before);
  }

  private boolean reachesInto(LogEndOffsets before) {
    return IntStream.range(0, log.partitions())
        .anyMatch(partition -> before.at(partition) > log.firstOffset(partition));
  }
}
