package io.postrider.server.people.sql;

import io.postrider.audience.AudienceCondition;
import io.postrider.audience.ComputationDefinition;
import io.postrider.audience.TraitDefinition;
import io.postrider.audience.TraitValueJson;
import io.postrider.condition.Value;
import io.postrider.id.Wtf8;
import io.postrider.server.catalog.definition.ComputationResults.Preview;
import io.postrider.server.catalog.definition.ComputationResults.Sampled;
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
 * Estimates the result of a definition before it is saved. May be called from any thread.
 *
 * <p>Profiles are read in slices that are spread over all of them, for a bounded time. If the time
 * does not suffice for all slices, the result is extrapolated. It is never exact during a rebuild.
 */
final class Previews {

  static final int MAX_SLICES = 256;
  static final int LEAST_SLICE = 64;
  static final Duration TIME_LIMIT = Duration.ofSeconds(2);
  private static final int CONCURRENT = 2;

  private final Database database;
  private final Supplier<Definitions> definitions;
  private final InstantSource time;
  private final LongSupplier nanos;
  private final Semaphore permits = new Semaphore(CONCURRENT, true);

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

  private record Range(long first, long last) {}

  private record Slice(long people, long found, List<Sampled> sample) {}

  Preview of(ComputationDefinition definition, int sample) {
    permits.acquireUninterruptibly();
    try {
      return estimate(definition, sample);
    } finally {
      permits.release();
    }
  }

  private Preview estimate(ComputationDefinition definition, int sample) {
    MembershipDifferences compiled =
        new MembershipDifferences(database.dialect(), definitions.get());
    boolean rebuilding = isRebuilding();
    Range all =
        database
            .list(
                Range.class,
                "select coalesce(min(id), 1) as first, coalesce(max(id), 0) as last from profile")
            .getFirst();
    long span = all.last() - all.first() + 1;
    int slices = Math.clamp(span / LEAST_SLICE, 1, MAX_SLICES);
    long until = nanos.getAsLong() + TIME_LIMIT.toNanos();
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

  /** During a rebuild profiles are incomplete. */
  private boolean isRebuilding() {
    return database.read(ProfileStateRow::isRebuilding);
  }

  /** All slices, in an order that spreads them: by reversed bits. */
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
          CompiledStatements statements =
              new CompiledStatements(handle, database.dialect(), time.instant());
          return switch (definition) {
            case AudienceCondition condition ->
                slice(statements, compiled.condition(condition), scope, sample);
            case TraitDefinition trait -> slice(statements, compiled, trait, scope, sample);
          };
        });
  }

  private static Slice slice(
      CompiledStatements statements, SqlText condition, ProfileScope scope, int sample) {
    SqlText people =
        SqlText.of(
            " from profile p where ? and p.user_id is not null",
            scope.of("p.id", statements.dialect()));
    Slice count =
        statements
            .list(
                SqlText.of(
                    "select count(*), coalesce(sum(case when ? then 1 else 0 end), 0)?",
                    condition,
                    people),
                row -> new Slice(row.getLong(1), row.getLong(2), List.of()))
            .getFirst();
    if (count.found() == 0) {
      return count;
    }
    List<Sampled> some =
        statements.list(
            SqlText.of("select p.user_id? and ? limit ?", people, condition, sample),
            row -> new Sampled(Wtf8.decode(row.getBytes(1)), null));
    return new Slice(count.people(), count.found(), some);
  }

  private static Slice slice(
      CompiledStatements statements,
      MembershipDifferences compiled,
      TraitDefinition trait,
      ProfileScope scope,
      int sample) {
    Map<Long, String> people = new LinkedHashMap<>();
    statements.each(
        SqlText.of(
            "select p.id, p.user_id from profile p where ? and p.user_id is not null",
            scope.of("p.id", statements.dialect())),
        row -> people.put(row.getLong(1), Wtf8.decode(row.getBytes(2))));
    Map<Long, Value> values = compiled.values(statements, trait, ProfileScope.of(people.keySet()));
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

  /** Samples of all slices in turn. */
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
