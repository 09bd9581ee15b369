package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;

/** Prints the figures of a results file as Markdown; without an argument, of the published file. */
final class ResultTable {
  private ResultTable() {}

  public static void main(String[] args) throws IOException {
    Results results =
        args.length > 0 ? new Results(Path.of(args[0])) : Results.published(Programs.here().root());
    ObjectNode figures = results.read();
    if (figures.isEmpty()) {
      System.err.println("No figures in " + results.file() + ". Run ./bench first.");
      System.exit(1);
    }
    System.out.print(about(figures.path("accept_run")));
    System.out.println(acceptance(figures));
    System.out.print(about(figures.path("start_run")));
    System.out.println(start(figures));
    System.out.print(about(figures.path("deliver_run")));
    System.out.println(delivery(figures));
  }

  /** The ingestion table; empty if it was not measured. */
  static String acceptance(JsonNode figures) {
    if (!figures.has("accept")) {
      return "";
    }
    StringBuilder table =
        new StringBuilder(
            """
            | calls | connections | baseline, requests/s | product, requests/s | messages/s \
            | ratio | target | p50 ms | p99 ms | p99.9 ms \
            | server CPU µs per request, baseline → product \
            | generator cores, baseline → product | other cores |
            |---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
            """);
    for (var shape : figures.path("accept").properties()) {
      for (var cell : shape.getValue().properties()) {
        table.append(line(shape.getKey().replace('_', ' '), cell.getKey(), cell.getValue()));
      }
    }
    table.append(
        "\nWorst ratio at 64 and more connections: single %.2f, batch %.2f (target 0.65). "
            .formatted(
                number(figures, "accept_single_ratio"), number(figures, "accept_batch_ratio")));
    table.append(
        "Messages in batches over single calls: %.1f (target 5).%n"
            .formatted(number(figures, "batch_over_single")));
    if (figures.has("disk")) {
      table.append(
          "The disk by itself: %,.0f durable writes/s of 4 KiB, %,.0f MiB/s in writes of 1 MiB.%n"
              .formatted(
                  number(figures.path("disk"), "durable_writes_4k_per_s"),
                  number(figures.path("disk"), "durable_mib_per_s")));
    }
    return table.toString();
  }

  /** The start table; empty if it was not measured. */
  static String start(JsonNode figures) {
    StringBuilder table = new StringBuilder();
    row(table, figures, "start_empty_ms", "empty folder", "700");
    row(table, figures, "start_10gib_warm_ms", "10 GiB of log, page cache warm", "1,500");
    row(table, figures, "start_10gib_killed_ms", "10 GiB of log, after kill -9", "1,500");
    row(table, figures, "start_10gib_cold_ms", "10 GiB of log, page cache dropped", "3,000");
    String start =
        table.isEmpty() ? "" : "| start to ready | ms | target |\n|---|--:|--:|\n" + table;
    StringBuilder after = new StringBuilder();
    figure(
        after,
        figures,
        "warm_up_ratio",
        "calls/s in the first ten seconds, of those later",
        "≥ 0.6");
    return after.isEmpty()
        ? start
        : start + "\n| after a start | figure | target |\n|---|--:|--:|\n" + after;
  }

  /** The delivery table; empty if it was not measured. */
  static String delivery(JsonNode figures) {
    StringBuilder table = new StringBuilder();
    figure(
        table,
        figures,
        "deliver_ratio",
        "draining a filled log, compared with the bare client",
        "≥ 0.87");
    figure(
        table,
        figures,
        "through_ratio",
        "accepted and delivered at once, compared with server and client without the work",
        "≥ 0.9");
    figure(table, figures, "written_first_ratio", "bytes written per byte, log growing", "≤ 2.4");
    figure(table, figures, "written_full_ratio", "the same, log at its maximum size", "≤ 1.4");
    figure(table, figures, "latency_p50_ms", "accept to delivered, p50 ms", "≤ 5");
    figure(table, figures, "latency_p99_ms", "accept to delivered, p99 ms", "");
    figure(table, figures, "latency_p99_worst_ms", "the same, the worst of twenty rounds", "≤ 20");
    figure(
        table,
        figures,
        "latency_p99_bare",
        "the same of server and client without the work, p99 ms",
        "");
    figure(
        table,
        figures,
        "latency_catching_up_p99_ms",
        "the same while profiles, usage and audiences catch up, p99 ms",
        "≤ 15");
    figure(
        table,
        figures,
        "isolation_throughput_ratio",
        "nine destinations with a hanging one, throughput",
        "≥ 0.9");
    figure(table, figures, "isolation_p99_ratio", "the same, p99", "≤ 1.1, or 2 ms more");
    figure(table, figures, "isolation_p99_more_ms", "the same, p99 difference in ms", "");
    figure(
        table,
        figures,
        "thousand_destinations_ratio",
        "1,000 destinations instead of 10",
        "≥ 0.92");
    figure(table, figures, "destination_create_ms", "creating the 1,000th destination, ms", "≤ 10");
    figure(
        table,
        figures,
        "backlog_memory_mib",
        "backlog of a million messages, additional MiB",
        "≤ 100");
    figure(table, figures, "backlog_drain_ratio", "draining the backlog after recovery", "≥ 0.8");
    figure(table, figures, "memory_idle_mib", "resident MiB, idle", "≤ 250");
    figure(
        table,
        figures,
        "memory_loaded_mib",
        "resident MiB at 10,000 calls/s to 100 destinations",
        "≤ 700");
    return table.isEmpty() ? "" : "| delivery | figure | target |\n|---|--:|--:|\n" + table;
  }

  private static void figure(
      StringBuilder table, JsonNode figures, String key, String name, String target) {
    if (figures.has(key)) {
      table.append("| %s | %,.2f | %s |%n".formatted(name, number(figures, key), target));
    }
  }

  /** The audience table; empty if it was not measured. */
  static String audiences(JsonNode figures) {
    StringBuilder table = new StringBuilder();
    figure(
        table,
        figures,
        "audience_overhead_ratio",
        "delivery at 3,000 messages/s with profiles, compared with none",
        "≥ 0.9");
    figure(
        table, figures, "audience_catch_up_per_s", "profiles catching up, messages/s", "≥ 10000");
    figure(table, figures, "audience_create_s", "an audience over a million profiles, s", "≤ 30");
    figure(
        table, figures, "audience_hundred_s", "100 audiences over a million profiles, s", "≤ 180");
    figure(table, figures, "audience_touched_s", "100 audiences for 1,000 touched users, s", "≤ 1");
    return table.isEmpty() ? "" : "| audiences | figure | target |\n|---|--:|--:|\n" + table;
  }

  /** The ledger's table; empty if it was not measured. */
  static String ledger(JsonNode figures) {
    StringBuilder table = new StringBuilder();
    figure(
        table,
        figures,
        "ledger_deliver_ratio",
        "delivering with the ledger, compared with none",
        "≥ 0.93");
    figure(table, figures, "ledger_cpu_ratio", "server CPU per delivery, the same", "≤ 1.08");
    figure(table, figures, "ledger_index_level_s", "index level after the last delivery, s", "≤ 5");
    figure(table, figures, "ledger_bytes_per_delivery", "bytes per delivery", "");
    figure(table, figures, "ledger_story_cold_ms", "a message's story, caches dropped, ms", "< 50");
    figure(table, figures, "ledger_story_warm_ms", "a message's story, warm, ms", "< 50");
    figure(table, figures, "ledger_page_cold_ms", "a filtered page, caches dropped, ms", "< 50");
    figure(table, figures, "ledger_page_warm_ms", "a filtered page, warm, ms", "< 50");
    return table.isEmpty() ? "" : "| ledger | figure | target |\n|---|--:|--:|\n" + table;
  }

  /** The cluster's table; empty if it was not measured. */
  static String cluster(JsonNode figures) {
    StringBuilder table = new StringBuilder();
    figure(
        table,
        figures,
        "kafka_accept_ratio",
        "accepting batches, compared with a bare producer",
        "≥ 0.5");
    figure(
        table,
        figures,
        "kafka_deliver_ratio",
        "delivering, compared with a bare consumer",
        "≥ 0.5");
    figure(
        table, figures, "failover_s", "kill to the first delivery of a moved partition, s", "≤ 15");
    figure(table, figures, "failover_repeats", "messages delivered again by a failover", "");
    figure(
        table,
        figures,
        "cluster_cpu_ratio",
        "CPU per message of two and three nodes, compared with one",
        "≤ 1.2");
    figure(
        table,
        figures,
        "cluster_cpu_bare",
        "the same of programs of Kafka's and Vert.x's clients alone",
        "");
    figure(table, figures, "migrate_per_s", "moving a data folder to Kafka, messages/s", "");
    return table.isEmpty() ? "" : "| cluster | figure | target |\n|---|--:|--:|\n" + table;
  }

  private static String line(String shape, String connections, JsonNode cell) {
    JsonNode product = cell.path("product");
    JsonNode baseline = cell.path("baseline");
    return ("| %s | %s | %,.0f | %,.0f | %,.0f | %.2f | %s | %.2f | %.2f | %.2f"
            + " | %.1f → %.1f | %.2f → %.2f | %.2f |%n")
        .formatted(
            shape,
            connections,
            number(baseline, "requests_per_s"),
            number(product, "requests_per_s"),
            number(product, "messages_per_s"),
            number(cell, "ratio"),
            cell.path("judged").asBoolean() && cell.has("target")
                ? "≥ %.2f".formatted(number(cell, "target"))
                : "",
            number(product, "p50_us") / 1e3,
            number(product, "p99_us") / 1e3,
            number(product, "p999_us") / 1e3,
            number(baseline, "cpu_us_per_request"),
            number(product, "cpu_us_per_request"),
            number(baseline, "generator_cores"),
            number(product, "generator_cores"),
            Math.max(number(baseline, "other_cores"), number(product, "other_cores")));
  }

  private static void row(
      StringBuilder table, JsonNode figures, String key, String name, String target) {
    if (figures.has(key)) {
      table.append("| %s | %,.0f | %s |%n".formatted(name, number(figures, key), target));
    }
  }

  private static String about(JsonNode run) {
    if (run.isMissingNode()) {
      return "";
    }
    return "Commit %s%s, %s; %s cores (%s), %s, JDK %s, %s; %.2f cores busy before.%n%n"
        .formatted(
            run.path("commit").asText(),
            run.path("uncommitted").asBoolean() ? " with changes" : "",
            run.path("at").asText(),
            run.path("cores").asText(),
            run.path("cpu").asText(),
            run.path("kernel").asText(),
            run.path("jdk").asText(),
            run.path("file_system").asText(),
            number(run, "busy_cores_before"));
  }

  private static double number(JsonNode node, String key) {
    return node.path(key).asDouble(Double.NaN);
  }
}
