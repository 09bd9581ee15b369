package io.postrider.route;

import io.postrider.audience.Audience;
import io.postrider.audience.Computation;
import io.postrider.audience.ComputationId;
import io.postrider.audience.ComputedTrait;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An immutable snapshot of all sources, destinations, audiences, computed traits and workspace
 * settings. Hot paths read it instead of the database.
 */
public final class Catalog {

  private final Map<SourceId, Source> sources;
  private final Map<String, KeyHolder> keys;
  private final Map<DestinationId, Destination> destinations;
  private final Map<SourceId, DestinationId> firstDestinations = new HashMap<>();

  private final Workspace workspace;
  private final List<Computation> computations;
  private final List<Audience> audiences;
  private final List<ComputedTrait> computedTraits;

  private record KeyHolder(WriteKey key, Source source) {}

  private Catalog(
      Collection<Source> sources,
      Collection<Destination> destinations,
      Workspace workspace,
      Collection<? extends Computation> computations) {
    this.sources = HashMap.newHashMap(sources.size());
    this.keys = HashMap.newHashMap(sources.size());
    this.destinations = LinkedHashMap.newLinkedHashMap(destinations.size());
    this.workspace = workspace;
    this.computations = List.copyOf(computations);
    this.audiences = only(Audience.class, computations);
    this.computedTraits = only(ComputedTrait.class, computations);
    sources.forEach(this::add);
    destinations.forEach(one -> this.destinations.put(one.id(), one));
    if (sources.stream().anyMatch(Catalog::hasEventRules)) {
      destinations.forEach(this::addFirst);
    }
  }

  private static <C> List<C> only(Class<C> kind, Collection<? extends Computation> computations) {
    return computations.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** A snapshot of sources and destinations, with default workspace settings. */
  public static Catalog of(Collection<Source> sources, Collection<Destination> destinations) {
    return of(sources, destinations, Workspace.DEFAULT, List.of());
  }

  /** A snapshot of all of these. */
  public static Catalog of(
      Collection<Source> sources,
      Collection<Destination> destinations,
      Workspace workspace,
      Collection<? extends Computation> computations) {
    return new Catalog(sources, destinations, workspace, computations);
  }

  private void add(Source source) {
    sources.put(source.id(), source);
    for (WriteKey key : source.writeKeys()) {
      keys.put(key.value(), new KeyHolder(key, source));
    }
  }

  private static boolean hasEventRules(Source source) {
    return !source.events().allowAll();
  }

  private void addFirst(Destination destination) {
    if (!destination.enabled().isOpen()) {
      return;
    }
    for (SourceId id : destination.connections().keySet()) {
      Source source = sources.get(id);
      if (source != null && hasEventRules(source) && destination.connection(id).isOpen()) {
        firstDestinations.merge(id, destination.id(), Catalog::least);
      }
    }
  }

  private static DestinationId least(DestinationId one, DestinationId other) {
    return Long.compareUnsigned(one.bits(), other.bits()) <= 0 ? one : other;
  }

  /** A snapshot of sources without destinations. */
  public static Catalog of(Collection<Source> sources) {
    return of(sources, List.of());
  }

  /** The source with a write key that is valid now, or null. */
  public @Nullable Source sourceOf(String writeKey, Instant now) {
    KeyHolder holder = keys.get(writeKey);
    return holder != null && holder.key().validAt(now) ? holder.source() : null;
  }

  /**
   * Of the enabled destinations that are connected to a source with event rules, the one with the
   * least ID. Null without rules or without such a destination.
   */
  public @Nullable DestinationId firstDestination(SourceId source) {
    return firstDestinations.get(source);
  }

  public Optional<Source> source(SourceId id) {
    return Optional.ofNullable(sources.get(id));
  }

  /** All sources, in no order. */
  public Collection<Source> sources() {
    return Collections.unmodifiableCollection(sources.values());
  }

  /** All sources, and deleted ones whose messages the log may still have. */
  public Set<SourceId> mentionedSources() {
    Set<SourceId> mentioned = new HashSet<>(sources.keySet());
    destinations.values().forEach(to -> mentioned.addAll(to.connections().keySet()));
    return mentioned;
  }

  public Optional<Destination> destination(DestinationId id) {
    return Optional.ofNullable(destinations.get(id));
  }

  /**
   * Whether a destination of this catalog, its sources, and the first destination of each of them
   * are the same as in an earlier catalog. Comparing is cheap if the catalogs share what did not
   * change.
   */
  public boolean isUnchangedSince(Catalog earlier, Destination destination) {
    Destination before = earlier.destinations.get(destination.id());
    if (!Objects.equals(destination, before)) {
      return false;
    }
    for (SourceId source : destination.connections().keySet()) {
      if (!isUnchangedSince(earlier, source)) {
        return false;
      }
    }
    return true;
  }

  private boolean isUnchangedSince(Catalog earlier, SourceId source) {
    return Objects.equals(sources.get(source), earlier.sources.get(source))
        && Objects.equals(firstDestination(source), earlier.firstDestination(source));
  }

  /** All destinations, oldest first. */
  public Collection<Destination> destinations() {
    return Collections.unmodifiableCollection(destinations.values());
  }

  public Optional<Computation> computation(ComputationId id) {
    return computations.stream().filter(one -> one.id().equals(id)).findFirst();
  }

  /** All audiences and computed traits, oldest first. */
  public List<Computation> computations() {
    return computations;
  }

  /** All audiences, oldest first. */
  public List<Audience> audiences() {
    return audiences;
  }

  /** All computed traits, oldest first. */
  public List<ComputedTrait> computedTraits() {
    return computedTraits;
  }

  /** Whether an audience or a computed trait sends to a destination. */
  public boolean isComputedFor(DestinationId destination) {
    return computations.stream().anyMatch(one -> one.destinations().contains(destination));
  }

  public Workspace workspace() {
    return workspace;
  }
}
