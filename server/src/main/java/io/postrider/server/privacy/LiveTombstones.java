package io.postrider.server.privacy;

import io.postrider.log.RecordLog;
import io.postrider.message.HashKey;
import io.postrider.message.UserHash;
import io.postrider.privacy.Deletion;
import io.postrider.privacy.Tombstones;
import io.postrider.route.Catalog;
import io.postrider.route.LogEnds;
import io.postrider.route.SourceId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The hidden users as this node knows them.
 *
 * <p>{@link #current} may be called from any thread and never blocks. {@link #refresh} runs before
 * a request is answered. What the log has lost need not be hidden any more: a start leaves it out.
 */
public final class LiveTombstones {

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
  LogEnds end() {
    return new LogEnds(IntStream.range(0, log.partitions()).mapToObj(log::endOffset).toList());
  }

  /** Whether so many users more can be hidden. */
  boolean hasRoomFor(int subjects, List<SourceId> sources) {
    long perUser = sources.isEmpty() ? catalog.get().mentionedSources().size() : sources.size();
    return current.size() + subjects * perUser <= Tombstones.MOST;
  }

  /** Brings every request that the store holds by now into force. */
  void refresh() {
    reading.lock();
    try {
      for (RegulationStore.Hiding hiding : store.hidings(known)) {
        if (reachesInto(hiding.before())) {
          current = current.with(hashes(hiding), hiding.before());
        }
        known = hiding.number();
      }
    } finally {
      reading.unlock();
    }
  }

  private boolean reachesInto(LogEnds before) {
    return IntStream.range(0, log.partitions())
        .anyMatch(partition -> before.at(partition) > log.firstOffset(partition));
  }

  private Set<Long> hashes(RegulationStore.Hiding hiding) {
    Set<SourceId> sources =
        hiding.sources().isEmpty()
            ? catalog.get().mentionedSources()
            : Set.copyOf(hiding.sources());
    Set<Long> hashes = new HashSet<>();
    for (int from = 0; from < hiding.subjects(); from += Deletion.CHUNK) {
      for (String user : store.subjects(hiding.id(), from, from + Deletion.CHUNK)) {
        sources.forEach(source -> hashes.add(hash.inRecords(source, user)));
      }
    }
    return hashes;
  }
}
