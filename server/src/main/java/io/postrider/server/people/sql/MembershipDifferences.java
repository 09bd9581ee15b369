package io.postrider.server.people.sql;

import io.postrider.audience.Aggregation;
import io.postrider.audience.Audience;
import io.postrider.audience.AudienceCondition;
import io.postrider.audience.Computation;
import io.postrider.audience.ComputedTrait;
import io.postrider.audience.TraitDefinition;
import io.postrider.audience.TraitValueJson;
import io.postrider.condition.Value;
import io.postrider.profile.StoredValue;
import io.postrider.server.database.CompiledStatements;
import io.postrider.server.database.SqlText;
import io.postrider.server.people.compiler.ConditionSql;
import io.postrider.server.people.compiler.ProfileScope;
import io.postrider.server.people.compiler.TraitSql;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what a definition says otherwise than what is kept. Reads only; to be used within a
 * transaction.
 */
final class MembershipDifferences {

  private static final String KEPT =
      " from profile p left join membership m on m.profile = p.id and m.computation = ";

  private final ConditionSql conditions;
  private final TraitSql traits;
  private final Map<AudienceCondition, SqlText> compiled = new HashMap<>();

  MembershipDifferences(ConditionSql conditions, TraitSql traits) {
    this.conditions = conditions;
    this.traits = traits;
  }

  List<MembershipDifference> of(
      CompiledStatements rows, Computation computation, ProfileScope scope) {
    return switch (computation) {
      case Audience audience -> of(rows, audience, scope);
      case ComputedTrait trait -> of(rows, trait, scope);
    };
  }

  private List<MembershipDifference> of(
      CompiledStatements rows, Audience audience, ProfileScope scope) {
    SqlText sql =
        new SqlText()
            .add("select p.id, p.user_id, m.profile is not null")
            .add(KEPT)
            .bind(audience.id().bits())
            .add(" where ")
            .add(scope.of("p.id", rows.dialect()))
            .add(" and (p.user_id is not null and ")
            .add(condition(audience.definition()))
            .add(") <> (m.profile is not null)");
    return rows.list(
        sql,
        row -> MembershipDifference.ofMember(row.getLong(1), row.getBytes(2), row.getBoolean(3)));
  }

  SqlText condition(AudienceCondition definition) {
    return compiled.computeIfAbsent(definition, conditions::of);
  }

  private List<MembershipDifference> of(
      CompiledStatements rows, ComputedTrait trait, ProfileScope scope) {
    SqlText sql =
        new SqlText()
            .add("select p.id, p.user_id, m.value")
            .add(KEPT)
            .bind(trait.id().bits())
            .add(" where ")
            .add(scope.of("p.id", rows.dialect()))
            .add(" and p.user_id is not null");
    Map<Long, Known> known = new LinkedHashMap<>();
    rows.each(sql, row -> known.put(row.getLong(1), new Known(row.getBytes(2), row.getString(3))));
    Map<Long, Value> values = values(rows, trait.definition(), ProfileScope.of(known.keySet()));
    List<MembershipDifference> differences = new ArrayList<>();
    known.forEach(
        (profile, before) -> {
          Value value = values.getOrDefault(profile, Value.MISSING);
          boolean has = !value.equals(Value.MISSING);
          String sent = has ? TraitValueJson.sent(value) : null;
          if (!Objects.equals(sent, before.value)) {
            differences.add(
                new MembershipDifference(
                    profile,
                    before.userId,
                    before.value != null,
                    has,
                    sent,
                    has ? TraitValueJson.stored(value) : null,
                    TraitValueJson.moment(value)));
          }
        });
    return differences;
  }

  @SuppressWarnings("ArrayRecordComponent")
  private record Known(byte[] userId, @Nullable String value) {}

  /** The values of those who have one. */
  Map<Long, Value> values(CompiledStatements rows, TraitDefinition definition, ProfileScope scope) {
    Map<Long, Value> values = new HashMap<>();
    SqlText sql = traits.of(definition, scope);
    if (definition.property() == null) {
      rows.each(sql, row -> values.put(row.getLong(1), Aggregation.count(row.getLong(2))));
      return values;
    }
    Map<Long, List<Value>> found = new HashMap<>();
    rows.each(
        sql,
        row ->
            found
                .computeIfAbsent(row.getLong(1), profile -> new ArrayList<>())
                .add(stored(row.getString(2))));
    found.forEach((profile, list) -> values.put(profile, Aggregation.of(definition.kind(), list)));
    return values;
  }

  /** A value of a row; a list counts as none. */
  private static Value stored(String text) {
    return text.startsWith("[") ? Value.NESTED : StoredValue.value(text);
  }
}
