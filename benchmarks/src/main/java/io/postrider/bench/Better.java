package io.postrider.bench;

import java.util.List;
import java.util.Set;

/** The direction in which a figure gets better. */
enum Better {
  HIGHER,
  LOWER,
  /** A figure that only describes. */
  NEITHER;

  private static final Set<String> LOWER_RATIOS =
      Set.of("ledger_cpu_ratio", "cluster_cpu_ratio", "isolation_p99_ratio");
  private static final List<String> LOWER_ENDS =
      List.of("_ms", "_s", "_mib", "_kb", "_bytes", "_us", "_bytes_per_delivery");

  /** The direction of a published figure, which its key tells. */
  static Better of(String key) {
    if (key.endsWith("_per_s")) {
      return HIGHER;
    }
    if (LOWER_RATIOS.contains(key)
        || key.startsWith("written_")
        || LOWER_ENDS.stream().anyMatch(key::endsWith)) {
      return LOWER;
    }
    return key.endsWith("_ratio") || key.equals("batch_over_single") ? HIGHER : NEITHER;
  }

  /** Whether a change of a figure makes it worse. */
  boolean isWorse(double change) {
    return (this == HIGHER && change < 0) || (this == LOWER && change > 0);
  }
}
