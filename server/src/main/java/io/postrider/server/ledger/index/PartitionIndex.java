package io.postrider.server.ledger.index;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The runs of one partition: sealed ones, the one that follows the end of the ledger, and one that
 * fills a hole between sealed ones. Queries share it; only {@link PartitionIndexer} changes it, and
 * waits for queries then. Sealed runs do not overlap.
 */
final class PartitionIndex {

  private static final Logger LOG = LoggerFactory.getLogger(PartitionIndex.class);

  private final int partition;
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private final List<SealedRun> sealed;
  private final Set<String> damaged = ConcurrentHashMap.newKeySet();
  private OpenRun tail;
  private @Nullable OpenRun filler;

  PartitionIndex(int partition, List<SealedRun> sealed, OpenRun tail) {
    this.partition = partition;
    this.sealed = new ArrayList<>(sealed);
    this.tail = tail;
  }

  int partition() {
    return partition;
  }

  /** The undamaged runs, oldest first. None of them changes until {@link #release}. */
  List<Run> hold() {
    lock.readLock().lock();
    List<Run> runs = new ArrayList<>();
    for (SealedRun run : sealed) {
      if (!damaged.contains(run.name())) {
        runs.add(run);
      }
    }
    if (filler != null) {
      runs.add(filler);
      runs.sort((a, b) -> Long.compare(a.blocks().firstOffset(), b.blocks().firstOffset()));
    }
    runs.add(tail);
    return runs;
  }

  /** Ends a {@link #hold} of the same thread. */
  void release() {
    lock.readLock().unlock();
  }

  /** Has a run rebuilt, and hides it from queries until then. */
  void reportDamage(DamagedRunException damage) {
    lock.readLock().lock();
    try {
      boolean known = sealed.stream().anyMatch(run -> run.name().equals(damage.file()));
      if (known && damaged.add(damage.file())) {
        LOG.warn("{} Rebuilding it.", damage.getMessage());
      }
    } finally {
      lock.readLock().unlock();
    }
  }

  /** Changes runs while no query reads them. */
  void change(Runnable change) {
    lock.writeLock().lock();
    try {
      change.run();
    } finally {
      lock.writeLock().unlock();
    }
  }

  // what follows is for the indexer, which is the only one to change the runs

  OpenRun tail() {
    return tail;
  }

  @Nullable OpenRun filler() {
    return filler;
  }

  List<SealedRun> sealed() {
    return List.copyOf(sealed);
  }

  void startTail(OpenRun next) {
    change(() -> tail = next);
  }

  void startFiller(@Nullable OpenRun next) {
    change(() -> filler = next);
  }

  /** Replaces the tail by its sealed form and an empty run. */
  void sealTail(SealedRun run, OpenRun next) {
    change(
        () -> {
          insert(run);
          tail = next;
        });
  }

  /** Replaces the filler by its sealed form. */
  void sealFiller(SealedRun run) {
    change(
        () -> {
          insert(run);
          filler = null;
        });
  }

  /** Replaces neighbouring runs by one. */
  void replace(List<SealedRun> parts, SealedRun whole) {
    change(
        () -> {
          sealed.removeAll(parts);
          insert(whole);
        });
  }

  void remove(SealedRun run) {
    change(
        () -> {
          sealed.remove(run);
          damaged.remove(run.name());
        });
  }

  boolean isDamaged(SealedRun run) {
    return damaged.contains(run.name());
  }

  private void insert(SealedRun run) {
    int at = 0;
    while (at < sealed.size()
        && sealed.get(at).blocks().firstOffset() < run.blocks().firstOffset()) {
      at++;
    }
    sealed.add(at, run);
  }
}
