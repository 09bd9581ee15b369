package io.postrider.delivery.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests the simulation itself: bugs that are put into the machine on purpose, one at a time, are
 * found soon. The list and how many worlds each took is in docs/testing.md.
 */
class PlantedBugsTest {

  private static final long FIRST = 1;
  private static final int MOST_SEEDS = 1_000;

  static Stream<PlantedBug> bugs() {
    return Stream.of(
        new PlantedBug(
            "settles on the first outcome, not the first success",
            "Rounds",
            "if (!delivery.isInFlight()) {\n          roundFailed(delivery, nowMillis);",
            "if (!delivery.isOver()) {\n"
                + "          finish(delivery, Fate.FAILED, Failure.of(failure));"),
        new PlantedBug(
            "forgets open deliveries when nothing else is to be written down",
            "Flushing",
            "feeding.isQuiet() && open.size() == 0",
            "feeding.isQuiet()"),
        new PlantedBug(
            "writes down a position behind what waits in the queue",
            "Feeding",
            "if (!queue.isEmpty()) {\n      return queue.firstOffset();",
            "if (queue.size() > 1) {\n      return next;"),
        new PlantedBug(
            "tries again without delay",
            "Rounds",
            "nowMillis + gates.schedule().delayMillis(delivery.rounds())",
            "nowMillis"),
        new PlantedBug("ignores Retry-After", "UrlGate", "return Math.max(0, asked);", "return 0;"),
        new PlantedBug(
            "counts the window from the last round",
            "Rounds",
            "delivery.started(attempts.size());",
            "delivery.started(attempts.size());\n"
                + "    delivery.windowEndMillis(windows.freshEndMillis(nowMillis));"),
        new PlantedBug(
            "lets one URL that refuses fail the message for good",
            "OpenDelivery",
            "return Integer.bitCount(refused) == urls;",
            "return refused != 0;"),
        new PlantedBug(
            "stops probing after six failed probes",
            "Breaker",
            "failedProbes++;\n"
                + "      probeAtMillis = nowMillis + schedule.probeDelayMillis(failedProbes);",
            "failedProbes++;\n      probeAtMillis = failedProbes > 6 ? Long.MAX_VALUE"
                + " : nowMillis + schedule.probeDelayMillis(failedProbes);"),
        new PlantedBug(
            "never opens a breaker",
            "Breaker",
            "if (failures < mostFailures) {",
            "if (failures > 0) {"),
        new PlantedBug(
            "replays what is still open",
            "Replaying",
            "rounds.open().find(offset) != null || (",
            "("),
        new PlantedBug(
            "gives up on what a replay has not sent yet",
            "Rounds",
            "new OpenDelivery(offset, 0, Windows.NOT_BEGUN, true)",
            "new OpenDelivery(offset, 0, windows.freshEndMillis(nowMillis), true)"),
        new PlantedBug(
            "supersedes what is newer than a delete",
            "OpenDeliveries",
            "delivery.userHash() == userHash && delivery.offset() < offset",
            "delivery.userHash() == userHash && delivery.offset() > offset"),
        new PlantedBug(
            "joins live reading one message too early",
            "Feeding",
            "next >= effects.livePosition()",
            "next + 1 >= effects.livePosition()"),
        new PlantedBug(
            "leaks a slot with every time-out",
            "UrlGate",
            "free(slot);\n    long askedMillis = 0;",
            "if (!(outcome instanceof Outcome.TimedOut)) {\n      free(slot);\n    }\n"
                + "    long askedMillis = 0;"),
        new PlantedBug(
            "counts a pause toward the window",
            "DeliveryMachine",
            "open.shiftWindows(windows.pauses().resume(nowMillis));\n    }\n    changes.add();",
            "windows.pauses().resume(nowMillis);\n    }\n    changes.add();"),
        new PlantedBug(
            "takes marks for written down that were made meanwhile",
            "Marks",
            "dirty.values().removeIf(changed -> changed <= version);",
            "dirty.clear();"),
        new PlantedBug(
            "believes that a flush nobody confirmed was not written down",
            "Flushing",
            "!moved && !marks.isDirty() && unconfirmed == null",
            "!moved && !marks.isDirty()"),
        new PlantedBug(
            "sends what was held back for all of its window",
            "Rounds",
            "if (end <= nowMillis) {",
            "if (end <= 0) {"),
        new PlantedBug(
            "keeps a record that was only lent", "WaitingQueue", "record.copy()", "record"));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void plantedBug_isFound(PlantedBug bug) throws Exception {
    BuggySimulation world = new BuggySimulation(bug);
    @Nullable String found = null;
    long seed = FIRST;
    for (; found == null && seed < FIRST + MOST_SEEDS; seed++) {
      found = world.failure(seed);
    }
    System.out.printf("%s: %d seeds: %s%n", bug, seed - FIRST, found);
    assertThat(found).as(bug.name()).isNotNull();
  }
}
