package io.postrider.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Injects every fault at every step of a {@link LogScenario}. Afterwards, all acknowledged records
 * exist, and no record that was not appended.
 */
final class FaultTest {

  private static final long[] SEEDS = {1, 2, 3};

  @Test
  void scenario_withoutFault_coversTheLog() {
    SimulatedDisk disk = new SimulatedDisk();
    LogScenario scenario = new LogScenario();
    scenario.run(disk);
    System.out.println(
        "scenario: %d steps, %d reads, %d appends, files %s"
            .formatted(
                disk.steps(), disk.reads(), scenario.expected().acknowledged(), disk.list()));
    assertThat(scenario.expected().acknowledged()).isGreaterThan(60);
    recheck(scenario, disk.loseAll(), 1);
  }

  @ParameterizedTest
  @EnumSource
  void everyStep_survives(Fault.Kind kind) {
    SimulatedDisk whole = new SimulatedDisk();
    new LogScenario().run(whole);
    int steps = kind == Fault.Kind.READ_ERROR ? whole.reads() : whole.steps();
    int runs = 0;
    int fired = 0;
    long[] seeds = isUnseeded(kind) ? new long[] {1} : SEEDS;
    for (long seed : seeds) {
      int lasting = seed == 1 || isCrash(kind) ? 1 : seed == 2 ? 4 : 15;
      for (int step = 0; step < steps; step++) {
        runs++;
        fired += survives(new Fault(kind, step, lasting, seed)) ? 1 : 0;
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

  private static boolean survives(Fault fault) {
    SimulatedDisk disk = new SimulatedDisk();
    disk.arm(fault);
    LogScenario scenario = new LogScenario();
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
