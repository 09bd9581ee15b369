package io.postrider.server.people.sql;

import io.postrider.audience.Audience;
import io.postrider.server.database.CompiledStatements;
import io.postrider.server.database.SqlText;
import io.postrider.server.people.compiler.ProfileScope;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds out for several audiences at once what they say of the same people otherwise than what is
 * kept: each person is read once for all of them. Reads only; to be used within a transaction.
 *
 * <p>None of the audiences may be made of another. A statement stays far below what databases take:
 * it has {@link #MOST_AUDIENCES}, and {@link #MOST_VALUES} unless a single one has more.
 */
final class BatchedDifferences {

  static final int MOST_AUDIENCES = 100;
  static final int MOST_VALUES = 4_000;

  private final MembershipDifferences differences;
  private final CompiledStatements rows;

  BatchedDifferences(MembershipDifferences differences, CompiledStatements rows) {
    this.differences = differences;
    this.rows = rows;
  }

  /** The audiences in the statements they are evaluated by, in their order. */
  List<List<Audience>> statements(List<Audience> audiences) {
    List<List<Audience>> statements = new ArrayList<>();
    List<Audience> open = new ArrayList<>();
    int values = 0;
    for (Audience audience : audiences) {
      int more = differences.condition(audience.definition()).values();
      if (open.size() == MOST_AUDIENCES || (values + more > MOST_VALUES && !open.isEmpty())) {
        statements.add(open);
        open = new ArrayList<>();
        values = 0;
      }
      open.add(audience);
      values += more;
    }
    statements.add(open);
    return statements;
  }

  /** The differences of each audience, in the order of the audiences, by one statement. */
  List<List<MembershipDifference>> of(List<Audience> audiences, Collection<Long> profiles) {
    ProfileScope scope = ProfileScope.of(profiles);
    Map<Long, Set<Long>> memberships = memberships(scope);
    SqlText sql = new SqlText().add("select p.id, p.user_id");
    List<List<MembershipDifference>> found = new ArrayList<>();
    for (Audience audience : audiences) {
      sql.add(", p.user_id is not null and ").add(differences.condition(audience.definition()));
      found.add(new ArrayList<>());
    }
    sql.add(" from profile p where ").add(scope.of("p.id", rows.dialect())).add(" order by p.id");
    rows.each(
        sql,
        row -> {
          long profile = row.getLong(1);
          Set<Long> in = memberships.getOrDefault(profile, Set.of());
          for (int i = 0; i < audiences.size(); i++) {
            boolean before = in.contains(audiences.get(i).id().bits());
            if (row.getBoolean(i + 3) != before) {
              found.get(i).add(MembershipDifference.ofMember(profile, row.getBytes(2), before));
            }
          }
        });
    return found;
  }

  private Map<Long, Set<Long>> memberships(ProfileScope scope) {
    Map<Long, Set<Long>> memberships = new HashMap<>();
    rows.each(
        new SqlText()
            .add("select m.profile, m.computation from membership m where ")
            .add(scope.of("m.profile", rows.dialect())),
        row ->
            memberships
                .computeIfAbsent(row.getLong(1), profile -> new HashSet<>())
                .add(row.getLong(2)));
    return memberships;
  }
}
