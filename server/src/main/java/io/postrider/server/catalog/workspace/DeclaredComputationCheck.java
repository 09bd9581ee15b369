package io.postrider.server.catalog.workspace;

import io.postrider.audience.Audience;
import io.postrider.audience.AudienceCondition;
import io.postrider.audience.Computation;
import io.postrider.audience.ComputationDefinition;
import io.postrider.audience.ComputationId;
import io.postrider.audience.ComputationKind;
import io.postrider.audience.ComputationSettings;
import io.postrider.audience.SyncSchedule;
import io.postrider.condition.Comparison;
import io.postrider.condition.Operator;
import io.postrider.server.catalog.Declarations;
import io.postrider.server.catalog.definition.ComputationChange;
import io.postrider.server.catalog.definition.ComputationRules;
import io.postrider.server.catalog.workspace.DeclaredFile.ComputationEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Checks the computations of a file against each other, without a catalog. {@link
 * ComputationChangePlan} does the same with one. Pure.
 */
final class DeclaredComputationCheck {

  /** The server decides on the retention of events. */
  private static final ComputationRules RULES =
      new ComputationRules(ComputationDefinition.MAX_WINDOW);

  private DeclaredComputationCheck() {}

  /**
   * Records what is wrong.
   *
   * @param elsewhere keys of undeclared audiences that the file may use
   */
  static void of(DeclaredFile file, Collection<String> elsewhere) {
    Map<ComputationEntry, Computation> made = new LinkedHashMap<>();
    for (ComputationKind kind : ComputationKind.values()) {
      for (ComputationEntry entry :
          Objects.requireNonNullElse(file.computations(kind), List.<ComputationEntry>of())) {
        made.put(entry, create(entry, new ComputationId(kind, made.size())));
      }
    }
    List<Computation> all = new ArrayList<>(made.values());
    for (String key : elsewhere) {
      if (all.stream().noneMatch(one -> one.key().equals(key))) {
        all.add(audience(key, new ComputationId(ComputationKind.AUDIENCE, all.size())));
      }
    }
    made.forEach(
        (entry, one) -> {
          List<Computation> others =
              all.stream().filter(other -> !other.id().equals(one.id())).toList();
          RULES
              .problems(one, null, new ComputationRules.State(others, Set.of(), Declarations.NONE))
              .forEach(
                  error ->
                      file.locations().wrong(entry.path() + "." + error.field(), error.message()));
        });
  }

  /** Its destinations are checked elsewhere. */
  private static Computation create(ComputationEntry entry, ComputationId id) {
    ComputationChange requested = entry.requested();
    return new ComputationChange(
            requested.name(),
            requested.key(),
            true,
            List.of(),
            requested.definition(),
            requested.sync())
        .create(id, Instant.EPOCH);
  }

  /** An audience of which only the key is known. */
  private static Audience audience(String key, ComputationId id) {
    return Audience.of(
        id,
        key,
        new ComputationSettings(key, true, List.of(), SyncSchedule.REALTIME),
        new AudienceCondition.TraitIs(key, new Comparison(Operator.EXISTS, List.of())),
        Instant.EPOCH);
  }
}
