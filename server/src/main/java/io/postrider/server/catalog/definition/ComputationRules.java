package io.postrider.server.catalog.definition;

import io.postrider.audience.Audience;
import io.postrider.audience.AudienceCondition;
import io.postrider.audience.AudienceGraph;
import io.postrider.audience.Computation;
import io.postrider.audience.ComputationDefinition;
import io.postrider.audience.ComputedTrait;
import io.postrider.id.DestinationId;
import io.postrider.profile.Traits;
import io.postrider.server.catalog.Declarations;
import io.postrider.server.config.DidYouMean;
import io.postrider.server.config.DurationText;
import io.postrider.server.http.admin.FieldError;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Validates an audience or a computed trait against all others. Pure.
 *
 * @param history how long events are retained, and therefore counted
 */
public record ComputationRules(Duration history) {

  /**
   * What a change may depend on.
   *
   * @param computations all audiences and computed traits, oldest first
   * @param destinations all destinations
   * @param declarations what the workspace file declares
   */
  public record State(
      List<Computation> computations, Set<DestinationId> destinations, Declarations declarations) {

    public State {
      computations = List.copyOf(computations);
      destinations = Set.copyOf(destinations);
    }
  }

  private static final String NAME_TOO_LONG =
      "is too long: profiles store traits with names of at most %d characters"
              .formatted(Traits.MAX_NAME_LENGTH)
          + ", where all but letters, digits, _, - and spaces count as five";

  /**
   * The errors of a computation.
   *
   * @param before its previous version; null if it is new
   * @param state all others, and possibly the previous version
   */
  public List<FieldError> problems(Computation one, @Nullable Computation before, State state) {
    List<FieldError> errors = new ArrayList<>();
    if (before == null) {
      checkKey(one, state.computations(), errors);
    }
    for (int i = 0; i < one.destinations().size(); i++) {
      if (!state.destinations().contains(one.destinations().get(i))) {
        errors.add(
            new FieldError(
                "destinations[%d]".formatted(i),
                "refers to %s, which does not exist".formatted(one.destinations().get(i))));
      }
    }
    errors.addAll(unknown(one.definition(), state.computations()));
    if (one instanceof Audience audience) {
      checkCycle(audience, state.computations(), errors);
    }
    if (before == null || !before.definition().equals(one.definition())) {
      errors.addAll(tooLong(one.definition()));
      errors.addAll(unknownTraits(one.definition(), state.computations()));
    }
    return errors;
  }

  /** The errors of a definition for a preview. */
  public List<FieldError> problems(
      ComputationDefinition definition, Collection<Computation> others) {
    List<FieldError> errors = new ArrayList<>(unknown(definition, others));
    errors.addAll(tooLong(definition));
    errors.addAll(unknownTraits(definition, others));
    return errors;
  }

  /** The audiences that use a computation, which therefore must stay. */
  public static List<Audience> users(Computation one, Collection<Computation> all) {
    return AudienceGraph.users(one, audiences(all));
  }

  private static void checkKey(
      Computation one, Collection<Computation> others, List<FieldError> errors) {
    others.stream()
        .filter(other -> other.key().equals(one.key()))
        .findFirst()
        .ifPresent(
            other ->
                errors.add(
                    new FieldError(
                        "name",
                        "results in the key %s, which %s has; choose another name"
                            .formatted(one.key(), ComputationNames.the(other)))));
  }

  private static List<FieldError> unknown(
      ComputationDefinition definition, Collection<Computation> others) {
    Map<String, Computation> byKey = new TreeMap<>();
    others.forEach(other -> byKey.put(other.key(), other));
    List<FieldError> errors = new ArrayList<>();
    for (DefinitionReferences.OfAudience reference :
        DefinitionReferences.in(definition).audiences()) {
      switch (byKey.get(reference.key())) {
        case Audience _ -> {}
        case ComputedTrait _ ->
            errors.add(
                new FieldError(
                    reference.field(), "is the key of a computed trait; use it as a trait"));
        case null ->
            errors.add(
                new FieldError(
                    reference.field(),
                    "is not the key of an audience" + suggestion(reference.key(), others)));
      }
    }
    return errors;
  }

  private static String suggestion(String key, Collection<Computation> others) {
    return DidYouMean.of(key, audiences(others).stream().map(Computation::key).toList())
        .map("; did you mean %s?"::formatted)
        .orElse("");
  }

  private static void checkCycle(
      Audience audience, Collection<Computation> others, List<FieldError> errors) {
    AudienceCondition definition = audience.definition();
    List<String> cycle = AudienceGraph.cycle(audience.key(), definition, audiences(others));
    if (!cycle.isEmpty()) {
      String first = cycle.get(1);
      DefinitionReferences.in(definition).audiences().stream()
          .filter(reference -> reference.key().equals(first))
          .findFirst()
          .ifPresent(
              reference ->
                  errors.add(
                      new FieldError(
                          reference.field(),
                          "refers back to this audience: " + String.join(" → ", cycle))));
    }
  }

  private List<FieldError> tooLong(ComputationDefinition definition) {
    return DefinitionReferences.in(definition).windows().stream()
        .filter(window -> window.within().compareTo(history) > 0)
        .map(
            window ->
                new FieldError(
                    window.field(),
                    "must be at most %s, the retention of events (audience.history)"
                        .formatted(DurationText.text(history))))
        .toList();
  }

  /** Traits that no profile can have; the names of computed traits may be longer. */
  private static List<FieldError> unknownTraits(
      ComputationDefinition definition, Collection<Computation> others) {
    return DefinitionReferences.in(definition).traits().stream()
        .filter(trait -> !Traits.isStorable(trait.name()))
        .filter(trait -> others.stream().noneMatch(other -> other.key().equals(trait.name())))
        .map(trait -> new FieldError(trait.field(), NAME_TOO_LONG))
        .toList();
  }

  private static List<Audience> audiences(Collection<Computation> all) {
    return all.stream().filter(Audience.class::isInstance).map(Audience.class::cast).toList();
  }
}
