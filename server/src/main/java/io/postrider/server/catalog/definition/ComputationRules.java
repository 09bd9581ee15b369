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
 * What must be so of an audience or a computed trait beside all others. Pure.
 *
 * @param history how long events are kept, and so how far back they can be counted
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

  private static final String NEVER_KEPT =
      "is too long: profiles keep traits with names of %d characters at most"
              .formatted(Traits.MAX_NAME_LENGTH)
          + ", where all but letters, digits, _, - and spaces count as five";

  /**
   * What is wrong with one, field by field.
   *
   * @param before what it was; null if it is new
   * @param state all others, and perhaps what it was
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
                "there is no destination " + one.destinations().get(i)));
      }
    }
    errors.addAll(unknown(one.definition(), state.computations()));
    if (one instanceof Audience audience) {
      checkCycle(audience, state.computations(), errors);
    }
    if (before == null || !before.definition().equals(one.definition())) {
      errors.addAll(tooLong(one.definition()));
      errors.addAll(neverKept(one.definition(), state.computations()));
    }
    return errors;
  }

  /** What is wrong with a definition that is to be tried out. */
  public List<FieldError> problems(
      ComputationDefinition definition, Collection<Computation> others) {
    List<FieldError> errors = new ArrayList<>(unknown(definition, others));
    errors.addAll(tooLong(definition));
    errors.addAll(neverKept(definition, others));
    return errors;
  }

  /** The audiences whose definitions name one, which therefore must stay. */
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
                        "gives the key %s, which %s has; choose another name"
                            .formatted(one.key(), ComputationNames.the(other)))));
  }

  private static List<FieldError> unknown(
      ComputationDefinition definition, Collection<Computation> others) {
    Map<String, Computation> byKey = new TreeMap<>();
    others.forEach(other -> byKey.put(other.key(), other));
    List<FieldError> errors = new ArrayList<>();
    for (DefinitionReferences.OfAudience mention :
        DefinitionReferences.in(definition).audiences()) {
      switch (byKey.get(mention.key())) {
        case Audience _ -> {}
        case ComputedTrait _ ->
            errors.add(
                new FieldError(
                    mention.field(), "is the key of a computed trait; compare it as a trait"));
        case null ->
            errors.add(
                new FieldError(
                    mention.field(),
                    "there is no audience of this key" + meant(mention.key(), others)));
      }
    }
    return errors;
  }

  private static String meant(String key, Collection<Computation> others) {
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
          .filter(mention -> mention.key().equals(first))
          .findFirst()
          .ifPresent(
              mention ->
                  errors.add(
                      new FieldError(
                          mention.field(),
                          "leads back to this audience: " + String.join(" → ", cycle))));
    }
  }

  private List<FieldError> tooLong(ComputationDefinition definition) {
    return DefinitionReferences.in(definition).windows().stream()
        .filter(window -> window.within().compareTo(history) > 0)
        .map(
            window ->
                new FieldError(
                    window.field(),
                    "must be %s at most: events are kept no longer (audience.history)"
                        .formatted(DurationText.text(history))))
        .toList();
  }

  /** Traits of names that no profile has; computed traits have names as long as they like. */
  private static List<FieldError> neverKept(
      ComputationDefinition definition, Collection<Computation> others) {
    return DefinitionReferences.in(definition).traits().stream()
        .filter(trait -> !Traits.isStorable(trait.name()))
        .filter(trait -> others.stream().noneMatch(other -> other.key().equals(trait.name())))
        .map(trait -> new FieldError(trait.field(), NEVER_KEPT))
        .toList();
  }

  private static List<Audience> audiences(Collection<Computation> all) {
    return all.stream().filter(Audience.class::isInstance).map(Audience.class::cast).toList();
  }
}
