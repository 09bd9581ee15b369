package io.postrider.delivery.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests the simulation itself: it finds planted bugs soon. docs/testing.md lists the bugs and the
 * number of seeds that each needed.
 */
@Tag("slow")
class PlantedBugsTest {

  private static final int MOST_SEEDS = 1_000;

  /** Selects the bugs whose names contain a text. */
  private static final String SELECTED = System.getProperty("postrider.bug", "");

  static Stream<PlantedBug> bugs() {
    return all().filter(bug -> bug.name().contains(SELECTED));
  }

  private static Stream<PlantedBug> all() {
    return Stream.of(
        new PlantedBug(
            "settles on the first outcome, not the first success",
            "RoundScheduler",
            "if (!delivery.isInFlight()) {\n          roundFailed(delivery, nowMillis);",
            "if (!delivery.isOver()) {\n"
                + "          ends.finish(delivery, FinalStatus.FAILED, Failure.of(failure));"),
        new PlantedBug(
                "forgets open deliveries when nothing else must be saved",
                "CursorTracker",
                "feed.isQuiet() && open.size() == 0",
                "feed.isQuiet()")
            .foundBy(18),
        new PlantedBug(
            "saves a position after queued messages",
            "MessageFeed",
            "if (!queue.isEmpty()) {\n      return queue.firstOffset();",
            "if (queue.size() > 1) {\n      return next;"),
        new PlantedBug(
            "retries without delay",
            "RoundScheduler",
            "nowMillis + limits.schedule().delayMillis(delivery.rounds())",
            "nowMillis"),
        new PlantedBug(
            "ignores Retry-After",
            "UrlLimits",
            "return RetrySchedule.cappedMillis(deferred.retryAfter());",
            "return 0;"),
        new PlantedBug(
            "respects any Retry-After",
            "RetrySchedule",
            "boolean tooLong = retryAfter.compareTo(DeliveryRules.MAX_RETRY_AFTER) > 0;",
            "boolean tooLong = retryAfter.toDays() > 365;"),
        new PlantedBug(
                "lets a Retry-After end after the window",
                "Breaker",
                "restUntilMillis = Math.min(restUntilMillis, millis);",
                "restUntilMillis = Math.max(restUntilMillis, restUntilMillis);")
            .foundBy(51),
        new PlantedBug(
                "probes a failing destination only when a retry is due",
                "RoundScheduler",
                "asProbe && !delivery.hasRetryAfter(url)",
                "asProbe && delivery.rounds() < 0")
            .foundBy(13),
        new PlantedBug(
            "counts the window from the last round",
            "RoundScheduler",
            "delivery.started(attempts.size());",
            "delivery.started(attempts.size());\n"
                + "    delivery.windowEndMillis(windows.freshEndMillis(nowMillis));"),
        new PlantedBug(
            "fails a message when one URL refuses it",
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
                "replays open deliveries",
                "ReplayFeed",
                "scheduler.open().find(offset) != null || (",
                "(")
            .foundBy(24),
        new PlantedBug(
                "gives up on unsent replayed messages",
                "RoundScheduler",
                "new OpenDelivery(offset, 0, RetryWindow.NOT_BEGUN, true)",
                "new OpenDelivery(offset, 0, nowMillis + 60_000, true)")
            .foundBy(582),
        new PlantedBug(
            "supersedes messages newer than a delete",
            "OpenDeliveries",
            "delivery.userHash() == userHash && delivery.offset() < offset",
            "delivery.userHash() == userHash && delivery.offset() > offset"),
        new PlantedBug(
            "joins live reading one message too early",
            "MessageFeed",
            "next >= effects.livePosition()",
            "next + 1 >= effects.livePosition()"),
        new PlantedBug(
            "leaks a slot on every timeout",
            "UrlLimits",
            "free(slot);\n    long retryAfterMillis = 0;",
            "if (!(outcome instanceof Outcome.TimedOut)) {\n      free(slot);\n    }\n"
                + "    long retryAfterMillis = 0;"),
        new PlantedBug(
                "counts a pause toward the window",
                "DeliveryMachine",
                "open.shiftWindows(windows.pauses().resume(nowMillis));\n    }\n    changes.add();",
                "windows.pauses().resume(nowMillis);\n    }\n    changes.add();")
            .foundBy(13),
        new PlantedBug(
                "confirms failures recorded after the flush",
                "FailureIndex",
                "dirty.values().removeIf(changed -> changed <= savedVersion);",
                "dirty.clear();")
            .foundBy(48),
        new PlantedBug(
                "treats an unconfirmed flush as not saved",
                "CursorTracker",
                "!moved && !failures.isDirty() && unconfirmed == null",
                "!moved && !failures.isDirty()")
            .foundBy(71),
        new PlantedBug(
                "sends messages held past their window",
                "RoundScheduler",
                "if (end <= nowMillis) {",
                "if (end <= 0) {")
            .foundBy(51),
        new PlantedBug(
                "saves times without a step of the wall clock",
                "CursorTracker",
                "limits.wallClock().shiftMillis()",
                "0")
            .foundBy(40),
        new PlantedBug(
                "does not save times again after a step of the wall clock",
                "DeliveryMachine",
                "void wallClockStepped() {\n    changes.add();",
                "void wallClockStepped() {")
            .foundBy(40),
        new PlantedBug(
            "trusts saved due times",
            "OpenDelivery",
            "dueMillis[url] = Math.min(dueMillis[url], most);",
            "dueMillis[url] = Math.min(dueMillis[url], Long.MAX_VALUE - most);"),
        new PlantedBug(
                "trusts saved ends of windows",
                "SavedTimes",
                "Math.min(delivery.windowEndMillis(), windowEnd)",
                "delivery.windowEndMillis()")
            .foundBy(165),
        new PlantedBug(
                "takes the wall clock's time of a record for its own",
                "RetryWindow",
                "wallClock.machineMillis(receivedAtMillis)",
                "receivedAtMillis")
            .foundBy(38),
        new PlantedBug(
            "forgets open breakers at a restart",
            "UrlLimits",
            "breaker.restore(saved.breaker());\n",
            ""),
        new PlantedBug(
            "trusts saved times of probes",
            "BreakerState",
            "Math.min(probeAtMillis, nowMillis + rules.probeInterval().toMillis())",
            "probeAtMillis"),
        new PlantedBug(
            "saves cursors before their entries are durable",
            "CursorFlush",
            "List.of(Step.RECORD, Step.SAVE, Step.DONE)",
            "List.of(Step.SAVE, Step.RECORD, Step.DONE)"),
        new PlantedBug(
                "forgets a gap when cursors cannot be saved",
                "CursorFlush",
                "return ORDER.getFirst();",
                "gaps = saved.apply(gaps);\n    return ORDER.getFirst();")
            .foundBy(96),
        new PlantedBug(
            "records the end of a delivery without its attempt",
            "DeliveryEntries",
            "ended = status;\n      return;",
            "ended = null;"),
        new PlantedBug(
            "drops the end that an attempt brings",
            "DeliveryEntries",
            "FinalStatus end = ended;",
            "FinalStatus end = null;"),
        new PlantedBug(
                "fails a delivered message when its replay fails",
                "DeliveryEnds",
                "if (delivered) {",
                "if (delivered && end == FinalStatus.EXPIRED) {")
            .foundBy(21),
        new PlantedBug("retains a borrowed record", "WaitingQueue", "record.copy()", "record"));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void plantedBug_isFound(PlantedBug bug) throws Exception {
    BuggySimulation world = new BuggySimulation(Simulation.class, bug);
    assertThat(world.search(bug, MOST_SEEDS)).as(bug.name()).isNotNull();
  }
}
