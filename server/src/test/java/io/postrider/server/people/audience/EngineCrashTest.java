package io.postrider.server.people.audience;

import static io.postrider.server.people.audience.Defining.HERE;
import static io.postrider.server.people.audience.Defining.THERE;
import static io.postrider.server.people.audience.Defining.all;
import static io.postrider.server.people.audience.Defining.audience;
import static io.postrider.server.people.audience.Defining.did;
import static io.postrider.server.people.audience.Defining.in;
import static io.postrider.server.people.audience.Defining.not;
import static io.postrider.server.people.audience.Defining.trait;
import static io.postrider.server.people.audience.Defining.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.audience.AggregateKind;
import io.postrider.audience.SyncSchedule;
import io.postrider.log.RecordLog;
import io.postrider.server.database.DatabaseUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Crashes at every call of the store and the log, and restarts. */
@Tag("slow")
class EngineCrashTest {

  private static final Duration HOUR = Duration.ofHours(1);

  /** The stages; after each the engine runs until it is idle. */
  private static final List<Consumer<EngineHarness>> STORY =
      List.of(
          world -> {
            for (int i = 0; i < 6; i++) {
              world.track("user-" + i, "Bought", "{'price':" + i + "}");
            }
            world.define(
                audience(1, "fresh", did("Bought", 1, HOUR)),
                trait(2, "spent", value(AggregateKind.SUM, "Bought", "price")),
                audience(3, "kind", all(in("fresh"), not(did("Returned", 1)))));
          },
          world -> {
            world.track("user-1", "Returned");
            world.track("user-2", "Bought", "{'price':1}");
          },
          world ->
              world.define(
                  audience(
                      1, "fresh", did("Bought", 2, HOUR), 2, true, SyncSchedule.REALTIME, HERE),
                  trait(2, "spent", value(AggregateKind.SUM, "Bought", "price")),
                  audience(
                      3, "kind", not(in("fresh")), 2, true, SyncSchedule.REALTIME, HERE, THERE)),
          world -> world.pass(HOUR.plusMinutes(1)),
          world -> world.reach = List.of(new DestinationReach(THERE, "", 0)),
          world -> world.track("user-3", "Bought", "{'price':2}"),
          world -> world.reach = List.of(new DestinationReach(THERE, "20", 0)),
          world ->
              world.define(audience(3, "kind", not(in("fresh")), 2, true, SyncSchedule.REALTIME)));

  @TempDir Path folder;
  private int made;

  /** A harness on a copy of an empty database, which is faster than a new one. */
  private EngineHarness world() {
    Path empty = folder.resolve("empty.db");
    Path file = folder.resolve("profiles-" + made++ + ".db");
    try {
      if (!Files.exists(empty)) {
        new EngineHarness(DatabaseUrl.sqlite(empty)).close();
      }
      Files.copy(empty, file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new EngineHarness(DatabaseUrl.sqlite(file));
  }

  /** All published changes, each once. */
  private List<String> tell(Fuse fuse) {
    try (EngineHarness world = world()) {
      world.wire(
          store -> fuse.in(EvaluationStore.class, store),
          outbox -> fuse.in(Outbox.class, outbox),
          log -> fuse.in(RecordLog.class, log));
      for (Consumer<EngineHarness> stage : STORY) {
        stage.accept(world);
        try {
          world.settle();
        } catch (Fuse.Blown end) {
          world.restart();
          world.settle();
        }
      }
      fuse.disarm();
      assertThat(world.outbox.size()).isZero();
      return onceEach(world.published());
    }
  }

  private static List<String> onceEach(List<PublishedChange> published) {
    Map<String, PublishedChange> byId = new HashMap<>();
    for (PublishedChange one : published) {
      PublishedChange before = byId.put(one.id(), one);
      assertThat(before == null || before.equals(one)).as("%s again as %s", before, one).isTrue();
    }
    return byId.values().stream()
        .map(one -> one.brief() + " " + one.destinations())
        .sorted()
        .toList();
  }

  @Test
  void crash_losesNothingAndRepeatsOnlyUnderTheSameId() {
    Fuse none = new Fuse(-1, false);
    List<String> expected = tell(none);
    assertThat(expected).hasSizeGreaterThan(30);
    assertThat(none.calls()).isGreaterThan(50);
    List<String> wrong = new ArrayList<>();
    for (int call = 0; call < none.calls(); call++) {
      for (boolean after : new boolean[] {false, true}) {
        if (!tell(new Fuse(call, after)).equals(expected)) {
          wrong.add((after ? "after call " : "before call ") + call);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }
}
