package io.postrider.server.catalog.workspace;

import io.postrider.audience.Audience;
import io.postrider.audience.AudienceGraph;
import io.postrider.audience.Computation;
import io.postrider.audience.ComputationId;
import io.postrider.audience.ComputationKind;
import io.postrider.id.DestinationId;
import io.postrider.server.catalog.definition.ComputationChange;
import io.postrider.server.catalog.definition.ComputationStore;
import io.postrider.server.catalog.definition.KindWords;
import io.postrider.server.catalog.workspace.DeclaredFile.ComputationEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The part of a {@link WorkspacePlan} that is about audiences and computed traits. Belongs to one
 * thread, and to one state.
 *
 * <p>What the file leaves alone loses the destinations that go; otherwise it stays as it is.
 */
final class ComputationChangePlan {

  private final DeclarationStore.State state;
  private final PlanInputs means;
  private final YamlLocations places;
  private final Map<String, DestinationId> namedDestinations = new HashMap<>();
  private final Set<DestinationId> destinations;
  private final Map<ComputationId, Computation> all = new LinkedHashMap<>();
  private final Map<ComputationId, String> declared = new LinkedHashMap<>();
  private final Map<ComputationId, ComputationEntry> entries = new LinkedHashMap<>();
  private List<ComputationId> gone = List.of();

  private ComputationChangePlan(
      DeclarationStore.State state,
      PlanInputs means,
      YamlLocations places,
      Map<DestinationId, String> declaredDestinations,
      Set<DestinationId> destinations) {
    this.state = state;
    this.means = means;
    this.places = places;
    this.destinations = destinations;
    declaredDestinations.forEach((id, name) -> namedDestinations.put(name, id));
  }

  /**
   * Plans for a file, and notes in its places what is wrong.
   *
   * @param declaredDestinations the destinations of the file, with their names there
   * @param destinations all that there will be
   */
  static ComputationChangePlan of(
      DeclarationStore.State state,
      DeclaredFile file,
      PlanInputs means,
      Map<DestinationId, String> declaredDestinations,
      Set<DestinationId> destinations) {
    ComputationChangePlan plan =
        new ComputationChangePlan(state, means, file.places(), declaredDestinations, destinations);
    plan.make(file);
    return plan;
  }

  /** All that there will be. */
  Map<ComputationId, Computation> all() {
    return all;
  }

  /** Those that will be declared, with their names. */
  Map<ComputationId, String> declared() {
    return declared;
  }

  /** Those that go. */
  List<ComputationId> gone() {
    return gone;
  }

  private void make(DeclaredFile file) {
    state.computations().forEach(one -> all.put(one.id(), withoutGone(one)));
    for (ComputationKind kind : ComputationKind.values()) {
      List<ComputationEntry> section = file.computations(kind);
      places.refuseSilence(DeclaredFile.section(kind), section == null, countDeclared(kind));
      Objects.requireNonNullElse(section, List.<ComputationEntry>of()).forEach(this::declare);
    }
    gone = WorkspacePlan.gone(state.declarations().computations(), declared, all);
    for (ComputationKind kind : ComputationKind.values()) {
      places.bound(DeclaredFile.section(kind), count(kind), Computation.MOST);
    }
    entries.forEach(this::check);
    gone.forEach(this::checkUnused);
  }

  private int countDeclared(ComputationKind kind) {
    return (int)
        state.declarations().computations().keySet().stream()
            .filter(id -> id.kind() == kind)
            .count();
  }

  private int count(ComputationKind kind) {
    return (int) all.keySet().stream().filter(id -> id.kind() == kind).count();
  }

  private Computation withoutGone(Computation one) {
    Computation kept = one;
    for (DestinationId id : one.destinations()) {
      if (!destinations.contains(id)) {
        kept = kept.with(kept.settings().without(id), means.now());
      }
    }
    return kept;
  }

  private void declare(ComputationEntry entry) {
    ComputationId known = null;
    for (Map.Entry<ComputationId, String> one : state.declarations().computations().entrySet()) {
      boolean same = one.getKey().kind() == entry.kind() && one.getValue().equals(entry.name());
      known = same ? one.getKey() : known;
    }
    ComputationId id = places.identity(entry.path(), entry.id(), known);
    ComputationId chosen = id == null ? means.keys().computationId(entry.kind()) : id;
    if (declared.putIfAbsent(chosen, entry.name()) != null) {
      places.wrong(
          entry.path() + ".id",
          "is the ID of another %s in this file".formatted(KindWords.noun(entry.kind())));
      return;
    }
    entries.put(chosen, entry);
    all.put(chosen, computation(entry, chosen, found(chosen)));
  }

  private @Nullable Computation found(ComputationId id) {
    return state.computations().stream()
        .filter(one -> one.id().equals(id))
        .findFirst()
        .orElse(null);
  }

  private Computation computation(
      ComputationEntry entry, ComputationId id, @Nullable Computation found) {
    ComputationChange asked = entry.asked();
    ComputationChange whole =
        new ComputationChange(
                asked.name(),
                asked.key(),
                asked.enabled(),
                destinations(entry),
                asked.definition(),
                asked.sync())
            .whole();
    if (found == null) {
      return whole.made(id, means.now());
    }
    if (asked.key() != null && !asked.key().equals(found.key())) {
      places.wrong(entry.path() + ".key", "cannot be changed: it is " + found.key());
    }
    return whole.applied(found, means.now());
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
        places.wrong(field, "is a duplicate");
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
    means
        .rules()
        .problems(
            one, found(id), new ComputationStore.State(others, destinations, state.declarations()))
        .forEach(error -> places.wrong(entry.path() + "." + error.field(), error.message()));
  }

  /** What the file leaves alone must not lose what it names. */
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
                places.wrong(
                    DeclaredFile.section(id.kind()),
                    "must keep %s: %s names it, which is not of this file"
                        .formatted(KindWords.the(removed), KindWords.the(user))));
  }
}
