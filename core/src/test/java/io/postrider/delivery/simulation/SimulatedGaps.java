package io.postrider.delivery.simulation;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The gaps of some stretch of time, one for each machine. Immutable. */
final class SimulatedGaps {

  static final SimulatedGaps NONE = new SimulatedGaps(Map.of());

  /** The offsets and the number of the entries that are missing. */
  record Gap(long fromOffset, long toOffset, int count) {

    Gap joined(Gap other) {
      return new Gap(
          Math.min(fromOffset, other.fromOffset),
          Math.max(toOffset, other.toOffset),
          count + other.count);
    }
  }

  private final Map<PartitionModel, Gap> gaps;

  private SimulatedGaps(Map<PartitionModel, Gap> gaps) {
    this.gaps = gaps;
  }

  static SimulatedGaps of(PartitionModel model, long offset) {
    return new SimulatedGaps(Map.of(model, new Gap(offset, offset, 1)));
  }

  SimulatedGaps joined(SimulatedGaps other) {
    Map<PartitionModel, Gap> both = new HashMap<>(gaps);
    other.gaps.forEach((model, gap) -> both.merge(model, gap, Gap::joined));
    return new SimulatedGaps(both);
  }

  @Nullable Gap of(PartitionModel model) {
    return gaps.get(model);
  }
}
