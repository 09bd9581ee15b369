package io.postrider.server.people.audience;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.audience.AggregateKind;
import io.postrider.audience.Audience;
import io.postrider.audience.AudienceCondition;
import io.postrider.audience.Computation;
import io.postrider.audience.ComputedTrait;
import io.postrider.audience.SyncSchedule;
import io.postrider.audience.TraitDefinition;
import io.postrider.message.MessageType;
import io.postrider.server.database.DatabaseUrl;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random histories: events, time, new, changed, paused and deleted definitions, and restarts.
 * Whenever the engine is idle, the published changes must add up to the memberships.
 */
class EngineSimulationTest {

  private static final long SEED = Long.getLong("postrider.seed", 20_261_115L);
  private static final int LIVES = Integer.getInteger("postrider.seeds", 12);
  private static final int STEPS = 60;
  private static final List<String> USERS = List.of("ada", "ben", "cid", "dot", "eve");
  private static final List<String> EVENTS = List.of("Bought", "Seen", "Returned");
  private static final List<Duration> WINDOWS =
      List.of(Duration.ofMinutes(10), Duration.ofHours(1));

  @TempDir Path folder;

  /** An event. */
  private record Deed(String user, String event, Instant at) {}

  private final class Life implements AutoCloseable {

    private final Random random;
    private final EngineHarness world;
    private final List<Deed> deeds = new ArrayList<>();
    private final Map<String, String> plans = new HashMap<>();
    private final Map<Long, Computation> defined = new LinkedHashMap<>();
    private final Map<String, String> lastPublished = new HashMap<>();
    private final Map<String, String> seen = new HashMap<>();
    private long next = 1;

    Life(long seed) {
      random = new Random(seed);
      world = new EngineHarness(DatabaseUrl.sqlite(folder.resolve(seed + ".db")));
    }

    private <T> T one(List<T> of) {
      return of.get(random.nextInt(of.size()));
    }

    void step() {
      switch (random.nextInt(12)) {
        case 0 -> world.pass(Duration.ofMinutes(1 + random.nextInt(30)));
        case 1 -> define();
        case 2 -> redefine();
        case 3 -> toggle();
        case 4 -> forget();
        case 5 -> world.restart();
        case 6, 7 -> {
          String user = one(USERS);
          String plan = one(List.of("pro", "free"));
          world.identify(user, "{'plan':'" + plan + "'}");
          // at the same moment the later one wins, so order is all that matters
          plans.put(user, plan);
        }
        default -> {
          Instant at = world.now.minus(Duration.ofMinutes(random.nextInt(90)));
          Deed deed = new Deed(one(USERS), one(EVENTS), at);
          deeds.add(deed);
          world.say(
              MessageType.TRACK,
              at,
              "{'userId':'%s','event':'%s'}".formatted(deed.user(), deed.event()));
        }
      }
      world.pass(Duration.ofSeconds(1));
      if (random.nextInt(3) == 0) {
        settleAndCheck();
      }
    }

    private void define() {
      if (defined.size() < 6) {
        long id = next++;
        String key = "k" + id;
        defined.put(
            id,
            random.nextInt(4) == 0
                ? Defining.trait(id, key, counted())
                : Defining.audience(id, key, condition(0)));
      }
    }

    private TraitDefinition counted() {
      Duration within = random.nextBoolean() ? one(WINDOWS) : null;
      return new TraitDefinition(AggregateKind.EVENT_COUNT, one(EVENTS), null, List.of(), within);
    }

    private void redefine() {
      List<Audience> audiences = audiences();
      if (!audiences.isEmpty()) {
        Audience old = one(audiences);
        AudienceCondition definition = condition(9);
        defined.put(
            old.id().bits(),
            Defining.audience(
                old.id().bits(),
                old.key(),
                definition,
                old.version() + 1,
                old.enabled(),
                SyncSchedule.REALTIME,
                Defining.HERE));
      }
    }

    private void toggle() {
      List<Audience> audiences = audiences();
      if (!audiences.isEmpty()) {
        Audience old = one(audiences);
        defined.put(
            old.id().bits(),
            Defining.audience(
                old.id().bits(),
                old.key(),
                old.definition(),
                old.version(),
                !old.enabled(),
                SyncSchedule.REALTIME,
                Defining.HERE));
      }
    }

    /** Removes its dependents first. */
    private void forget() {
      List<Long> free =
          defined.values().stream()
              .filter(one -> audiences().stream().noneMatch(other -> uses(other, one)))
              .map(one -> one.id().bits())
              .toList();
      if (!free.isEmpty()) {
        Computation gone = defined.remove(one(free));
        if (gone != null) {
          lastPublished.keySet().removeIf(published -> published.startsWith(gone.key() + " "));
        }
      }
    }

    private boolean uses(Audience audience, Computation used) {
      return audience.dependencies().audiences().contains(used.key())
          || audience.dependencies().traits().contains(used.key());
    }

    private List<Audience> audiences() {
      return defined.values().stream()
          .filter(Audience.class::isInstance)
          .map(Audience.class::cast)
          .toList();
    }

    private AudienceCondition condition(int depth) {
      int choice = random.nextInt(depth > 1 ? 3 : 7);
      return switch (choice) {
        case 0 -> Defining.has("plan", one(List.of("pro", "free")));
        case 1 -> Defining.did(one(EVENTS), 1 + random.nextInt(2));
        case 2 -> Defining.did(one(EVENTS), 1 + random.nextInt(2), one(WINDOWS));
        case 3 -> Defining.not(condition(depth + 1));
        case 4 -> Defining.all(condition(depth + 1), condition(depth + 1));
        default -> {
          // a definition that others name may not name them back: only older ones are named
          if (defined.isEmpty() || depth > 1) {
            yield Defining.did(one(EVENTS), 1);
          }
          Computation older = one(List.copyOf(defined.values()));
          yield older instanceof Audience
              ? Defining.in(older.key())
              : Defining.atLeast(older.key(), "2");
        }
      };
    }

    void settleAndCheck() {
      world.define(defined.values().toArray(Computation[]::new));
      world.pass(Duration.ofMinutes(1));
      world.settle();
      Set<String> news = new HashSet<>();
      for (PublishedChange published : world.published()) {
        news.add(published.key() + " " + published.user());
        assertThat(published.value()).as("no value: %s", published).isNotEqualTo("null");
        assertThat(seen.put(published.id(), published.brief()))
            .as("published before: %s", published)
            .isNull();
        String before =
            lastPublished.put(published.key() + " " + published.user(), published.value());
        assertThat(published.value()).as("published again: %s", published).isNotEqualTo(before);
        if (before == null) {
          assertThat(published.value()).as("the first: %s", published).isNotEqualTo("false");
        }
      }
      for (Computation computation : defined.values()) {
        long size = 0;
        for (String user : USERS) {
          String pair = computation.key() + " " + user;
          if (computation instanceof ComputedTrait trait && value(trait, user).equals("no")) {
            // a removed value sends nothing; the next value does
            assertThat(news).as("%s at %s", computation, world.now).doesNotContain(pair);
            lastPublished.remove(pair);
          }
          String published = lastPublished.get(pair);
          boolean has = published != null && !published.equals("false");
          size += has ? 1 : 0;
          if (computation.enabled() && isKnown(user)) {
            assertThat(has ? published : "no")
                .as("%s of %s at %s", computation, user, world.now)
                .isEqualTo(expected(computation, user));
          }
        }
        assertThat(world.stored(computation.id().bits()).size()).isEqualTo(size);
      }
    }

    private boolean isKnown(String user) {
      return plans.containsKey(user) || deeds.stream().anyMatch(deed -> deed.user().equals(user));
    }

    private String expected(Computation computation, String user) {
      return switch (computation) {
        case Audience audience -> holds(audience.definition(), user) ? "true" : "no";
        case ComputedTrait trait -> value(trait, user);
      };
    }

    private String value(ComputedTrait trait, String user) {
      long count = count(trait.definition().event(), trait.definition().within(), user);
      return count == 0 ? "no" : Long.toString(count);
    }

    private boolean holds(AudienceCondition condition, String user) {
      return switch (condition) {
        case AudienceCondition.All all ->
            all.conditions().stream().allMatch(each -> holds(each, user));
        case AudienceCondition.Any any ->
            any.conditions().stream().anyMatch(each -> holds(each, user));
        case AudienceCondition.Not not -> !holds(not.condition(), user);
        case AudienceCondition.TraitIs trait -> {
          if (trait.name().equals("plan")) {
            yield trait
                .comparison()
                .holds(io.postrider.condition.Value.of(plans.getOrDefault(user, "")));
          }
          String published = lastPublished.get(trait.name() + " " + user);
          yield published != null && Long.parseLong(published) >= 2;
        }
        case AudienceCondition.EventCount count -> {
          long times = count(count.event(), count.within(), user);
          yield count
              .count()
              .holds(
                  io.postrider.condition.Value.of(
                      io.postrider.condition.Decimal.of(Long.toString(times))));
        }
        // a paused computation keeps its result
        case AudienceCondition.InAudience in ->
            "true".equals(lastPublished.get(in.key() + " " + user));
      };
    }

    private long count(String event, @Nullable Duration within, String user) {
      return deeds.stream()
          .filter(deed -> deed.user().equals(user) && deed.event().equals(event))
          .filter(deed -> within == null || deed.at().isAfter(world.now.minus(within)))
          .count();
    }

    @Override
    public void close() {
      world.close();
    }
  }

  @Test
  void sentChanges_addUpToTheMemberships() {
    for (long seed = SEED; seed < SEED + LIVES; seed++) {
      System.out.printf("EngineSimulationTest -Dpostrider.seed=%d -Dpostrider.seeds=1%n", seed);
      try (Life life = new Life(seed)) {
        for (int step = 0; step < STEPS; step++) {
          life.step();
        }
        life.settleAndCheck();
      }
    }
  }
}
