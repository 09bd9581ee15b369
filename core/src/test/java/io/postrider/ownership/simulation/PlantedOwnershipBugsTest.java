package io.postrider.ownership.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.delivery.simulation.BuggySimulation;
import io.postrider.delivery.simulation.PlantedBug;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests the simulation of a cluster itself: it finds planted bugs soon. docs/testing.md lists the
 * bugs and the number of seeds that each needed.
 */
@Tag("slow")
class PlantedOwnershipBugsTest {

  private static final int MOST_SEEDS = 200;

  static Stream<PlantedBug> bugs() {
    return Stream.of(
        new PlantedBug(
            "dispatches without a look at the age of the last heartbeat",
            "SessionLease",
            "return nowNanos - heardNanos < lengthNanos;",
            "return true;"),
        new PlantedBug(
            "dispatches until after the session",
            "SessionLease",
            "sessionTimeout.minus(",
            "sessionTimeout.plus("),
        new PlantedBug(
                "overlooks a lease that came back between two looks",
                "LeaseWatch",
                "lapsed |= !lease.isHeld(knownNanos, nowNanos);",
                "")
            .foundBy(2),
        new PlantedBug(
            "dispatches before it loads tombstones",
            "ClaimMachine",
            "List.of(Step.TAKE_EPOCH, Step.LOAD, Step.RESTORE, Step.FOLLOW)",
            "List.of(Step.TAKE_EPOCH, Step.RESTORE, Step.FOLLOW, Step.LOAD)"),
        new PlantedBug(
                "loads tombstones before it takes the epoch",
                "ClaimMachine",
                "List.of(Step.TAKE_EPOCH, Step.LOAD, Step.RESTORE, Step.FOLLOW)",
                "List.of(Step.LOAD, Step.TAKE_EPOCH, Step.RESTORE, Step.FOLLOW)")
            .foundBy(24),
        new PlantedBug(
                "dispatches before it can save",
                "ClaimMachine",
                "case TAKE_EPOCH, LOAD, RESTORE, FLUSH, NONE -> {",
                "case TAKE_EPOCH, LOAD, RESTORE, FLUSH, NONE -> {\n"
                    + "        dispatching |= next == Step.RESTORE;")
            .foundBy(61),
        new PlantedBug(
            "releases without a flush",
            "ClaimMachine",
            "List.of(Step.DRAIN, Step.FLUSH, Step.RETIRE)",
            "List.of(Step.DRAIN, Step.RETIRE)"),
        new PlantedBug(
            "flushes before it drains",
            "ClaimMachine",
            "List.of(Step.DRAIN, Step.FLUSH, Step.RETIRE)",
            "List.of(Step.FLUSH, Step.DRAIN, Step.RETIRE)"),
        new PlantedBug(
            "dispatches while it drains",
            "ClaimMachine",
            "case DRAIN -> dispatching = false;",
            "case DRAIN -> dispatching = true;"),
        new PlantedBug(
                "goes on with a claim that was lost meanwhile",
                "ClaimMachine",
                "return step == current ? begin(after(step)) : Step.NONE;",
                "return begin(after(step));")
            .foundBy(15),
        new PlantedBug(
            "saves after it was fenced",
            "ClaimMachine",
            "public Step fenced() {\n    return end();",
            "public Step fenced() {\n    return Step.NONE;"),
        new PlantedBug(
            "drains a partition that was lost",
            "ClaimMachine",
            "public Step lost() {\n    return end();",
            "public Step lost() {\n    return revoked();"),
        new PlantedBug(
            "saves without the condition of the epoch",
            "simulation/CursorTable",
            "if (before.epoch != change.claim.epoch()) {",
            "if (before.epoch < 0) {"),
        new PlantedBug(
                "reads cursors before it takes the epoch",
                "simulation/NodeClaims",
                "process.ask(() -> world.table().claim(partition, world.now()), taken, failed);",
                "CursorTable.Saved early = world.table().saved(partition);\n"
                    + "    process.ask(() -> world.table().claim(partition, world.now()), late ->"
                    + " taken.accept(new CursorTable.Saved(late.epoch(), late.takenAtMillis(),"
                    + " early.position(), early.cursors(), early.failures(), early.settled())),"
                    + " failed);")
            .foundBy(2));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void plantedBug_isFound(PlantedBug bug) throws Exception {
    BuggySimulation world = new BuggySimulation(ClusterSimulation.class, bug);
    assertThat(world.search(bug, MOST_SEEDS)).as(bug.name()).isNotNull();
  }
}
