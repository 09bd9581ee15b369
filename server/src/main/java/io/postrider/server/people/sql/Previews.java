package io.postrider.server.people.sql;

import io.postrider.audience.AudienceCondition;
import io.postrider.audience.ComputationDefinition;
import io.postrider.audience.TraitDefinition;
import io.postrider.audience.TraitValueJson;
import io.postrider.condition.Value;
import io.postrider.id.Wtf8;
import io.postrider.server.catalog.definition.ComputationFigures.Preview;
import io.postrider.server.catalog.definition.ComputationFigures.Sampled;
import io.postrider.server.database.CompiledStatements;
import io.postrider.server.database.Database;
import io.postrider.server.database.SqlText;
import io.postrider.server.people.audience.Definitions;
import io.postrider.server.people.compiler.ProfileScope;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What definitions would give, before anybody saves them. May be called from any thread.
 *
 * <p>Profiles are looked at in slices from all over, for a bounded time; if that does not do for
 * all of them, the rest is reckoned to be like those that were seen. Nothing is exact while
 * profiles are built anew.
 */
final class Previews {

  static final int MOST_SLICES = 256;
  static final int LEAST_SLICE = 64;
  static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final int AT_ONCE = 2;

  private final Database database;
  private final Supplier<Definitions> definitions;
  private final InstantSource time;
  private final LongSupplier nanos;
  private final Semaphore turns = new Semaphore(AT_ONCE, true);

  Previews(
      Database database,
      Supplier<Definitions> definitions,
      InstantSource time,
      LongSupplier nanos) {
    this.database = database;
    this.definitions = definitions;
    this.time = time;
    this.nanos = nanos;
  }

  private record Stretch(long first, long last) {}

  /** What was found in one slice. */
  private record Slice(long people, long found, List<Sampled> sample) {}

  Preview of(ComputationDefinition definition, int sample) {
    turns.acquireUninterruptibly();
    try {
      return reckon(definition, sample);
    } finally {
      turns.release();
    }
  }

  private Preview reckon(ComputationDefinition definition, int sample) {
    MembershipDifferences compiled =
        DefinitionNames.differences(database.dialect(), definitions.get());
    boolean rebuilding = isRebuilding();
    Stretch all =
        database.read(
            handle ->
                handle
                    .select("select coalesce(min(id), 1), coalesce(max(id), 0) from profile")
                    .map((row, context) -> new Stretch(row.getLong(1), row.getLong(2)))
                    .one());
    long span = all.last() - all.first() + 1;
    int slices = Math.clamp(span / LEAST_SLICE, 1, MOST_SLICES);
    long until = nanos.getAsLong() + PATIENCE.toNanos();
    List<Slice> seen = new ArrayList<>();
    for (int turn : spread(slices)) {
      if (!seen.isEmpty() && nanos.getAsLong() - until > 0) {
        break;
      }
      long after = all.first() - 1 + span * turn / slices;
      long upTo = all.first() - 1 + span * (turn + 1) / slices;
      seen.add(slice(compiled, definition, ProfileScope.between(after, upTo), sample));
    }
    boolean whole = !rebuilding && !isRebuilding();
    return sum(seen, slices, sample, whole);
  }

  /** While profiles are built anew they do not say everything. */
  private boolean isRebuilding() {
    return database.read(ProfileStateRow::isRebuilding);
  }

  /** All slices, each far from those before it. */
  private static List<Integer> spread(int slices) {
    List<Integer> order = new ArrayList<>();
    int bits = 32 - Integer.numberOfLeadingZeros(slices - 1);
    for (int i = 0; i < 1 << bits; i++) {
      int turned = bits == 0 ? 0 : Integer.reverse(i) >>> (32 - bits);
      if (turned < slices) {
        order.add(turned);
      }
    }
    return order;
  }

  private Slice slice(
      MembershipDifferences compiled,
      ComputationDefinition definition,
      ProfileScope scope,
      int sample) {
    return database.read(
        handle -> {
          CompiledStatements rows =
              new CompiledStatements(handle, database.dialect(), time.instant());
          return switch (definition) {
            case AudienceCondition condition ->
                slice(rows, compiled.condition(condition), scope, sample);
            case TraitDefinition trait -> slice(rows, compiled, trait, scope, sample);
          };
        });
  }

  private static Slice slice(
      CompiledStatements rows, SqlText condition, ProfileScope scope, int sample) {
    SqlText people =
        new SqlText()
            .add(" from profile p where ")
            .add(scope.of("p.id", rows.dialect()))
            .add(" and p.user_id is not null");
    List<Slice> counted =
        rows.list(
            new SqlText()
                .add("select count(*), coalesce(sum(case when ")
                .add(condition)
                .add(" then 1 else 0 end), 0)")
                .add(people),
            row -> new Slice(row.getLong(1), row.getLong(2), List.of()));
    Slice count = counted.getFirst();
    if (count.found() == 0) {
      return count;
    }
    List<Sampled> some =
        rows.list(
            new SqlText()
                .add("select p.user_id")
                .add(people)
                .add(" and ")
                .add(condition)
                .add(" limit ")
                .bind(sample),
            row -> new Sampled(Wtf8.decode(row.getBytes(1)), null));
    return new Slice(count.people(), count.found(), some);
  }

  private static Slice slice(
      CompiledStatements rows,
      MembershipDifferences compiled,
      TraitDefinition trait,
      ProfileScope scope,
      int sample) {
    Map<Long, String> people = new LinkedHashMap<>();
    rows.each(
        new SqlText()
            .add("select p.id, p.user_id from profile p where ")
            .add(scope.of("p.id", rows.dialect()))
            .add(" and p.user_id is not null"),
        row -> people.put(row.getLong(1), Wtf8.decode(row.getBytes(2))));
    Map<Long, Value> values = compiled.values(rows, trait, ProfileScope.of(people.keySet()));
    List<Sampled> some = new ArrayList<>();
    long found = 0;
    for (Map.Entry<Long, Value> entry : values.entrySet()) {
      @Nullable String user = people.get(entry.getKey());
      if (user != null && !entry.getValue().equals(Value.MISSING)) {
        found++;
        if (some.size() < sample) {
          some.add(new Sampled(user, TraitValueJson.sent(entry.getValue())));
        }
      }
    }
    return new Slice(people.size(), found, some);
  }

  private static Preview sum(List<Slice> seen, int slices, int sample, boolean whole) {
    long people = seen.stream().mapToLong(Slice::people).sum();
    long found = seen.stream().mapToLong(Slice::found).sum();
    boolean all = seen.size() == slices;
    double factor = (double) slices / seen.size();
    return new Preview(
        all ? found : Math.round(found * factor),
        sampled(seen, sample),
        all ? people : Math.round(people * factor),
        all && whole);
  }

  /** Some of every slice in turn. */
  private static List<Sampled> sampled(List<Slice> seen, int most) {
    List<Sampled> sample = new ArrayList<>();
    for (int i = 0; i < most && sample.size() < most; i++) {
      for (Slice slice : seen) {
        if (i < slice.sample().size() && sample.size() < most) {
          sample.add(slice.sample().get(i));
        }
      }
    }
    return sample;
  }
}
