package io.postrider.server.people.sql;

import io.postrider.audience.Audience;
import io.postrider.audience.ComputedTrait;
import io.postrider.server.database.Dialect;
import io.postrider.server.people.audience.Definitions;
import io.postrider.server.people.compiler.ColumnNames;
import io.postrider.server.people.compiler.ConditionSql;
import io.postrider.server.people.compiler.TraitSql;
import org.jspecify.annotations.Nullable;

/** What names in definitions stand for. */
record DefinitionNames(Definitions definitions) implements ColumnNames {

  /** Differences by definitions that use these names. */
  static MembershipDifferences differences(Dialect dialect, Definitions definitions) {
    DefinitionNames names = new DefinitionNames(definitions);
    return new MembershipDifferences(
        new ConditionSql(dialect, names), new TraitSql(dialect, names));
  }

  @Override
  public long event(String name) {
    return definitions.event(name);
  }

  @Override
  public @Nullable String computedTrait(String name) {
    ComputedTrait trait = definitions.computedTrait(name);
    return trait == null ? null : trait.id().toString();
  }

  @Override
  public @Nullable Long audience(String key) {
    Audience audience = definitions.audience(key);
    return audience == null ? null : (Long) audience.id().bits();
  }
}
