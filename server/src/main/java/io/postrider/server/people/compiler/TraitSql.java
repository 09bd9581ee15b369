package io.postrider.server.people.compiler;

import io.postrider.audience.TraitDefinition;
import io.postrider.server.database.Dialect;
import io.postrider.server.database.SqlText;
import java.util.List;

/**
 * The compiler of computed traits: a query for what is to be aggregated, person by person. Pure;
 * safe to share.
 */
public final class TraitSql {

  private final Dialect dialect;
  private final ConditionSql conditions;

  /** A compiler for a database and the names that definitions use. */
  public TraitSql(Dialect dialect, ColumnNames names) {
    this.dialect = dialect;
    this.conditions = new ConditionSql(dialect, names);
  }

  /**
   * A query for profiles and, for each of their events that counts, the value of the property as it
   * is stored, the earliest event first; or, if the trait is made of no property, for profiles and
   * the number of their events that count.
   */
  public SqlText of(TraitDefinition definition, ProfileScope profiles) {
    SqlText counting =
        conditions.events(definition.event(), definition.within(), definition.where());
    SqlText from =
        new SqlText()
            .add(" from event e where ")
            .add(profiles.of("e.profile", dialect))
            .add(" and ")
            .add(counting);
    List<String> property = definition.property();
    if (property == null) {
      return new SqlText().add("select e.profile, count(*)").add(from).add(" group by e.profile");
    }
    SqlText value = conditions.property(property);
    return new SqlText()
        .add("select e.profile, ")
        .add(value)
        .add(from)
        .add(" and ")
        .add(value)
        .add(" is not null order by e.profile, e.at, e.seq");
  }
}
