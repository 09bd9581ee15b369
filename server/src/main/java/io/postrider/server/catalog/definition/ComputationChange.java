package io.postrider.server.catalog.definition;

import io.postrider.audience.Audience;
import io.postrider.audience.AudienceCondition;
import io.postrider.audience.Computation;
import io.postrider.audience.ComputationDefinition;
import io.postrider.audience.ComputationId;
import io.postrider.audience.ComputationKey;
import io.postrider.audience.ComputationSettings;
import io.postrider.audience.ComputedTrait;
import io.postrider.audience.SyncSchedule;
import io.postrider.audience.TraitDefinition;
import io.postrider.id.DestinationId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A change of an audience or a computed trait; null for what does not change. Pure.
 *
 * @param key the key of a new one; null to derive it from its name
 */
public record ComputationChange(
    @Nullable String name,
    @Nullable String key,
    @Nullable Boolean enabled,
    @Nullable List<DestinationId> destinations,
    @Nullable ComputationDefinition definition,
    @Nullable SyncSchedule sync) {

  private static final ComputationSettings DEFAULTS =
      new ComputationSettings("", true, List.of(), SyncSchedule.REALTIME);

  /** The key of a new one; its name has letters or digits. */
  public String newKey() {
    return key != null ? key : ComputationKey.of(Objects.requireNonNull(name)).orElseThrow();
  }

  /** A new one; name and definition are present. */
  public Computation create(ComputationId id, Instant now) {
    Instant at = now.truncatedTo(ChronoUnit.MILLIS);
    return switch (definition) {
      case null -> throw new IllegalArgumentException("A new computation needs a definition");
      case AudienceCondition condition ->
          Audience.of(id, newKey(), settings(DEFAULTS), condition, at);
      case TraitDefinition trait -> ComputedTrait.of(id, newKey(), settings(DEFAULTS), trait, at);
    };
  }

  /** The changed computation; the same object if nothing differs. */
  public Computation applyTo(Computation found, Instant now) {
    Instant at = now.truncatedTo(ChronoUnit.MILLIS);
    ComputationSettings settings = settings(found.settings());
    return switch (found) {
      case Audience audience when definition instanceof AudienceCondition condition ->
          audience.with(settings, condition, at);
      case ComputedTrait trait when definition instanceof TraitDefinition other ->
          trait.with(settings, other, at);
      case Audience _, ComputedTrait _ -> found.with(settings, at);
    };
  }

  /** This change with defaults for what it omits. */
  public ComputationChange whole() {
    ComputationSettings all = settings(DEFAULTS);
    return new ComputationChange(
        name, key, all.enabled(), all.destinations(), definition, all.sync());
  }

  private ComputationSettings settings(ComputationSettings now) {
    return new ComputationSettings(
        name == null ? now.name() : name,
        enabled == null ? now.enabled() : enabled,
        destinations == null ? now.destinations() : destinations,
        sync == null ? now.sync() : sync);
  }
}
