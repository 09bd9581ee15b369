package io.postrider.server.people.compiler;

import io.postrider.audience.TraitDefinition;
import io.postrider.server.database.Dialect;
import io.postrider.server.database.SqlText;
import java.util.List;

/** Compiles computed traits to queries for the values to aggregate. Pure; safe to share. */
public final class TraitSql {

  private final Dialect dialect;
  private final ConditionSql conditions;

  public TraitSql(Dialect dialect, ColumnNames names) {
    this.dialect = dialect;
    this.conditions = new ConditionSql(dialect, names);
  }

  /**
   * A query for the profile and the stored property of each matching event, oldest first. Without a
   * property, for the profile and the number of its matching events.
   */
  public SqlText of(TraitDefinition definition, ProfileScope profiles) {
    SqlText from =
        SqlText.of(
            " from event e where ? and ?",
            profiles.of("e.profile", dialect),
            conditions.events(definition.event(), definition.within(), definition.where()));
    List<String> property = definition.property();
    if (property == null) {
      return SqlText.of("select e.profile, count(*)? group by e.profile", from);
    }
    SqlText value = conditions.property(property);
    return SqlText.of(
        "select e.profile, ?? and ? is not null order by e.profile, e.at, e.seq",
        value,
        from,
        value);
  }
}
