package io.postrider.server.privacy;

import io.postrider.id.DestinationId;
import io.postrider.id.RegulationId;
import io.postrider.id.SourceId;
import io.postrider.privacy.Deletion;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.route.Source;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Decides which sources a deletion affects, and for which of its users each source sends deletes.
 * Belongs to one thread.
 *
 * <p>A regulation without sources affects the sources in which its users were seen. The decision
 * waits until all messages accepted before the regulation are known; after {@link #TIMEOUT} it
 * affects all sources.
 */
final class AffectedSources {

  /** Longer than the follower of seen users is throttled while the CPU is busy. */
  static final Duration TIMEOUT = Duration.ofMinutes(12);

  private final RegulationStore regulations;
  private final Supplier<Catalog> catalog;
  private final SeenSources seen;
  private final InstantSource time;
  private final Map<RegulationId, CompletableFuture<Void>> awaited = new HashMap<>();

  AffectedSources(
      RegulationStore regulations,
      Supplier<Catalog> catalog,
      SeenSources seen,
      InstantSource time) {
    this.regulations = regulations;
    this.catalog = catalog;
    this.seen = seen;
    this.time = time;
  }

  /**
   * The affected sources, oldest first.
   *
   * @param toAll whether each source sends a delete for every user, seen there or not
   */
  record Decision(List<SourceId> sources, boolean toAll) {}

  /** The affected sources; empty if that cannot be decided yet. */
  Optional<Decision> decide(Regulation regulation) {
    List<SourceId> named = regulation.sources();
    if (!named.isEmpty()) {
      return Optional.of(decision(source -> named.contains(source.id()), true));
    }
    CompletableFuture<Void> caughtUp =
        awaited.computeIfAbsent(regulation.id(), id -> seen.whenCaughtUp());
    boolean late = time.instant().isAfter(regulation.createdAt().plus(TIMEOUT));
    if (!caughtUp.isDone() && !late) {
      return Optional.empty();
    }
    awaited.remove(regulation.id());
    boolean known = caughtUp.isDone() && !caughtUp.isCompletedExceptionally();
    return Optional.of(known ? seenIn(regulation) : decision(source -> true, true));
  }

  private Decision seenIn(Regulation regulation) {
    Set<SourceId> found = new HashSet<>();
    for (int from = 0; from < regulation.subjects(); from += Deletion.CHUNK) {
      List<String> users = regulations.subjects(regulation.id(), from, from + Deletion.CHUNK);
      SeenSources.Known known = seen.of(users);
      for (Source source : catalog.get().sources()) {
        if (!found.contains(source.id())
            && users.stream().anyMatch(user -> known.mayBeIn(user, source))) {
          found.add(source.id());
        }
      }
    }
    return decision(source -> found.contains(source.id()), false);
  }

  private Decision decision(Predicate<Source> wanted, boolean toAll) {
    return new Decision(
        catalog.get().sources().stream()
            .filter(wanted)
            .filter(source -> !receivers(source.id()).isEmpty())
            .sorted(Comparator.comparing(Source::createdAt).thenComparingLong(s -> s.id().bits()))
            .map(Source::id)
            .toList(),
        toAll);
  }

  /** The users of a step for which its source sends deletes. */
  List<DeleteLog.Subject> subjects(Regulation regulation, Deletion.Send step, boolean toAll) {
    List<String> users = regulations.subjects(regulation.id(), step.from(), step.to());
    Source source = catalog.get().source(step.work().source()).orElse(null);
    SeenSources.Known known = toAll || source == null ? null : seen.of(users);
    List<DeleteLog.Subject> subjects = new ArrayList<>();
    for (int i = 0; i < users.size(); i++) {
      if (known == null || source == null || known.mayBeIn(users.get(i), source)) {
        subjects.add(new DeleteLog.Subject(step.from() + i, users.get(i)));
      }
    }
    return subjects;
  }

  /** The enabled destinations that are connected to a source. */
  List<DestinationId> receivers(SourceId source) {
    return catalog.get().destinations().stream()
        .filter(to -> to.isEnabled() && to.connection(source).isOpen())
        .map(Destination::id)
        .toList();
  }
}
