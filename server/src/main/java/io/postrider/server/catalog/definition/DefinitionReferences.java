package io.postrider.server.catalog.definition;

import io.postrider.audience.AudienceCondition;
import io.postrider.audience.ComputationDefinition;
import io.postrider.audience.TraitDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The references of a definition that it cannot check alone, with their paths such as {@code
 * definition.all[1].audience}. Belongs to one thread.
 */
final class DefinitionReferences {

  record OfAudience(String field, String key) {}

  record OfWindow(String field, Duration within) {}

  record OfTrait(String field, String name) {}

  private final List<OfTrait> traits = new ArrayList<>();
  private final List<OfAudience> audiences = new ArrayList<>();
  private final List<OfWindow> windows = new ArrayList<>();

  private DefinitionReferences() {}

  static DefinitionReferences in(ComputationDefinition definition) {
    DefinitionReferences references = new DefinitionReferences();
    switch (definition) {
      case AudienceCondition condition -> references.add(DefinitionForm.FIELD, condition);
      case TraitDefinition trait -> references.window(DefinitionForm.FIELD, trait.within());
    }
    return references;
  }

  List<OfAudience> audiences() {
    return audiences;
  }

  List<OfTrait> traits() {
    return traits;
  }

  List<OfWindow> windows() {
    return windows;
  }

  private void add(String path, AudienceCondition condition) {
    switch (condition) {
      case AudienceCondition.All(List<AudienceCondition> inner) -> add(path + ".all", inner);
      case AudienceCondition.Any(List<AudienceCondition> inner) -> add(path + ".any", inner);
      case AudienceCondition.Not(AudienceCondition inner) -> add(path + ".not", inner);
      case AudienceCondition.TraitIs is -> traits.add(new OfTrait(path + ".trait", is.name()));
      case AudienceCondition.EventCount counted -> window(path, counted.within());
      case AudienceCondition.InAudience(String key) ->
          audiences.add(new OfAudience(path + ".audience", key));
    }
  }

  private void add(String path, List<AudienceCondition> conditions) {
    for (int i = 0; i < conditions.size(); i++) {
      add("%s[%d]".formatted(path, i), conditions.get(i));
    }
  }

  private void window(String path, @Nullable Duration within) {
    if (within != null) {
      windows.add(new OfWindow(path + ".within", within));
    }
  }
}
