package io.postrider.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every fault at every step of a {@link History}: what was acknowledged is there afterwards, and
 * nothing that was not appended.
 */
final class FaultTest {

  private static final long[] SEEDS = {1, 2, 3};

  @Test
  void history_withoutFault_coversTheLog() {
    SimulatedDisk disk = new SimulatedDisk();
    History history = new History();
    history.run(disk);
    System.out.println(
        "history: %d steps, %d reads, %d appends, files %s"
            .formatted(disk.steps(), disk.reads(), history.ledger().acknowledged(), disk.list()));
    assertThat(history.ledger().acknowledged()).isGreaterThan(60);
    recheck(history, disk.loseAll(), 1);
  }

  @ParameterizedTest
  @EnumSource
  void everyStep_survives(Fault.Kind kind) {
    SimulatedDisk whole = new SimulatedDisk();
    new History().run(whole);
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
    System.out.println(kind + ": " + steps + " steps, " + runs + " runs, fault met in " + fired);
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
    History history = new History();
    try {
      try {
        history.run(disk);
      } catch (SimulatedDisk.Crash e) {
        history.ledger().note();
      }
      boolean fired = disk.fired();
      boolean diskGoesOn = fault.kind() == Fault.Kind.KILLED;
      recheck(history, diskGoesOn ? disk : disk.loseAll(), fault.seed());
      return fired;
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("replay with " + fault + ": " + e.getMessage(), e);
    }
  }

  /** Opens, checks, dies again at once, and once more after some appends. */
  private static void recheck(History history, SimulatedDisk found, long seed) {
    SimulatedDisk disk = found;
    EmbeddedLog log = history.open(disk);
    history.verify(log);

    disk = disk.loseAll();
    log = history.open(disk);
    history.verify(log);
    history.append(log);
    history.write(log);
    history.append(log);
    history.write(log);
    history.tend(log, 0);
    history.append(log);

    disk = disk.keepSome(seed);
    log = history.open(disk);
    history.verify(log);
    log.close();
  }
}
