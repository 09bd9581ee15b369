package io.postrider.delivery.simulation;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.jspecify.annotations.Nullable;

/** Lives the world of a seed. */
public final class Simulation {

  private Simulation() {}

  /** Lives the world of a seed; tells what went wrong, or null if all held. */
  public static @Nullable String failure(long seed) {
    try {
      new SimulatedWorld(seed, new SimulationTrace(false)).live();
      return null;
    } catch (RuntimeException failed) {
      return failed.toString();
    }
  }

  /** The same once more, with the last steps before it went wrong. */
  public static String report(long seed) {
    SimulationTrace trace = new SimulationTrace(true);
    String what = "nothing went wrong: the world of a seed must always be the same";
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
