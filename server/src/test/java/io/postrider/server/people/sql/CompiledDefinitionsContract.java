package io.postrider.server.people.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.audience.AggregateKind;
import io.postrider.audience.Aggregation;
import io.postrider.audience.Audience;
import io.postrider.audience.AudienceCondition;
import io.postrider.audience.TraitDefinition;
import io.postrider.condition.Decimal;
import io.postrider.condition.Value;
import io.postrider.profile.StoredValue;
import io.postrider.server.database.CompiledStatements;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Dialect;
import io.postrider.server.database.Handle;
import io.postrider.server.database.RowBatch;
import io.postrider.server.database.Schema;
import io.postrider.server.database.SqlText;
import io.postrider.server.people.compiler.ConditionSql;
import io.postrider.server.people.compiler.ProfileScope;
import io.postrider.server.people.compiler.TraitSql;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Compiled definitions give the results of {@link PlainEvaluation}, on every database. Every
 * definition has its own seed, which a failure prints.
 */
abstract class CompiledDefinitionsContract {

  private static final long SEED = Long.getLong("postrider.seed", 20_261_115L);
  private static final int DEFINITIONS = Integer.getInteger("postrider.definitions", 4_000);
  private static final int PEOPLE = 60;
  private static final Instant NOW = Instant.ofEpochMilli(RandomProfiles.NOW);

  private final PlainEvaluation plain = new PlainEvaluation(RandomProfiles.NOW);
  private Database database;

  abstract DatabaseUrl url();

  @BeforeEach
  void open() {
    database = Database.open(url(), Schema.PROFILES);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private Dialect dialect() {
    return switch (url().engine()) {
      case SQLITE -> Dialect.SQLITE;
      case POSTGRESQL -> Dialect.POSTGRESQL;
    };
  }

  private List<TestProfile> people(long seed) {
    RandomProfiles random = new RandomProfiles(new Random(seed));
    List<TestProfile> people = new ArrayList<>();
    for (int id = 1; id <= PEOPLE; id++) {
      people.add(random.person(id));
    }
    boolean jsonb = dialect() == Dialect.POSTGRESQL;
    database.write(
        handle -> {
          handle.execute("delete from membership");
          handle.execute("delete from event");
          handle.execute("delete from profile");
          StoredProfiles.keep(handle, jsonb, people);
          return people;
        });
    return people;
  }

  @Test
  void conditions_equalThePlainEvaluation() {
    announce("conditions_equalThePlainEvaluation");
    ConditionSql compiler = new ConditionSql(dialect(), StoredProfiles.NAMES);
    List<TestProfile> people = people(SEED);
    int decisive = 0;
    for (long seed = SEED; seed < SEED + DEFINITIONS; seed++) {
      AudienceCondition condition = new RandomDefinitions(new Random(seed)).condition(0);
      Set<Long> expected = new TreeSet<>();
      people.stream().filter(one -> plain.holds(condition, one)).forEach(p -> expected.add(p.id()));
      SqlText sql =
          new SqlText().add("select p.id from profile p where ").add(compiler.of(condition));
      Set<Long> found = database.read(handle -> ids(handle, sql));
      assertThat(found).as("-Dpostrider.seed=%d %s %s", seed, condition, sql).isEqualTo(expected);
      decisive += expected.isEmpty() || expected.size() == PEOPLE ? 0 : 1;
    }
    // conditions that match all profiles or none prove nothing
    assertThat(decisive).isGreaterThan(DEFINITIONS / 3);
  }

  @Test
  void audiencesEvaluatedTogether_haveTheSameDifferencesAsAlone() {
    announce("audiencesEvaluatedTogether_haveTheSameDifferencesAsAlone");
    List<TestProfile> people = people(SEED);
    Random random = new Random(SEED);
    MembershipDifferences differences = new MembershipDifferences(dialect(), StoredProfiles.NAMES);
    long seed = SEED;
    int several = 0;
    while (seed < SEED + DEFINITIONS) {
      List<Audience> audiences = new ArrayList<>();
      for (int i = 1 + random.nextInt(2 * MembershipDifferences.MAX_AUDIENCES); i > 0; i--) {
        AudienceCondition condition = new RandomDefinitions(new Random(seed)).condition(0);
        audiences.add(EvaluationSpeed.audience(1_000 + seed++, condition));
      }
      several += database.write(handle -> together(handle, differences, people, audiences, random));
    }
    assertThat(several).as("statements of several").isGreaterThanOrEqualTo(DEFINITIONS / 200);
  }

  private int together(
      Handle handle,
      MembershipDifferences differences,
      List<TestProfile> people,
      List<Audience> audiences,
      Random random) {
    CompiledStatements rows = new CompiledStatements(handle, dialect(), NOW);
    handle.execute("delete from membership where computation > 0");
    handle.execute("update profile set user_id = null where id = 7");
    Map<Long, Set<Long>> members = new HashMap<>();
    for (Audience audience : audiences) {
      Set<Long> some = new TreeSet<>();
      people.stream().map(TestProfile::id).filter(id -> random.nextInt(3) == 0).forEach(some::add);
      some.remove(7L);
      members.put(audience.id().bits(), some);
    }
    try (RowBatch batch =
        new RowBatch(
            handle,
            "insert into membership (computation, profile, since, change) values (?, ?, 0, 0)")) {
      members.forEach((audience, ids) -> ids.forEach(id -> batch.row(audience, id)));
    }
    List<TestProfile> touched = people.stream().filter(one -> random.nextInt(4) > 0).toList();
    List<Long> ids = touched.stream().map(TestProfile::id).toList();
    List<List<Audience>> statements = differences.batches(audiences);
    assertThat(statements.stream().flatMap(List::stream)).containsExactlyElementsOf(audiences);
    for (List<Audience> statement : statements) {
      assertThat(statement).hasSizeBetween(1, MembershipDifferences.MAX_AUDIENCES);
      List<List<MembershipDifferences.Difference>> found =
          differences.of(rows, statement, ProfileScope.of(ids));
      List<Audience> relevant = differences.relevant(rows, statement, ProfileScope.of(ids));
      for (int i = 0; i < statement.size(); i++) {
        Audience audience = statement.get(i);
        Set<Long> before = members.getOrDefault(audience.id().bits(), Set.of());
        List<String> expected = new ArrayList<>();
        for (TestProfile person : touched) {
          boolean after = person.id() != 7 && plain.holds(audience.definition(), person);
          if (after != before.contains(person.id())) {
            expected.add(person.id() + "=" + after);
          }
        }
        assertThat(found.get(i))
            .as("-Dpostrider.seed=%d %s", audience.id().bits() - 1_000, audience)
            .extracting(one -> one.profile() + "=" + one.sent())
            .isEqualTo(expected);
        if (!relevant.contains(audience)) {
          assertThat(expected)
              .as("-Dpostrider.seed=%d %s", audience.id().bits() - 1_000, audience)
              .isEmpty();
        }
      }
    }
    return (int) statements.stream().filter(one -> one.size() > 1).count();
  }

  private Set<Long> ids(Handle handle, SqlText sql) {
    Set<Long> ids = new TreeSet<>();
    try {
      new CompiledStatements(handle, dialect(), NOW).each(sql, row -> ids.add(row.getLong(1)));
      return ids;
    } catch (RuntimeException failure) {
      throw new IllegalStateException(sql.toString(), failure);
    }
  }

  @Test
  void computedTraits_equalThePlainEvaluation() {
    announce("computedTraits_equalThePlainEvaluation");
    TraitSql compiler = new TraitSql(dialect(), StoredProfiles.NAMES);
    List<TestProfile> people = people(SEED);
    List<Long> all = people.stream().map(TestProfile::id).toList();
    int valued = 0;
    for (long seed = SEED; seed < SEED + DEFINITIONS; seed++) {
      TraitDefinition definition = new RandomDefinitions(new Random(seed)).trait();
      Map<Long, String> expected = new HashMap<>();
      for (TestProfile person : people) {
        String value = plain.computed(definition, person);
        if (value != null) {
          expected.put(person.id(), value);
        }
      }
      SqlText sql = compiler.of(definition, ProfileScope.of(all));
      Map<Long, String> found = database.read(handle -> values(handle, definition, sql));
      assertThat(found).as("-Dpostrider.seed=%d %s %s", seed, definition, sql).isEqualTo(expected);
      valued += expected.size();
    }
    assertThat(valued).isGreaterThan(DEFINITIONS);
  }

  private Map<Long, String> values(Handle handle, TraitDefinition definition, SqlText sql) {
    Map<Long, List<Value>> values = new HashMap<>();
    Map<Long, String> results = new HashMap<>();
    boolean counted = definition.kind() == AggregateKind.EVENT_COUNT;
    try {
      new CompiledStatements(handle, dialect(), NOW)
          .each(
              sql,
              row -> {
                if (counted) {
                  results.put(row.getLong(1), Long.toString(row.getLong(2)));
                } else {
                  values
                      .computeIfAbsent(row.getLong(1), id -> new ArrayList<>())
                      .add(StoredValue.value(row.getString(2)));
                }
              });
    } catch (RuntimeException failure) {
      throw new IllegalStateException(sql.toString(), failure);
    }
    values.forEach(
        (id, list) -> {
          Value value = Aggregation.of(definition.kind(), list);
          if (!value.equals(Value.MISSING)) {
            results.put(id, json(value));
          }
        });
    return results;
  }

  /** With numbers as {@link PlainEvaluation} writes them. */
  private static String json(Value value) {
    return switch (value) {
      case Value.Numeric(Decimal number) -> PlainEvaluation.json(new BigDecimal(number.toString()));
      case Value.Items(List<Value> items) ->
          "[" + String.join(",", items.stream().map(v -> json(v)).toList()) + "]";
      case Value.Text(String text) -> PlainEvaluation.json(text);
      case Value.Bool(boolean truth) -> PlainEvaluation.json(truth);
      case Value.Missing _, Value.Nested _ -> throw new AssertionError(value);
    };
  }

  private void announce(String test) {
    System.out.printf(
        "%s.%s: %d definitions from -Dpostrider.seed=%d%n",
        getClass().getSimpleName(), test, DEFINITIONS, SEED);
  }
}
