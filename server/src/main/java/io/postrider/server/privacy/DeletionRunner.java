package io.postrider.server.privacy;

import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.log.RecordBatch;
import io.postrider.log.RecordLog;
import io.postrider.message.HashKey;
import io.postrider.privacy.DeleteCounts;
import io.postrider.privacy.Deletion;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.route.LogEndOffsets;
import io.postrider.server.privacy.DeletionStore.Chunk;
import io.postrider.server.privacy.DeletionStore.Stretch;
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
 * Carries out the steps of deletions. Belongs to one thread, which it blocks.
 *
 * <p>Everything that a step does can be done again: the store alone says what is done, and it is
 * told last.
 */
final class DeletionRunner {

  private static final int PARTITION = 0;
  private static final int CHUNKS_AT_ONCE = 400;
  private static final long PATIENCE_SECONDS = 30;

  private final DeletionStore store;
  private final RegulationStore regulations;
  private final RecordLog log;
  private final DeleteRecords records;
  private final AffectedSources affected;
  private final Environment environment;

  DeletionRunner(
      DeletionStore store,
      RegulationStore regulations,
      RecordLog log,
      HashKey hashKey,
      Environment environment) {
    this.store = store;
    this.regulations = regulations;
    this.log = log;
    this.records = new DeleteRecords(hashKey);
    this.environment = environment;
    this.affected =
        new AffectedSources(
            regulations, environment.catalog(), environment.seen(), environment.time());
  }

  /** What deletions look at and tell. */
  record Environment(
      Supplier<Catalog> catalog,
      DeleteFates fates,
      SeenSources seen,
      UserErasure erasure,
      LiveTombstones tombstones,
      InstantSource time) {}

  /** The log does not take messages now; trying later may help. */
  static final class LogAwayException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LogAwayException(Throwable cause) {
      super(cause.getMessage(), cause);
    }
  }

  /** Does the next step of a deletion that is not over; false if it cannot be done yet. */
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
        store.ended(regulation.id(), end.status(), environment.time().instant());
      }
    }
    return true;
  }

  private boolean decide(Regulation regulation) {
    Optional<AffectedSources.Decision> decision = affected.by(regulation);
    decision.ifPresent(made -> store.decided(regulation.id(), made.sources(), made.toAll()));
    return decision.isPresent();
  }

  /**
   * Erases what is kept here of the users. The log says so too, so that whoever reads it once more
   * also erases once more; what was computed of them before counts as gone.
   *
   * @return up to where in the log
   */
  private LogEndOffsets erase(Regulation regulation) {
    for (int from = 0; from < regulation.subjects(); from += Deletion.CHUNK) {
      List<String> users = regulations.subjects(regulation.id(), from, from + Deletion.CHUNK);
      List<DeleteRecords.Subject> subjects = new ArrayList<>();
      for (int i = 0; i < users.size(); i++) {
        subjects.add(new DeleteRecords.Subject(from + i, users.get(i)));
      }
      environment.erasure().erase(users, sources(regulation));
      // last, so that whoever is back behind this place in the log keeps what is new
      long _ = append(records.marks(regulation, subjects, environment.time().instant()));
    }
    return environment.tombstones().erased(regulation);
  }

  private void sweep(Regulation regulation) {
    for (int from = 0; from < regulation.subjects(); from += Deletion.CHUNK) {
      List<String> users = regulations.subjects(regulation.id(), from, from + Deletion.CHUNK);
      environment.erasure().sweep(users, sources(regulation));
    }
  }

  private static Predicate<SourceId> sources(Regulation regulation) {
    List<SourceId> named = regulation.sources();
    return id -> named.isEmpty() || named.contains(id);
  }

  private void send(Regulation regulation, Deletion.Send step, boolean toAll) {
    SourceId source = step.work().source();
    List<DestinationId> receivers = AffectedSources.receivers(environment.catalog().get(), source);
    if (receivers.isEmpty()) {
      // nobody is connected any more, so nobody has to be told
      store.sent(regulation.id(), step, regulation.subjects(), null, receivers);
      return;
    }
    List<DeleteRecords.Subject> told = affected.subjects(regulation, step, toAll);
    Stretch sent = null;
    if (!told.isEmpty()) {
      Instant now = environment.time().instant();
      long first = append(records.batch(regulation, step.work(), told, now));
      sent = new Stretch(PARTITION, first, told.size());
    }
    store.sent(regulation.id(), step, step.to(), sent, receivers);
  }

  /** Waits until records are in the log; where the first is. */
  private long append(RecordBatch batch) {
    try {
      return log.append(PARTITION, batch).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException failed) {
      throw new LogAwayException(failed);
    } catch (TimeoutException slow) {
      throw new LogAwayException(slow);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LogAwayException(e);
    }
  }

  private void follow(Regulation regulation) {
    Catalog catalog = environment.catalog().get();
    for (Chunk chunk : store.chunks(regulation.id(), CHUNKS_AT_ONCE)) {
      Map<DestinationId, DeleteCounts> fates = fates(catalog, chunk);
      if (!fates.equals(chunk.fates()) || fates.values().stream().allMatch(DeleteCounts::isOver)) {
        store.followed(
            regulation.id(),
            new Chunk(
                chunk.sourceOrdinal(),
                chunk.source(),
                chunk.firstSubject(),
                chunk.stretch(),
                fates));
      }
    }
  }

  /** What is known of a chunk now, at destinations that are new or gone as well. */
  private Map<DestinationId, DeleteCounts> fates(Catalog catalog, Chunk chunk) {
    Stretch stretch = chunk.stretch();
    Map<DestinationId, DeleteCounts> fates = new HashMap<>(chunk.fates());
    for (Destination destination : catalog.destinations()) {
      if (isFor(destination, chunk)) {
        fates.putIfAbsent(destination.id(), DeleteCounts.waiting(stretch.size()));
      }
    }
    fates.replaceAll(
        (id, known) -> {
          if (known.isOver()) {
            return known;
          }
          Destination destination = catalog.destination(id).orElse(null);
          if (destination == null) {
            return known.abandoned();
          }
          // one that was disabled while the messages went into the log does not get them
          return isFor(destination, chunk)
              ? environment.fates().tally(id, stretch).orElse(known)
              : known.cancelledRest();
        });
    return fates;
  }

  /** A chunk went into the log at once, so what holds for its first message holds for all. */
  private static boolean isFor(Destination destination, Chunk chunk) {
    int partition = chunk.stretch().partition();
    long first = chunk.stretch().first();
    return destination.enabled().contains(partition, first)
        && destination.connection(chunk.source()).contains(partition, first);
  }
}
