package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A growth curve: what is measured at some values of one quantity.
 *
 * @param name its name on the command line, in the results and of its image
 * @param axis the quantity with its unit
 * @param counted what the rate counts
 * @param points the values of a full run, ascending
 * @param quick the values of a trial run
 */
record Curve(
    String name,
    String axis,
    String counted,
    List<Long> points,
    List<Long> quick,
    Measuring measuring) {

  /** Measures some values of the quantity, ascending. */
  interface Measuring {
    void measure(DeliverSetup setup, List<Long> points, Consumer<CurvePoint> results)
        throws IOException, InterruptedException;
  }

  /**
   * Measures the curve up to a value; returns its part of the results.
   *
   * @param about describes the machine
   */
  ObjectNode measure(DeliverSetup setup, long upTo, ObjectNode about)
      throws IOException, InterruptedException {
    List<Long> chosen =
        (setup.isQuick() ? quick : points).stream().filter(point -> point <= upTo).toList();
    ObjectNode json = Results.figures();
    json.set("run", about);
    ArrayNode measured = json.putArray("points");
    ProcessorTicks before = ProcessorTicks.now();
    measuring.measure(
        setup,
        chosen,
        point -> {
          point.write(measured.addObject());
          System.out.printf(
              "  %,d: %,.0f %s/s, %.1f µs each, %,.0f MiB%n",
              point.x(), point.perSecond(), counted, point.cpuMicros(), point.memoryMib());
        });
    double steal = before.stealPercentUntil(ProcessorTicks.now());
    System.out.printf("  steal %.1f %%%n", steal);
    return json.put("steal_percent", Math.round(steal * 10) / 10.0)
        .put("disturbed", steal > Rounds.MOST_STEAL_PERCENT);
  }

  /** The image of the points in some results. */
  String svg(JsonNode results) {
    List<CurvePoint> read = new ArrayList<>();
    results.required("points").forEach(point -> read.add(CurvePoint.read(point)));
    return CurveChart.svg(axis, counted, read);
  }
}
