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
import io.postrider.server.database.Dialect;
import io.postrider.server.database.SqlText;
import io.postrider.server.people.compiler.ColumnNames;
import io.postrider.server.people.compiler.ConditionSql;
import io.postrider.server.people.compiler.ProfileScope;
import io.postrider.server.people.compiler.TraitSql;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds where the stored memberships and values differ from what definitions say now. Reads only;
 * used within a transaction. Belongs to one thread.
 */
final class MembershipDifferences {
  static final int MAX_AUDIENCES = 100;

  /** The most values bound to one statement, unless a single audience has more. */
  static final int MAX_VALUES = 4_000;

  private final ColumnNames names;
  private final ConditionSql conditions;
  private final TraitSql traits;
  private final Map<AudienceCondition, SqlText> compiled = new HashMap<>();

  /** Compiles definitions for a database, with what their names stand for. */
  MembershipDifferences(Dialect dialect, ColumnNames names) {
    this.names = names;
    this.conditions = new ConditionSql(dialect, names);
    this.traits = new TraitSql(dialect, names);
  }

  /**
   * A difference of one profile and one computation.
   *
   * @param before whether the profile was a member, or had a value
   * @param after whether it is a member, or has a value, now
   * @param sent the JSON that destinations receive; null if a value was removed
   * @param stored the value of a computed trait as conditions compare it; null if there is none
   * @param moment the stored moment of a value that is a timestamp; else null
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Difference(
      long profile,
      byte[] userId,
      boolean before,
      boolean after,
      @Nullable String sent,
      @Nullable String stored,
      @Nullable String moment) {
    private static Difference ofMember(long profile, byte[] userId, boolean before) {
      return new Difference(
          profile, userId, before, !before, Boolean.toString(!before), null, null);
    }
  }

  List<Difference> of(CompiledStatements statements, Computation computation, ProfileScope scope) {
    return switch (computation) {
      case Audience audience -> of(statements, audience, scope);
      case ComputedTrait trait -> of(statements, trait, scope);
    };
  }

  private List<Difference> of(
      CompiledStatements statements, Audience audience, ProfileScope scope) {
    SqlText sql =
        SqlText.of(
            "select p.id, p.user_id, m.profile is not null from profile p"
                + " left join membership m on m.profile = p.id and m.computation = ?"
                + " where ? and (p.user_id is not null and ?) <> (m.profile is not null)",
            audience.id().bits(),
            scope.of("p.id", statements.dialect()),
            condition(audience.definition()));
    return statements.list(
        sql, row -> Difference.ofMember(row.getLong(1), row.getBytes(2), row.getBoolean(3)));
  }

  SqlText condition(AudienceCondition definition) {
    return compiled.computeIfAbsent(definition, conditions::of);
  }

  private List<Difference> of(
      CompiledStatements statements, ComputedTrait trait, ProfileScope scope) {
    SqlText sql =
        SqlText.of(
            "select p.id, p.user_id, m.value from profile p"
                + " left join membership m on m.profile = p.id and m.computation = ?"
                + " where ? and p.user_id is not null",
            trait.id().bits(),
            scope.of("p.id", statements.dialect()));
    Map<Long, StoredTrait> traitsBefore = new LinkedHashMap<>();
    statements.each(
        sql,
        row ->
            traitsBefore.put(row.getLong(1), new StoredTrait(row.getBytes(2), row.getString(3))));
    Map<Long, Value> values =
        values(statements, trait.definition(), ProfileScope.of(traitsBefore.keySet()));
    List<Difference> differences = new ArrayList<>();
    traitsBefore.forEach(
        (profile, before) -> {
          Value value = values.getOrDefault(profile, Value.MISSING);
          boolean has = !value.equals(Value.MISSING);
          String sent = has ? TraitValueJson.sent(value) : null;
          String known = before.value;
          boolean same = known == null ? !has : has && TraitValueJson.says(known, value);
          if (!same) {
            differences.add(
                new Difference(
                    profile,
                    before.userId,
                    known != null,
                    has,
                    sent,
                    has ? TraitValueJson.stored(value) : null,
                    TraitValueJson.moment(value)));
          }
        });
    return differences;
  }

  @SuppressWarnings("ArrayRecordComponent")
  private record StoredTrait(byte[] userId, @Nullable String value) {}

  Map<Long, Value> values(
      CompiledStatements statements, TraitDefinition definition, ProfileScope scope) {
    Map<Long, Value> values = new HashMap<>();
    SqlText sql = traits.of(definition, scope);
    if (definition.property() == null) {
      statements.each(sql, row -> values.put(row.getLong(1), Aggregation.count(row.getLong(2))));
      return values;
    }
    Map<Long, List<Value>> found = new HashMap<>();
    statements.each(
        sql,
        row ->
            found
                .computeIfAbsent(row.getLong(1), profile -> new ArrayList<>())
                .add(stored(row.getString(2))));
    found.forEach((profile, list) -> values.put(profile, Aggregation.of(definition.kind(), list)));
    return values;
  }

  /** A list has no value that can be aggregated. */
  private static Value stored(String text) {
    return text.startsWith("[") ? Value.NESTED : StoredValue.value(text);
  }

  /**
   * The audiences that can have differences in a scope: those that have members there, and those
   * that do not require an event that nobody there has. An audience of few is not evaluated for all
   * others.
   */
  List<Audience> relevant(
      CompiledStatements statements, List<Audience> audiences, ProfileScope scope) {
    Set<Long> withMembers = new HashSet<>();
    statements.each(
        SqlText.of(
            "select distinct m.computation from membership m where ?",
            scope.of("m.profile", statements.dialect())),
        row -> withMembers.add(row.getLong(1)));
    Set<String> unheard = new HashSet<>();
    audiences.stream()
        .flatMap(audience -> audience.definition().stream())
        .filter(AudienceCondition.EventCount.class::isInstance)
        .map(condition -> ((AudienceCondition.EventCount) condition).event())
        .distinct()
        .filter(event -> !isHeard(statements, event, scope))
        .forEach(unheard::add);
    return audiences.stream()
        .filter(
            audience ->
                withMembers.contains(audience.id().bits())
                    || audience.definition().canHoldWithout(unheard))
        .toList();
  }

  private boolean isHeard(CompiledStatements statements, String event, ProfileScope scope) {
    SqlText sql =
        SqlText.of(
            "select p.id from profile p where ? and exists (select 1 from event e"
                + " where e.profile = p.id and e.name = ?) limit 1",
            scope.of("p.id", statements.dialect()),
            names.event(event));
    return !statements.list(sql, row -> row.getLong(1)).isEmpty();
  }

  /** Splits audiences into groups that one statement each evaluates. */
  List<List<Audience>> batches(List<Audience> audiences) {
    List<List<Audience>> batches = new ArrayList<>();
    List<Audience> open = new ArrayList<>();
    int values = 0;
    for (Audience audience : audiences) {
      int more = condition(audience.definition()).values();
      if (open.size() == MAX_AUDIENCES || (values + more > MAX_VALUES && !open.isEmpty())) {
        batches.add(open);
        open = new ArrayList<>();
        values = 0;
      }
      open.add(audience);
      values += more;
    }
    batches.add(open);
    return batches;
  }

  /**
   * The differences of several audiences, in their order, by one statement that reads each profile
   * once. None of the audiences may depend on another.
   */
  List<List<Difference>> of(
      CompiledStatements statements, List<Audience> audiences, ProfileScope scope) {
    Dialect dialect = statements.dialect();
    Map<Long, Set<Long>> memberships = new HashMap<>();
    statements.each(
        SqlText.of(
            "select m.profile, m.computation from membership m where ?",
            scope.of("m.profile", dialect)),
        row ->
            memberships
                .computeIfAbsent(row.getLong(1), profile -> new HashSet<>())
                .add(row.getLong(2)));
    SqlText sql = new SqlText().add("select p.id, p.user_id");
    List<List<Difference>> found = new ArrayList<>();
    for (Audience audience : audiences) {
      sql.add(", p.user_id is not null and ").add(condition(audience.definition()));
      found.add(new ArrayList<>());
    }
    sql.add(SqlText.of(" from profile p where ? order by p.id", scope.of("p.id", dialect)));
    statements.each(
        sql,
        row -> {
          long profile = row.getLong(1);
          Set<Long> in = memberships.getOrDefault(profile, Set.of());
          for (int i = 0; i < audiences.size(); i++) {
            boolean before = in.contains(audiences.get(i).id().bits());
            if (row.getBoolean(i + 3) != before) {
              found.get(i).add(Difference.ofMember(profile, row.getBytes(2), before));
            }
          }
        });
    return found;
  }
}
