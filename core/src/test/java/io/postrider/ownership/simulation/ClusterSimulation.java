package io.postrider.ownership.simulation;

import io.postrider.delivery.simulation.SimulationTrace;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.jspecify.annotations.Nullable;

/** Runs the simulated cluster of a seed. */
public final class ClusterSimulation {

  private ClusterSimulation() {}

  /** Runs a seed; returns the failure, or null. */
  public static @Nullable String failure(long seed) {
    try {
      repeats(seed);
      return null;
    } catch (RuntimeException failed) {
      return failed.toString();
    }
  }

  /** Runs a seed; returns how many messages were sent again that were delivered. */
  static long repeats(long seed) {
    return new ClusterWorld(seed, new SimulationTrace(false)).live();
  }

  /** Runs a seed again; returns its failure, if any, with the last steps. */
  static String report(long seed) {
    SimulationTrace trace = new SimulationTrace(true);
    String what = "no failure";
    try {
      new ClusterWorld(seed, trace).live();
    } catch (RuntimeException failed) {
      StringWriter text = new StringWriter();
      failed.printStackTrace(new PrintWriter(text));
      what = text.toString();
    }
    return """
    seed %d: %s
      %s
    replay with: mvn -pl core test -Dtest=ClusterSimulationTest -Dpostrider.seed=%d
    """
        .formatted(seed, what, trace, seed);
  }
}
