package io.postrider.server.catalog.workspace;

import io.postrider.audience.Audience;
import io.postrider.audience.AudienceGraph;
import io.postrider.audience.Computation;
import io.postrider.audience.ComputationId;
import io.postrider.audience.ComputationKind;
import io.postrider.id.DestinationId;
import io.postrider.server.catalog.CatalogStore;
import io.postrider.server.catalog.definition.ComputationChange;
import io.postrider.server.catalog.definition.ComputationNames;
import io.postrider.server.catalog.definition.ComputationRules;
import io.postrider.server.catalog.workspace.DeclaredFile.ComputationEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The part of a {@link WorkspacePlan} for audiences and computed traits. Belongs to one thread and
 * one catalog. Undeclared computations lose removed destinations, and nothing else.
 */
final class ComputationChangePlan {

  private final CatalogStore.Snapshot before;
  private final WorkspacePlanner planner;
  private final Instant now;
  private final YamlLocations locations;
  private final Map<String, DestinationId> namedDestinations = new HashMap<>();
  private final Set<DestinationId> destinations;
  private final Map<ComputationId, Computation> all = new LinkedHashMap<>();
  private final Map<ComputationId, String> declared = new LinkedHashMap<>();
  private final Map<ComputationId, ComputationEntry> entries = new LinkedHashMap<>();
  private List<ComputationId> removed = List.of();

  private ComputationChangePlan(
      CatalogStore.Snapshot before,
      WorkspacePlanner planner,
      Instant now,
      YamlLocations locations,
      Set<DestinationId> destinations) {
    this.before = before;
    this.planner = planner;
    this.now = now;
    this.locations = locations;
    this.destinations = destinations;
  }

  /**
   * Plans the computations of a file, and records what is wrong.
   *
   * @param declaredDestinations the destinations of the file, with their names
   * @param destinations all destinations after the change
   */
  static ComputationChangePlan of(
      CatalogStore.Snapshot before,
      DeclaredFile file,
      WorkspacePlanner planner,
      Instant now,
      Map<DestinationId, String> declaredDestinations,
      Set<DestinationId> destinations) {
    ComputationChangePlan plan =
        new ComputationChangePlan(before, planner, now, file.locations(), destinations);
    declaredDestinations.forEach((id, name) -> plan.namedDestinations.put(name, id));
    plan.make(file);
    return plan;
  }

  /** All computations after the change. */
  Map<ComputationId, Computation> all() {
    return all;
  }

  /** The declared computations, with their names. */
  Map<ComputationId, String> declared() {
    return declared;
  }

  /** The removed computations. */
  List<ComputationId> removed() {
    return removed;
  }

  private void make(DeclaredFile file) {
    before.computations().forEach(one -> all.put(one.id(), withoutRemoved(one)));
    for (ComputationKind kind : ComputationKind.values()) {
      List<ComputationEntry> section = file.computations(kind);
      locations.refuseMissing(DeclaredFile.section(kind), section == null, countDeclared(kind));
      Objects.requireNonNullElse(section, List.<ComputationEntry>of()).forEach(this::declare);
    }
    removed = WorkspacePlan.removed(before.declarations().computations(), declared, all);
    for (ComputationKind kind : ComputationKind.values()) {
      locations.bound(DeclaredFile.section(kind), count(kind), Computation.MAX_PER_KIND);
    }
    entries.forEach(this::check);
    removed.forEach(this::checkUnused);
  }

  private int countDeclared(ComputationKind kind) {
    return (int)
        before.declarations().computations().keySet().stream()
            .filter(id -> id.kind() == kind)
            .count();
  }

  private int count(ComputationKind kind) {
    return (int) all.keySet().stream().filter(id -> id.kind() == kind).count();
  }

  private Computation withoutRemoved(Computation one) {
    Computation kept = one;
    for (DestinationId id : one.destinations()) {
      if (!destinations.contains(id)) {
        kept = kept.with(kept.settings().without(id), now);
      }
    }
    return kept;
  }

  private void declare(ComputationEntry entry) {
    ComputationId known = null;
    for (Map.Entry<ComputationId, String> one : before.declarations().computations().entrySet()) {
      boolean same = one.getKey().kind() == entry.kind() && one.getValue().equals(entry.name());
      known = same ? one.getKey() : known;
    }
    ComputationId id = locations.identity(entry.path(), entry.id(), known);
    ComputationId chosen = id == null ? planner.keys().computationId(entry.kind()) : id;
    if (declared.putIfAbsent(chosen, entry.name()) != null) {
      locations.wrong(
          entry.path() + ".id",
          "is the ID of another %s in this file".formatted(ComputationNames.noun(entry.kind())));
      return;
    }
    entries.put(chosen, entry);
    all.put(chosen, computation(entry, chosen, found(chosen)));
  }

  private @Nullable Computation found(ComputationId id) {
    return before.computations().stream()
        .filter(one -> one.id().equals(id))
        .findFirst()
        .orElse(null);
  }

  private Computation computation(
      ComputationEntry entry, ComputationId id, @Nullable Computation found) {
    ComputationChange requested = entry.requested();
    ComputationChange whole =
        new ComputationChange(
                requested.name(),
                requested.key(),
                requested.enabled(),
                destinations(entry),
                requested.definition(),
                requested.sync())
            .whole();
    if (found == null) {
      return whole.create(id, now);
    }
    if (requested.key() != null && !requested.key().equals(found.key())) {
      locations.wrong(entry.path() + ".key", "cannot be changed: it is " + found.key());
    }
    return whole.applyTo(found, now);
  }

  private List<DestinationId> destinations(ComputationEntry entry) {
    List<DestinationId> chosen = new ArrayList<>();
    for (int i = 0; i < entry.destinations().size(); i++) {
      String field = "%s.destinations[%d]".formatted(entry.path(), i);
      String name = entry.destinations().get(i);
      DestinationId id =
          namedDestinations.containsKey(name)
              ? namedDestinations.get(name)
              : DestinationId.parse(name).orElse(null);
      if (id == null) {
        continue;
      }
      if (chosen.contains(id)) {
        locations.wrong(field, "is a duplicate");
      } else {
        chosen.add(id);
      }
    }
    return chosen;
  }

  private void check(ComputationId id, ComputationEntry entry) {
    Computation one = Objects.requireNonNull(all.get(id));
    List<Computation> others =
        all.values().stream().filter(other -> !other.id().equals(id)).toList();
    planner
        .rules()
        .problems(
            one, found(id), new ComputationRules.State(others, destinations, before.declarations()))
        .forEach(error -> locations.wrong(entry.path() + "." + error.field(), error.message()));
  }

  /** An undeclared audience must not lose an audience that it names. */
  private void checkUnused(ComputationId id) {
    Computation removed = Objects.requireNonNull(found(id));
    List<Audience> left =
        all.values().stream()
            .filter(Audience.class::isInstance)
            .map(Audience.class::cast)
            .filter(audience -> !declared.containsKey(audience.id()))
            .toList();
    AudienceGraph.users(removed, left).stream()
        .findFirst()
        .ifPresent(
            user ->
                locations.wrong(
                    DeclaredFile.section(id.kind()),
                    "must declare %s: %s uses it and is not declared in this file"
                        .formatted(ComputationNames.the(removed), ComputationNames.the(user))));
  }
}
