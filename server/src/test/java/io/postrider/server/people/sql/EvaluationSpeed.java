package io.postrider.server.people.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.audience.Audience;
import io.postrider.audience.AudienceCondition;
import io.postrider.audience.ComputationId;
import io.postrider.audience.ComputationKind;
import io.postrider.audience.ComputationSettings;
import io.postrider.audience.PropertyCondition;
import io.postrider.audience.SyncSchedule;
import io.postrider.condition.Comparison;
import io.postrider.condition.Decimal;
import io.postrider.condition.Operator;
import io.postrider.condition.Value;
import io.postrider.profile.StoredValue;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Handle;
import io.postrider.server.database.RowBatch;
import io.postrider.server.database.Schema;
import io.postrider.server.people.audience.Definitions;
import io.postrider.server.people.audience.EvaluationStore.Progress;
import io.postrider.server.people.profile.ChangedProfile;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * How fast evaluation is by itself, to be run by hand: {@code EvaluationSpeed FOLDER [PEOPLE
 * [AUDIENCES]]}. The folder keeps the people for the next time.
 */
final class EvaluationSpeed {

  private static final long BOUGHT = 11;
  private static final long TOUCHED = 12;

  private EvaluationSpeed() {}

  public static void main(String[] args) throws Exception {
    Path file = Path.of(args[0]).resolve("profiles.db");
    int people = args.length > 1 ? Integer.parseInt(args[1]) : 1_000_000;
    int audiences = args.length > 2 ? Integer.parseInt(args[2]) : 100;
    boolean filled = Files.exists(file);
    try (Database database = Database.open(DatabaseUrl.sqlite(file), Schema.PROFILES)) {
      if (!filled) {
        fill(database, people);
      }
      measure(database, people, audiences);
    }
  }

  private static void fill(Database database, int people) {
    long now = Instant.now().toEpochMilli();
    for (int from = 1; from <= people; from += 10_000) {
      int first = from;
      int _ =
          database.write(
              handle -> {
                try (RowBatch profiles =
                        new RowBatch(handle, "insert into profile values (?, ?, ?, '', '{}')");
                    RowBatch events =
                        new RowBatch(handle, "insert into event values (?, ?, ?, ?, 1, ?)")) {
                  for (int id = first; id < first + 10_000; id++) {
                    String traits =
                        "{\"email\":\"tuser-%d@example.com\",\"plan\":\"tpro\",\"seats\":\"%s\"}"
                            .formatted(id, StoredValue.number(id % 100));
                    profiles.put(id).put(("user-" + id).getBytes(UTF_8)).put(traits).add();
                    for (int i = 0; i < 2; i++) {
                      String properties =
                          "{\"category\":\"tshoes\",\"revenue\":\"%s\",\"sku\":\"tsku-%d\"}"
                              .formatted(StoredValue.number(id % 1000), id);
                      events.put(id).put(BOUGHT).put(now - id).put(i).put(properties).add();
                    }
                  }
                }
                return first;
              });
    }
    System.out.println("filled");
  }

  static Audience audience(long id, AudienceCondition definition) {
    return new Audience(
        new ComputationId(ComputationKind.AUDIENCE, id),
        "a" + id,
        new ComputationSettings("a" + id, true, List.of(), SyncSchedule.REALTIME),
        definition,
        1,
        Instant.EPOCH,
        Instant.EPOCH);
  }

  private static AudienceCondition did(String event, String property, Operator by, int number) {
    return new AudienceCondition.EventCount(
        event,
        List.of(
            new PropertyCondition(
                List.of(property),
                new Comparison(by, List.of(Value.of(Decimal.of(Integer.toString(number))))))),
        Duration.ofDays(30),
        new Comparison(Operator.AT_LEAST, List.of(Value.of(Decimal.of("1")))));
  }

  private static void measure(Database database, int people, int audiences) {
    SqlEvaluationStore store = new SqlEvaluationStore(database);
    AudienceCondition half =
        new AudienceCondition.All(
            List.of(
                did("Bought", "revenue", Operator.AT_LEAST, 500),
                new AudienceCondition.Not(
                    new AudienceCondition.TraitIs(
                        "plan", new Comparison(Operator.EQUALS, List.of(Value.of("none")))))));
    List<Audience> all = new ArrayList<>();
    for (int i = 0; i < audiences; i++) {
      all.add(
          audience(
              i + 2,
              new AudienceCondition.All(
                  List.of(
                      did("Touched", "n", Operator.EQUALS, i),
                      new AudienceCondition.TraitIs(
                          "seats", new Comparison(Operator.EXISTS, List.of()))))));
    }
    // these first, without their runs
    Definitions many = Definitions.of(all, List.of(), name -> number(name));
    store.apply(many, Instant.now());
    int _ =
        database.write(
            handle ->
                handle.execute("update computation set run_after = null, run_started_at = null"));
    EvaluationQueue evaluation = new EvaluationQueue(database, () -> {});
    for (int round = 0; round < 4; round++) {
      int shift = round;
      long from = System.nanoTime();
      int _ = database.write(handle -> touch(handle, evaluation, people, audiences, shift));
      System.out.printf("  noted in %d ms%n", (System.nanoTime() - from) / 1_000_000);
      work(
          () -> store.evaluatePending(many, 8_192, Instant.now()),
          "1,000 touched, %d audiences".formatted(audiences));
    }
    List<Audience> more = new ArrayList<>(all);
    more.add(audience(1, half));
    Definitions one = Definitions.of(more, List.of(), name -> number(name));
    store.apply(one, Instant.now());
    work(
        () -> store.advanceRuns(one, Set.of(1L), 1, 4096, Instant.now()),
        "one audience of half of all");
    System.out.println(store.computations().getFirst().size() + " members");
    Set<Long> together = all.stream().map(each -> each.id().bits()).collect(Collectors.toSet());
    together.forEach(id -> store.requestRun(id, Instant.now()));
    work(
        () -> store.advanceRuns(one, together, 1, 40_960, Instant.now()),
        "%d audiences of all, together".formatted(audiences));
    store.apply(Definitions.of(List.of(), List.of(), name -> 0), Instant.now());
    work(() -> store.purgeDeleted(4096), "forgetting it");
    int _ = database.write(handle -> handle.execute("delete from event where name = ?", TOUCHED));
  }

  private static long number(String name) {
    return name.equals("Bought") ? BOUGHT : TOUCHED;
  }

  private static int touch(
      Handle handle, EvaluationQueue evaluation, int people, int audiences, int shift) {
    List<ChangedProfile> changes = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      long id = 1 + (long) people * i / 1_000 + shift;
      handle.execute(
          "insert into event values (?, ?, ?, ?, 1, ?)",
          id,
          TOUCHED,
          Instant.now().toEpochMilli(),
          shift,
          "{\"n\":\"" + StoredValue.number(i % audiences) + "\"}");
      changes.add(new ChangedProfile(id, Set.of(), Set.of(TOUCHED), false));
    }
    evaluation.changed(handle, changes, Instant.now());
    return changes.size();
  }

  private static void work(Supplier<Progress> piece, String name) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long from = System.nanoTime();
    long cpu = threads.getCurrentThreadCpuTime();
    long longest = 0;
    int pieces = 0;
    Progress progress = piece.get();
    while (progress.more()) {
      longest = Math.max(longest, progress.took().toMillis());
      pieces++;
      progress = piece.get();
    }
    System.out.printf(
        "%s: %.2f s, %.2f s of a processor, in %d pieces, the longest %d ms%n",
        name,
        (System.nanoTime() - from) / 1e9,
        (threads.getCurrentThreadCpuTime() - cpu) / 1e9,
        pieces,
        longest);
  }
}
