package io.postrider.server.catalog.workspace;

import io.postrider.audience.Computation;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.route.Destination;
import io.postrider.route.DestinationSettings;
import io.postrider.route.SharedSecret;
import io.postrider.route.Source;
import io.postrider.route.Workspace;
import io.postrider.server.catalog.CatalogStore;
import io.postrider.server.catalog.Declarations;
import io.postrider.server.catalog.DestinationChange;
import io.postrider.server.catalog.LogRange;
import io.postrider.server.catalog.api.DestinationResource;
import io.postrider.server.catalog.api.SourceResource;
import io.postrider.server.catalog.workspace.DeclaredFile.DestinationEntry;
import io.postrider.server.catalog.workspace.DeclaredFile.SourceEntry;
import io.postrider.server.http.admin.ApiException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The changes that make a catalog equal to a workspace file. Belongs to one thread and one catalog.
 *
 * <p>Fields that a declared resource omits get their defaults. Resources that are no longer
 * declared are removed; resources that never were are not touched. Workspace settings that are no
 * longer declared keep their values.
 */
final class WorkspacePlan {

  private final CatalogStore.Snapshot before;
  private final DeclaredFile file;
  private final WorkspacePlanner planner;
  private final Instant now;
  private final LogRange log;
  private final YamlLocations locations;
  private final Map<SourceId, Source> sources = new LinkedHashMap<>();
  private final Map<String, SourceId> namedSources = new HashMap<>();
  private final Map<DestinationId, Destination> destinations = new LinkedHashMap<>();

  WorkspacePlan(
      CatalogStore.Snapshot before,
      DeclaredFile file,
      WorkspacePlanner planner,
      Instant now,
      LogRange log) {
    this.before = before;
    this.file = file;
    this.planner = planner;
    this.now = now;
    this.log = log;
    this.locations = file.locations();
  }

  /**
   * The changes.
   *
   * @throws InvalidWorkspaceFileException if the catalog does not allow them
   */
  DeclaredChange change() {
    Declarations previous = before.declarations();
    locations.refuseMissing("sources", file.sources() == null, previous.sources().size());
    locations.refuseMissing(
        "destinations", file.destinations() == null, previous.destinations().size());
    List<SourceEntry> sourceEntries = Objects.requireNonNullElse(file.sources(), List.of());
    List<DestinationEntry> entries = Objects.requireNonNullElse(file.destinations(), List.of());

    before.sources().forEach(source -> sources.put(source.id(), source));
    Map<SourceId, Declarations.DeclaredSource> declaredSources = sources(sourceEntries);
    List<SourceId> removedSources = removed(previous.sources(), declaredSources, sources);
    checkKeys(sourceEntries);
    locations.bound("sources", sources.size(), SourceResource.MAX_SOURCES);

    before.destinations().forEach(one -> destinations.put(one.id(), one));
    Map<DestinationId, String> declared = destinations(entries);
    List<DestinationId> removed = removed(previous.destinations(), declared, destinations);
    locations.bound("destinations", destinations.size(), DestinationResource.MAX_DESTINATIONS);
    ComputationChangePlan computations =
        ComputationChangePlan.of(before, file, planner, now, declared, destinations.keySet());
    locations.check();
    return new DeclaredChange(
        changes(before.sources(), sources, Source::id, removedSources),
        changes(before.destinations(), destinations, Destination::id, removed),
        changes(before.computations(), computations.all(), Computation::id, computations.removed()),
        workspace(),
        new Declarations(declaredSources, declared, computations.declared(), workspaceFields()),
        log.end());
  }

  private Set<String> workspaceFields() {
    return file.workspace() == null ? Set.of() : file.workspace().fields();
  }

  /** The new workspace settings; null if they do not change. */
  private @Nullable Workspace workspace() {
    if (file.workspace() == null) {
      return null;
    }
    Workspace wanted = file.workspace().edit().apply(before.workspace());
    return wanted.equals(before.workspace()) ? null : wanted;
  }

  /** Removes from {@code all} what is no longer declared, and returns it. */
  static <I, T> List<I> removed(Map<I, ?> before, Map<I, ?> after, Map<I, T> all) {
    List<I> removed =
        before.keySet().stream()
            .filter(id -> !after.containsKey(id) && all.containsKey(id))
            .toList();
    removed.forEach(all::remove);
    return removed;
  }

  private static <I, T> DeclaredChange.Part<T, I> changes(
      List<T> before, Map<I, T> after, Function<T, I> id, List<I> removed) {
    Map<I, T> known = before.stream().collect(Collectors.toMap(id, Function.identity()));
    List<T> created = new ArrayList<>();
    List<T> changed = new ArrayList<>();
    after.forEach(
        (key, one) -> {
          T old = known.get(key);
          if (old == null) {
            created.add(one);
          } else if (!old.equals(one)) {
            changed.add(one);
          }
        });
    return new DeclaredChange.Part<>(created, changed, removed);
  }

  private Map<SourceId, Declarations.DeclaredSource> sources(List<SourceEntry> entries) {
    Map<SourceId, Declarations.DeclaredSource> declared = new LinkedHashMap<>();
    Map<String, SourceId> known = new HashMap<>();
    before.declarations().sources().forEach((id, source) -> known.put(source.name(), id));
    for (SourceEntry entry : entries) {
      SourceId stated = entry.id();
      SourceId id = locations.identity(entry.path(), stated, known.get(entry.name()));
      SourceId chosen = id == null ? planner.keys().sourceId() : id;
      namedSources.put(entry.name(), chosen);
      if (declared.putIfAbsent(
              chosen, new Declarations.DeclaredSource(entry.name(), entry.writeKey() != null))
          != null) {
        locations.wrong(entry.path() + ".id", "is the ID of another source in this file");
        continue;
      }
      sources.put(chosen, source(entry, chosen, sources.get(chosen)));
    }
    return declared;
  }

  private Source source(SourceEntry entry, SourceId id, @Nullable Source found) {
    if (found == null) {
      return entry.source().create(id, planner.key(entry.writeKey()), now);
    }
    Source changed = entry.source().applyTo(found);
    String key = entry.writeKey();
    if (key == null || key.equals(found.writeKey().value())) {
      return changed;
    }
    return planner
        .withKey(changed, key, now)
        .orElseGet(
            () -> {
              locations.wrong(
                  entry.path() + ".writeKey",
                  "cannot be rotated: too many previous keys are still valid");
              return changed;
            });
  }

  private void checkKeys(List<SourceEntry> entries) {
    Map<String, SourceId> holders = new HashMap<>();
    Map<SourceId, String> paths = new HashMap<>();
    entries.forEach(
        entry -> paths.put(Objects.requireNonNull(namedSources.get(entry.name())), entry.path()));
    for (Source source : sources.values()) {
      source
          .writeKeys()
          .forEach(
              key -> {
                SourceId other = holders.putIfAbsent(key.value(), source.id());
                if (other != null && !other.equals(source.id())) {
                  String path = paths.getOrDefault(source.id(), paths.get(other));
                  locations.wrong(path + ".writeKey", "belongs to another source");
                }
              });
    }
  }

  private Map<DestinationId, String> destinations(List<DestinationEntry> entries) {
    Map<DestinationId, String> declared = new LinkedHashMap<>();
    Map<String, DestinationId> known = new HashMap<>();
    before.declarations().destinations().forEach((id, name) -> known.put(name, id));
    for (DestinationEntry entry : entries) {
      DestinationId id = locations.identity(entry.path(), entry.id(), known.get(entry.name()));
      DestinationId chosen = id == null ? planner.keys().destinationId() : id;
      if (declared.putIfAbsent(chosen, entry.name()) != null) {
        locations.wrong(entry.path() + ".id", "is the ID of another destination in this file");
        continue;
      }
      try {
        destinations.put(chosen, destination(entry, chosen, destinations.get(chosen)));
      } catch (ApiException impossible) {
        locations.wrong(entry.path(), "cannot be changed: " + impossible.getMessage());
      }
    }
    return declared;
  }

  private Destination destination(
      DestinationEntry entry, DestinationId id, @Nullable Destination found) {
    DestinationChange requested = entry.requested();
    DestinationSettings wanted = requested.settings().apply(DestinationSettings.DEFAULT);
    DestinationSettings settings =
        found != null && sameSecret(found.settings(), wanted)
            ? wanted.withSecrets(found.settings().secrets())
            : wanted;
    DestinationChange whole =
        new DestinationChange(
            requested.name(),
            requested.enabled() == null || requested.enabled(),
            requested.paused() != null && requested.paused(),
            connected(entry),
            previously -> settings);
    return found == null ? whole.create(id, now, log) : whole.applyTo(found, log);
  }

  /** Whether the current secret is the same; a previous one may still sign. */
  private static boolean sameSecret(DestinationSettings found, DestinationSettings wanted) {
    return current(found).equals(current(wanted));
  }

  private static Optional<String> current(DestinationSettings settings) {
    return settings.secrets().stream().map(SharedSecret::value).findFirst();
  }

  private List<SourceId> connected(DestinationEntry entry) {
    List<SourceId> connected = new ArrayList<>();
    for (int i = 0; i < entry.sources().size(); i++) {
      String name = entry.sources().get(i);
      SourceId id = namedSources.containsKey(name) ? namedSources.get(name) : null;
      SourceId chosen = id == null ? SourceId.parse(name).orElse(null) : id;
      if (chosen == null || !sources.containsKey(chosen)) {
        locations.wrong("%s.sources[%d]".formatted(entry.path(), i), "is not a source");
      } else if (connected.contains(chosen)) {
        locations.wrong("%s.sources[%d]".formatted(entry.path(), i), "is a duplicate");
      } else {
        connected.add(chosen);
      }
    }
    return connected;
  }
}
