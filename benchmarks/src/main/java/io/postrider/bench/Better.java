package io.postrider.bench;

import java.util.Set;

/** The direction in which a figure gets better. */
enum Better {
  HIGHER,
  LOWER,
  /** A figure that only describes. */
  NEITHER;

  private static final Set<String> HIGHER_FIGURES =
      Set.of(
          "audience_catch_up_per_s",
          "audience_overhead_ratio",
          "backlog_drain_ratio",
          "batch_over_single",
          "client_ratio",
          "deliver_ratio",
          "isolation_throughput_ratio",
          "kafka_accept_ratio",
          "kafka_deliver_ratio",
          "ledger_deliver_ratio",
          "migrate_per_s",
          "thousand_destinations_ratio",
          "through_ratio",
          "warm_up_ratio");

  private static final Set<String> LOWER_FIGURES =
      Set.of(
          "audience_create_s",
          "audience_hundred_s",
          "audience_touched_s",
          "backlog_memory_mib",
          "cluster_cpu_over_bare_ratio",
          "cluster_cpu_ratio",
          "destination_create_ms",
          "failover_s",
          "first_view_kb",
          "first_view_ms",
          "isolation_p99_more_ms",
          "isolation_p99_ratio",
          "latency_catching_up_p99_ms",
          "latency_p50_ms",
          "latency_p99_ms",
          "latency_p99_worst_ms",
          "ledger_bytes_per_delivery",
          "ledger_cpu_ratio",
          "ledger_index_level_s",
          "ledger_page_cold_ms",
          "ledger_page_warm_ms",
          "ledger_story_cold_ms",
          "ledger_story_warm_ms",
          "memory_idle_mib",
          "memory_loaded_mib",
          "slowest_frame_ms",
          "start_10gib_cold_ms",
          "start_10gib_killed_ms",
          "start_10gib_ms",
          "start_10gib_warm_ms",
          "start_empty_ms",
          "written_first_ratio",
          "written_full_ratio");

  /** The direction of a published figure; one that is not listed only describes. */
  static Better of(String key) {
    if (LOWER_FIGURES.contains(key)) {
      return LOWER;
    }
    // ingestion has a ratio for each shape of requests and number of connections
    boolean acceptance = key.startsWith("accept_") && key.endsWith("_ratio");
    return acceptance || HIGHER_FIGURES.contains(key) ? HIGHER : NEITHER;
  }

  /** Whether a change of a figure makes it worse. */
  boolean isWorse(double change) {
    return (this == HIGHER && change < 0) || (this == LOWER && change > 0);
  }
}
