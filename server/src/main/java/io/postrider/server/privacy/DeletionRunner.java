package io.postrider.server.privacy;

import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.privacy.DeleteCounts;
import io.postrider.privacy.Deletion;
import io.postrider.route.LogEndOffsets;
import io.postrider.server.privacy.DeletionStore.Chunk;
import io.postrider.server.privacy.DeletionStore.Range;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * Runs the steps of deletions. Belongs to one thread, which it blocks.
 *
 * <p>Every step can be repeated: only the store says what is done, and it is updated last.
 */
final class DeletionRunner {
  private static final int CHUNKS_PER_STEP = 400;

  private final DeletionStore store;
  private final RegulationStore regulations;
  private final DeleteLog log;
  private final AffectedSources affected;
  private final DeleteOutcomes outcomes;
  private final UserErasure erasure;
  private final LiveTombstones tombstones;
  private final InstantSource time;

  DeletionRunner(
      DeletionStore store,
      RegulationStore regulations,
      DeleteLog log,
      AffectedSources affected,
      DeleteOutcomes outcomes,
      UserErasure erasure,
      LiveTombstones tombstones,
      InstantSource time) {
    this.store = store;
    this.regulations = regulations;
    this.log = log;
    this.affected = affected;
    this.outcomes = outcomes;
    this.erasure = erasure;
    this.tombstones = tombstones;
    this.time = time;
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
        forEachChunk(regulation, (from, users) -> erasure.sweep(users, sources(regulation)));
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
    forEachChunk(
        regulation,
        (from, users) -> {
          List<DeleteLog.Subject> subjects = new ArrayList<>();
          for (int i = 0; i < users.size(); i++) {
            subjects.add(new DeleteLog.Subject(from + i, users.get(i)));
          }
          erasure.erase(users, sources(regulation));
          // last, so that a rebuild keeps messages that follow this offset
          log.appendErasures(regulation, subjects);
        });
    return tombstones.erased(regulation);
  }

  private void forEachChunk(Regulation regulation, BiConsumer<Integer, List<String>> work) {
    for (int from = 0; from < regulation.subjects(); from += Deletion.CHUNK) {
      work.accept(from, regulations.subjects(regulation.id(), from, from + Deletion.CHUNK));
    }
  }

  private static Predicate<SourceId> sources(Regulation regulation) {
    List<SourceId> named = regulation.sources();
    return id -> named.isEmpty() || named.contains(id);
  }

  private void send(Regulation regulation, Deletion.Send step, boolean toAll) {
    List<DestinationId> receivers = affected.receivers(step.work().source());
    if (receivers.isEmpty()) {
      // no destination is connected any more
      store.sent(regulation.id(), step, regulation.subjects(), null, receivers);
      return;
    }
    List<DeleteLog.Subject> subjects = affected.subjects(regulation, step, toAll);
    Range sent = subjects.isEmpty() ? null : log.append(regulation, step.work(), subjects);
    store.sent(regulation.id(), step, step.to(), sent, receivers);
  }

  private void follow(Regulation regulation) {
    for (Chunk chunk : store.chunks(regulation.id(), CHUNKS_PER_STEP)) {
      Map<DestinationId, DeleteCounts> counts = outcomes.of(chunk);
      if (!counts.equals(chunk.counts())
          || counts.values().stream().allMatch(DeleteCounts::isOver)) {
        store.followed(regulation.id(), chunk.with(counts));
      }
    }
  }
}
