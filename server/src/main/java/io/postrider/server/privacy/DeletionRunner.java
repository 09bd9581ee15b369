package io.postrider.server.privacy;

import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.log.LogUnavailableException;
import io.postrider.log.RecordBatch;
import io.postrider.log.RecordLog;
import io.postrider.message.HashKey;
import io.postrider.privacy.DeleteCounts;
import io.postrider.privacy.Deletion;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.route.LogEndOffsets;
import io.postrider.server.privacy.DeletionStore.Chunk;
import io.postrider.server.privacy.DeletionStore.Range;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Runs the steps of deletions. Belongs to one thread, which it blocks.
 *
 * <p>Every step can be repeated: only the store says what is done, and it is updated last.
 */
final class DeletionRunner {

  private static final int PARTITION = 0;
  private static final int CHUNKS_PER_STEP = 400;
  private static final long APPEND_TIMEOUT_SECONDS = 30;

  private final DeletionStore store;
  private final RegulationStore regulations;
  private final RecordLog log;
  private final DeleteRecords records;
  private final AffectedSources affected;
  private final Supplier<Catalog> catalog;
  private final DeleteOutcomes outcomes;
  private final UserErasure erasure;
  private final LiveTombstones tombstones;
  private final InstantSource time;

  DeletionRunner(
      DeletionStore store,
      RegulationStore regulations,
      RecordLog log,
      HashKey hashKey,
      Supplier<Catalog> catalog,
      DeleteOutcomes outcomes,
      SeenSources seen,
      UserErasure erasure,
      LiveTombstones tombstones,
      InstantSource time) {
    this.store = store;
    this.regulations = regulations;
    this.log = log;
    this.records = new DeleteRecords(hashKey);
    this.catalog = catalog;
    this.outcomes = outcomes;
    this.erasure = erasure;
    this.tombstones = tombstones;
    this.time = time;
    this.affected = new AffectedSources(regulations, catalog, seen, time);
  }

  /** Runs the next step of an open deletion; false if it cannot run yet. */
  boolean step(Regulation regulation) {
    Deletion state = store.state(regulation.id());
    switch (state.next()) {
      case Deletion.Decide _ -> {
        return decide(regulation);
      }
      case Deletion.Erase _ -> {
        store.erased(regulation.id(), erase(regulation));
      }
      case Deletion.Send send -> send(regulation, send, state.toAll());
      case Deletion.Follow _ -> follow(regulation);
      case Deletion.End end -> {
        sweep(regulation);
        store.ended(regulation.id(), end.status(), time.instant());
      }
    }
    return true;
  }

  private boolean decide(Regulation regulation) {
    Optional<AffectedSources.Decision> decision = affected.decide(regulation);
    decision.ifPresent(made -> store.decided(regulation.id(), made.sources(), made.toAll()));
    return decision.isPresent();
  }

  /**
   * Erases the stored data of the users, and appends erase records to the log, so that a rebuild
   * from the log erases again. Hides records computed for them before.
   *
   * @return up to which offsets computed records are hidden
   */
  private LogEndOffsets erase(Regulation regulation) {
    for (int from = 0; from < regulation.subjects(); from += Deletion.CHUNK) {
      List<String> users = regulations.subjects(regulation.id(), from, from + Deletion.CHUNK);
      List<DeleteRecords.Subject> subjects = new ArrayList<>();
      for (int i = 0; i < users.size(); i++) {
        subjects.add(new DeleteRecords.Subject(from + i, users.get(i)));
      }
      erasure.erase(users, sources(regulation));
      // last, so that a rebuild keeps messages that follow this offset
      long _ = append(records.eraseBatch(regulation, subjects, time.instant()));
    }
    return tombstones.erased(regulation);
  }

  private void sweep(Regulation regulation) {
    for (int from = 0; from < regulation.subjects(); from += Deletion.CHUNK) {
      List<String> users = regulations.subjects(regulation.id(), from, from + Deletion.CHUNK);
      erasure.sweep(users, sources(regulation));
    }
  }

  private static Predicate<SourceId> sources(Regulation regulation) {
    List<SourceId> named = regulation.sources();
    return id -> named.isEmpty() || named.contains(id);
  }

  private void send(Regulation regulation, Deletion.Send step, boolean toAll) {
    SourceId source = step.work().source();
    List<DestinationId> receivers = AffectedSources.receivers(catalog.get(), source);
    if (receivers.isEmpty()) {
      // no destination is connected any more
      store.sent(regulation.id(), step, regulation.subjects(), null, receivers);
      return;
    }
    List<DeleteRecords.Subject> subjects = affected.subjects(regulation, step, toAll);
    Range sent = null;
    if (!subjects.isEmpty()) {
      Instant now = time.instant();
      long first = append(records.batch(regulation, step.work(), subjects, now));
      sent = new Range(PARTITION, first, subjects.size());
    }
    store.sent(regulation.id(), step, step.to(), sent, receivers);
  }

  /** Appends records and waits until they are durable; returns the first offset. */
  private long append(RecordBatch batch) {
    try {
      return log.append(PARTITION, batch).get(APPEND_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException failed) {
      throw new LogUnavailableException("Cannot append delete messages.", failed);
    } catch (TimeoutException slow) {
      throw new LogUnavailableException("Appending delete messages timed out.", slow);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LogUnavailableException("Interrupted.", e);
    }
  }

  private void follow(Regulation regulation) {
    Catalog current = catalog.get();
    for (Chunk chunk : store.chunks(regulation.id(), CHUNKS_PER_STEP)) {
      Map<DestinationId, DeleteCounts> counts = counts(current, chunk);
      if (!counts.equals(chunk.counts())
          || counts.values().stream().allMatch(DeleteCounts::isOver)) {
        store.followed(
            regulation.id(),
            new Chunk(
                chunk.sourceOrdinal(),
                chunk.source(),
                chunk.firstSubject(),
                chunk.range(),
                counts));
      }
    }
  }

  /** The current counts of a chunk, including destinations that were added or deleted. */
  private Map<DestinationId, DeleteCounts> counts(Catalog current, Chunk chunk) {
    Range range = chunk.range();
    Map<DestinationId, DeleteCounts> counts = new HashMap<>(chunk.counts());
    for (Destination destination : current.destinations()) {
      if (isFor(destination, chunk)) {
        counts.putIfAbsent(destination.id(), DeleteCounts.waiting(range.size()));
      }
    }
    counts.replaceAll(
        (id, known) -> {
          if (known.isOver()) {
            return known;
          }
          Destination destination = current.destination(id).orElse(null);
          if (destination == null) {
            return known.abandoned();
          }
          // a destination that was disabled at append time does not receive them
          return isFor(destination, chunk)
              ? outcomes.count(id, range).orElse(known)
              : known.cancelledRest();
        });
    return counts;
  }

  /** A chunk is appended as one batch, so all its messages route like the first. */
  private static boolean isFor(Destination destination, Chunk chunk) {
    int partition = chunk.range().partition();
    long first = chunk.range().first();
    return destination.enabled().contains(partition, first)
        && destination.connection(chunk.source()).contains(partition, first);
  }
}
