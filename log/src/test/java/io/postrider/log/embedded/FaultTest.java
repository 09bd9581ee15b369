package io.postrider.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Injects every fault at every step of a {@link LogScenario}. Afterwards, all acknowledged records
 * exist, and no record that was not appended.
 */
@Tag("slow")
final class FaultTest {

  private static final long[] SEEDS = {1, 2, 3};
  private static final int ONE_BATCH = LogScenario.MAX_APPEND_BYTES;
  private static final int SEVERAL_BATCHES = 700;

  @ParameterizedTest
  @ValueSource(ints = {ONE_BATCH, SEVERAL_BATCHES})
  void scenario_withoutFault_coversTheLog(int maxBatch) {
    SimulatedDisk disk = new SimulatedDisk();
    LogScenario scenario = new LogScenario(maxBatch);
    scenario.run(disk);
    System.out.println(
        "scenario: %d steps, %d reads, %d appends, %d recycled, files %s"
            .formatted(
                disk.steps(),
                disk.reads(),
                scenario.expected().acknowledged(),
                disk.recycled(),
                disk.list()));
    assertThat(disk.recycled()).isGreaterThan(5);
    assertThat(scenario.expected().acknowledged()).isGreaterThan(60);
    recheck(scenario, disk.loseAll(), 1);
  }

  @ParameterizedTest
  @EnumSource
  void everyStep_survives(Fault.Kind kind) {
    everyStep_survives(kind, ONE_BATCH, isUnseeded(kind) ? new long[] {1} : SEEDS);
  }

  @ParameterizedTest
  @EnumSource
  void everyStepOfCommitsOfSeveralBatches_survives(Fault.Kind kind) {
    everyStep_survives(kind, SEVERAL_BATCHES, new long[] {1});
  }

  private static void everyStep_survives(Fault.Kind kind, int maxBatch, long[] seeds) {
    SimulatedDisk whole = new SimulatedDisk();
    new LogScenario(maxBatch).run(whole);
    int steps = kind == Fault.Kind.READ_ERROR ? whole.reads() : whole.steps();
    int runs = 0;
    int fired = 0;
    for (long seed : seeds) {
      int lasting = seed == 1 || isCrash(kind) ? 1 : seed == 2 ? 4 : 15;
      for (int step = 0; step < steps; step++) {
        runs++;
        fired += survives(new Fault(kind, step, lasting, seed), maxBatch) ? 1 : 0;
      }
    }
    System.out.println(kind + ": " + steps + " steps, " + runs + " runs, fault fired in " + fired);
    assertThat(fired).isPositive();
  }

  private static boolean isUnseeded(Fault.Kind kind) {
    return kind == Fault.Kind.CRASH_LOSING_ALL || kind == Fault.Kind.KILLED;
  }

  private static boolean isCrash(Fault.Kind kind) {
    return new Fault(kind, 0, 0, 0).isCrash();
  }

  private static boolean survives(Fault fault, int maxBatch) {
    SimulatedDisk disk = new SimulatedDisk();
    disk.arm(fault);
    LogScenario scenario = new LogScenario(maxBatch);
    try {
      try {
        scenario.run(disk);
      } catch (SimulatedDisk.Crash e) {
        scenario.expected().note();
      }
      boolean fired = disk.fired();
      boolean diskGoesOn = fault.kind() == Fault.Kind.KILLED;
      recheck(scenario, diskGoesOn ? disk : disk.loseAll(), fault.seed());
      return fired;
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("replay with " + fault + ": " + e.getMessage(), e);
    }
  }

  /** Opens and verifies; crashes, opens and verifies again; then once more after some appends. */
  private static void recheck(LogScenario scenario, SimulatedDisk found, long seed) {
    SimulatedDisk disk = found;
    EmbeddedLog log = scenario.open(disk);
    scenario.verify(log);

    disk = disk.loseAll();
    log = scenario.open(disk);
    scenario.verify(log);
    scenario.append(log);
    scenario.write(log);
    scenario.append(log);
    scenario.write(log);
    scenario.maintain(log, 0);
    scenario.append(log);

    disk = disk.keepSome(seed);
    log = scenario.open(disk);
    scenario.verify(log);
    log.close();
  }
}
