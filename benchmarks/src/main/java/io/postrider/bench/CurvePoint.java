package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * One point of a growth curve.
 *
 * @param x what grows
 * @param perSecond messages per second
 * @param cpuMicros processor time of the program per message, without the JIT compiler
 * @param memoryMib resident memory of the program
 */
record CurvePoint(long x, double perSecond, double cpuMicros, double memoryMib) {

  static CurvePoint read(JsonNode json) {
    return new CurvePoint(
        json.required("x").asLong(),
        json.required("per_s").asDouble(),
        json.required("cpu_us").asDouble(),
        json.required("memory_mib").asDouble());
  }

  void write(ObjectNode json) {
    json.put("x", x)
        .put("per_s", Math.round(perSecond))
        .put("cpu_us", Math.round(cpuMicros * 100) / 100.0)
        .put("memory_mib", Math.round(memoryMib));
  }
}
