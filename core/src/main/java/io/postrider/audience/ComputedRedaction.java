package io.postrider.audience;

import io.postrider.message.Redaction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Extends a redaction to everything that is computed from redacted fields. Pure.
 *
 * <p>A computed trait of a hidden property, and an audience with a condition on a hidden trait or
 * property, are hidden like a trait of their key. So is what is computed from these in turn.
 */
public final class ComputedRedaction {

  private static final String EVENT = "event";
  private static final String PROPERTIES = "properties";

  /** Fields of page and screen calls that profiles store as properties of an event. */
  private static final List<String> STORED_AS_PROPERTIES = List.of("name", "category");

  private ComputedRedaction() {}

  public static Redaction of(Redaction redaction, Collection<? extends Computation> computations) {
    if (redaction.isNone()) {
      return redaction;
    }
    List<List<String>> derived = new ArrayList<>();
    for (String field : STORED_AS_PROPERTIES) {
      if (redaction.hides(field)) {
        derived.add(List.of(PROPERTIES, field));
      }
    }
    Set<ComputationId> hidden = new HashSet<>();
    Redaction extended = redaction.and(derived);
    boolean grew = true;
    while (grew) {
      grew = false;
      for (Computation one : computations) {
        if (!hidden.contains(one.id()) && isHidden(one.definition(), extended)) {
          hidden.add(one.id());
          derived.add(trait(one.key()));
          grew = true;
        }
      }
      extended = redaction.and(derived);
    }
    return extended;
  }

  /** Whether the result of an audience or a computed trait is hidden. */
  public static boolean hides(String key, Redaction redaction) {
    return redaction.hides(trait(key));
  }

  /** Whether a trait is hidden, received or computed. */
  public static boolean hidesTrait(String name, Redaction redaction) {
    return redaction.hides(trait(name));
  }

  /** Whether a property of an event is hidden. */
  public static boolean hidesProperty(List<String> path, Redaction redaction) {
    List<String> keys = new ArrayList<>(path.size() + 1);
    keys.add(PROPERTIES);
    keys.addAll(path);
    return redaction.hides(keys);
  }

  private static List<String> trait(String name) {
    return List.of("traits", name);
  }

  private static boolean isHidden(ComputationDefinition definition, Redaction redaction) {
    return switch (definition) {
      case TraitDefinition trait ->
          redaction.hides(EVENT)
              || (trait.property() != null && hidesProperty(trait.property(), redaction))
              || isHidden(trait.where(), redaction);
      case AudienceCondition condition ->
          condition.stream().anyMatch(one -> isHiddenItself(one, redaction));
    };
  }

  private static boolean isHiddenItself(AudienceCondition condition, Redaction redaction) {
    return switch (condition) {
      case AudienceCondition.TraitIs(String name, var _) -> hidesTrait(name, redaction);
      case AudienceCondition.EventCount counted ->
          redaction.hides(EVENT) || isHidden(counted.where(), redaction);
      case AudienceCondition.InAudience(String key) -> hides(key, redaction);
      case AudienceCondition.All _, AudienceCondition.Any _, AudienceCondition.Not _ -> false;
    };
  }

  private static boolean isHidden(List<PropertyCondition> where, Redaction redaction) {
    return where.stream().anyMatch(one -> hidesProperty(one.path(), redaction));
  }
}
