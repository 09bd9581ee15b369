package io.postrider.delivery.simulation;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.jspecify.annotations.Nullable;

/** Runs the simulation of a seed. */
public final class Simulation {

  private Simulation() {}

  /** Runs a seed; returns the failure, or null. */
  public static @Nullable String failure(long seed) {
    try {
      new SimulatedWorld(seed, new SimulationTrace(false)).live();
      return null;
    } catch (RuntimeException failed) {
      return failed.toString();
    }
  }

  /** Runs a failed seed again; returns the failure with the last steps. */
  public static String report(long seed) {
    SimulationTrace trace = new SimulationTrace(true);
    String what = "no failure in the second run: a seed must be deterministic";
    try {
      new SimulatedWorld(seed, trace).live();
    } catch (RuntimeException failed) {
      StringWriter text = new StringWriter();
      failed.printStackTrace(new PrintWriter(text));
      what = text.toString();
    }
    return """
    seed %d: %s
      %s
    replay with: mvn -pl core test -Dtest=DeliverySimulationTest -Dpostrider.seed=%d
    """
        .formatted(seed, what, trace, seed);
  }
}
