package io.postrider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Compares the figures of two sets of results: which moved beyond their noise and which did not.
 *
 * <p>A figure's noise is 1.5 times the interquartile range of its rounds, of the results in which
 * it is wider, and at least 5 % of the earlier figure. Outliers do not widen it: a quarter of the
 * rounds may have any value. A figure without rounds is assumed to have a noise of 15 %.
 * Differences of 20 MiB, 0.5 ms and 0.05 s never count.
 */
final class Regressions {
  private static final List<String> MACHINE = List.of("cores", "cpu", "kernel", "jdk");

  private final List<Change> changes = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  private Regressions() {}

  /** Compares two sets of results; each is the union of the files of its benchmarks. */
  static Regressions of(ObjectNode earlier, ObjectNode later) {
    Regressions compared = new Regressions();
    TreeSet<String> keys = new TreeSet<>();
    for (ObjectNode results : List.of(earlier, later)) {
      for (var entry : results.properties()) {
        if (entry.getValue().isNumber()) {
          keys.add(entry.getKey());
        }
      }
    }
    keys.forEach(key -> compared.changes.add(Change.of(key, earlier, later)));
    compared.warn(earlier, later);
    return compared;
  }

  private void warn(ObjectNode earlier, ObjectNode later) {
    for (var entry : later.properties()) {
      String key = entry.getKey();
      if (key.endsWith("_run") && earlier.has(key)) {
        otherMachine(key, earlier.path(key), entry.getValue());
      }
      if (key.endsWith(Rounds.DISTURBED_SUFFIX) && entry.getValue().asBoolean()) {
        warnings.add("the later results of " + measurement(key) + " are disturbed by other load");
      }
    }
    for (var entry : earlier.properties()) {
      if (entry.getKey().endsWith(Rounds.DISTURBED_SUFFIX) && entry.getValue().asBoolean()) {
        warnings.add(
            "the earlier results of "
                + measurement(entry.getKey())
                + " are disturbed by other load");
      }
    }
  }

  private void otherMachine(String key, JsonNode before, JsonNode after) {
    for (String part : MACHINE) {
      if (!before.path(part).equals(after.path(part))) {
        warnings.add(
            "%s ran on another machine: %s was %s and is %s; only ratios can be compared"
                .formatted(
                    key.substring(0, key.length() - "_run".length()),
                    part,
                    before.path(part).asText("unknown"),
                    after.path(part).asText("unknown")));
      }
    }
  }

  private static String measurement(String key) {
    return key.substring(0, key.length() - Rounds.DISTURBED_SUFFIX.length());
  }

  List<Change> changes() {
    return changes;
  }

  List<String> warnings() {
    return warnings;
  }

  /** Whether a figure got worse beyond its noise. */
  boolean isWorse() {
    return count(Change.Verdict.WORSE) > 0;
  }

  private long count(Change.Verdict verdict) {
    return changes.stream().filter(change -> change.verdict() == verdict).count();
  }

  /** The comparison as Markdown: what moved first, and then what did not. */
  String table() {
    StringBuilder table = new StringBuilder();
    warnings.forEach(warning -> table.append("Warning: ").append(warning).append(".\n"));
    table.append("| figure | before | after | change | noise | verdict |\n");
    table.append("|---|--:|--:|--:|--:|---|\n");
    for (Change.Verdict verdict : Change.Verdict.values()) {
      changes.stream()
          .filter(change -> change.verdict() == verdict)
          .forEach(change -> table.append(change.row()));
    }
    table.append("%n%d worse beyond noise".formatted(count(Change.Verdict.WORSE)));
    table.append(", %d better".formatted(count(Change.Verdict.BETTER)));
    table.append(", %d the same".formatted(count(Change.Verdict.SAME)));
    table.append(", %d moved".formatted(count(Change.Verdict.MOVED)));
    table.append(", %d new".formatted(count(Change.Verdict.NEW)));
    return table.append(", %d not measured.%n".formatted(count(Change.Verdict.MISSING))).toString();
  }
}
