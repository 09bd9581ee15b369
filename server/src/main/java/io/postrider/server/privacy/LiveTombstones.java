package io.postrider.server.privacy;

import io.postrider.id.RegulationId;
import io.postrider.id.SourceId;
import io.postrider.log.RecordLog;
import io.postrider.message.HashKey;
import io.postrider.message.UserHash;
import io.postrider.privacy.Deletion;
import io.postrider.privacy.Tombstones;
import io.postrider.route.Catalog;
import io.postrider.route.LogEndOffsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The hidden users as this node knows them.
 *
 * <p>{@link #current} may be called from any thread and never blocks. {@link #refresh} runs before
 * a request is answered. What the log has lost need not be hidden any more: a start leaves it out.
 */
public final class LiveTombstones {

  private static final Logger LOG = LoggerFactory.getLogger(LiveTombstones.class);

  private final RegulationStore store;
  private final RecordLog log;
  private final Supplier<Catalog> catalog;
  private final UserHash hash;
  private final ReentrantLock reading = new ReentrantLock();
  private volatile Tombstones current = Tombstones.NONE;
  private long known;

  private LiveTombstones(
      RegulationStore store, RecordLog log, Supplier<Catalog> catalog, HashKey key) {
    this.store = store;
    this.log = log;
    this.catalog = catalog;
    this.hash = new UserHash(key);
  }

  /** Reads who is hidden. */
  public static LiveTombstones open(
      RegulationStore store, RecordLog log, Supplier<Catalog> catalog, HashKey key) {
    LiveTombstones live = new LiveTombstones(store, log, catalog, key);
    live.refresh();
    return live;
  }

  /** Those in force. */
  public Tombstones current() {
    return current;
  }

  /** Where the log ends now: what a request hides lies before. */
  public LogEndOffsets end() {
    return new LogEndOffsets(
        IntStream.range(0, log.partitions()).mapToObj(log::endOffset).toList());
  }

  /** Whether so many users more can be hidden. */
  public boolean hasRoomFor(int subjects, List<SourceId> sources) {
    long perUser = sources.isEmpty() ? catalog.get().mentionedSources().size() : sources.size();
    return current.size() + subjects * perUser <= Tombstones.MOST;
  }

  /** Brings every request that the store holds by now into force. */
  public void refresh() {
    reading.lock();
    try {
      for (RegulationStore.Hiding hiding : store.hidings(known)) {
        LogEndOffsets before = hiding.before();
        if (before != null && reachesInto(before)) {
          current = current.with(hashes(hiding), before);
        }
        LogEndOffsets computed = hiding.computedBefore();
        if (computed != null && reachesInto(computed)) {
          hideComputed(hiding.id(), hiding.subjects(), computed);
        }
        known = hiding.number();
      }
    } finally {
      reading.unlock();
    }
  }

  /**
   * Hides what was computed of a request's users until now, for their profiles are gone.
   *
   * @return up to where in the log
   */
  LogEndOffsets erased(Regulation regulation) {
    reading.lock();
    try {
      LogEndOffsets now = end();
      hideComputed(regulation.id(), regulation.subjects(), now);
      return now;
    } finally {
      reading.unlock();
    }
  }

  private void hideComputed(RegulationId id, int subjects, LogEndOffsets before) {
    if (current.size() + subjects > Tombstones.MOST) {
      LOG.warn(
          "{} hides nothing that was computed of its users: {} users are hidden already.",
          id,
          current.size());
      return;
    }
    current = current.with(hashes(id, subjects, Set.of(SourceId.NONE)), before);
  }

  private boolean reachesInto(LogEndOffsets before) {
    return IntStream.range(0, log.partitions())
        .anyMatch(partition -> before.at(partition) > log.firstOffset(partition));
  }

  private Set<Long> hashes(RegulationStore.Hiding hiding) {
    Set<SourceId> sources =
        hiding.sources().isEmpty()
            ? catalog.get().mentionedSources()
            : Set.copyOf(hiding.sources());
    return hashes(hiding.id(), hiding.subjects(), sources);
  }

  private Set<Long> hashes(RegulationId id, int subjects, Set<SourceId> sources) {
    Set<Long> hashes = new HashSet<>();
    for (int from = 0; from < subjects; from += Deletion.CHUNK) {
      for (String user : store.subjects(id, from, from + Deletion.CHUNK)) {
        sources.forEach(source -> hashes.add(hash.inRecords(source, user)));
      }
    }
    return hashes;
  }
}
