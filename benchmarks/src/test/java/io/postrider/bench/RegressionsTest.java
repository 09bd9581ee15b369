package io.postrider.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.bench.Change.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class RegressionsTest {

  @Test
  void change_withinTheSpreadOfTheRounds_isTheSame() {
    ObjectNode before = figure("deliver_ratio", 0.8, 0.7, 0.75, 0.8, 0.85, 0.9);
    ObjectNode after = figure("deliver_ratio", 0.66, 0.66, 0.66, 0.66, 0.66, 0.66);
    // quarters at 0.75 and 0.85: the noise is 0.15
    assertThat(only(before, after).noise()).isCloseTo(0.15, within(1e-9));
    assertThat(only(before, after).verdict()).isEqualTo(Verdict.SAME);
    after.put("deliver_ratio", 0.64);
    assertThat(only(before, after).verdict()).isEqualTo(Verdict.WORSE);
    assertThat(Regressions.of(before, after).isWorse()).isTrue();
  }

  @Test
  void noise_isOfTheWiderSpread_whicheverResultsHaveIt() {
    ObjectNode steady = figure("deliver_ratio", 0.8, 0.8, 0.8, 0.8, 0.8, 0.8);
    ObjectNode wide = figure("deliver_ratio", 0.66, 0.5, 0.6, 0.66, 0.7, 0.9);
    assertThat(only(steady, wide).verdict()).isEqualTo(Verdict.SAME);
    assertThat(only(wide, steady).verdict()).isEqualTo(Verdict.SAME);
  }

  @Test
  void noise_ignoresOneWildRound() {
    ObjectNode before = figure("latency_p99_ms", 8, 7.9, 8, 8, 8.1, 160);
    ObjectNode after = figure("latency_p99_ms", 9, 8.9, 9, 9, 9.1, 9.2);
    assertThat(only(before, after).verdict()).isEqualTo(Verdict.WORSE);
  }

  @Test
  void noise_isAtLeastFivePercent() {
    ObjectNode before = figure("deliver_ratio", 0.8, 0.8, 0.8, 0.8);
    ObjectNode after = figure("deliver_ratio", 0.761, 0.761, 0.761, 0.761);
    assertThat(only(before, after).verdict()).isEqualTo(Verdict.SAME);
    after.put("deliver_ratio", 0.759);
    assertThat(only(before, after).verdict()).isEqualTo(Verdict.WORSE);
  }

  @Test
  void figuresWithoutRounds_haveAnAssumedNoise() {
    ObjectNode before = figure("start_empty_ms", 1000);
    assertThat(only(before, figure("start_empty_ms", 1149)).verdict()).isEqualTo(Verdict.SAME);
    Change slower = only(before, figure("start_empty_ms", 1151));
    assertThat(slower.verdict()).isEqualTo(Verdict.WORSE);
    assertThat(slower.assumed()).isTrue();
    // two rounds tell nothing about the spread
    assertThat(only(before, figure("start_empty_ms", 1100, 1100, 1100)).assumed()).isTrue();
    assertThat(only(before, figure("start_empty_ms", 1100, 1100, 1100, 1100)).assumed()).isFalse();
  }

  @Test
  void newAndMissingFigures_areNamed_andAreNotWorse() {
    ObjectNode before = figure("deliver_ratio", 0.8);
    ObjectNode after = figure("through_ratio", 0.1);
    Regressions compared = Regressions.of(before, after);
    assertThat(compared.changes())
        .extracting(Change::key, Change::verdict)
        .containsExactly(
            tuple("deliver_ratio", Verdict.MISSING), tuple("through_ratio", Verdict.NEW));
    assertThat(compared.isWorse()).isFalse();
    assertThat(compared.table())
        .contains("| deliver_ratio | 0.800 |  |  |  | not measured |")
        .contains("| through_ratio |  | 0.100 |  |  | new |")
        .contains("0 worse beyond noise, 0 better, 0 the same, 0 moved, 1 new, 1 not measured.");
  }

  @Test
  void nothingMeasured_isNotWorse() {
    Regressions compared = Regressions.of(Results.figures(), Results.figures());
    assertThat(compared.changes()).isEmpty();
    assertThat(compared.isWorse()).isFalse();
  }

  @Test
  void figureOfZero_hasNoPercentage() {
    Change change = only(figure("first_view_kb", 0), figure("first_view_kb", 5));
    assertThat(change.verdict()).isEqualTo(Verdict.WORSE);
    assertThat(change.row()).contains("| 0.000 | 5.000 |  | ± 0.000 (assumed) | WORSE |");
  }

  @Test
  void smallDifferences_ofFiguresNearZero_neverCount() {
    assertThat(verdict("backlog_memory_mib", -3, 17)).isEqualTo(Verdict.SAME);
    assertThat(verdict("backlog_memory_mib", -3, 18)).isEqualTo(Verdict.WORSE);
    assertThat(verdict("latency_p50_ms", 0.25, 0.75)).isEqualTo(Verdict.SAME);
    assertThat(verdict("latency_p50_ms", 0.25, 0.76)).isEqualTo(Verdict.WORSE);
    assertThat(verdict("failover_s", 0.01, 0.05)).isEqualTo(Verdict.SAME);
    assertThat(verdict("failover_s", 0.01, 0.07)).isEqualTo(Verdict.WORSE);
    assertThat(verdict("audience_catch_up_per_s", 0.05, 0.01)).isEqualTo(Verdict.WORSE);
  }

  private static Verdict verdict(String key, double before, double after) {
    return only(figure(key, before), figure(key, after)).verdict();
  }

  @Test
  void direction_isThatOfTheFigure() {
    assertThat(Better.of("audience_catch_up_per_s")).isEqualTo(Better.HIGHER);
    assertThat(Better.of("accept_single_64_ratio")).isEqualTo(Better.HIGHER);
    assertThat(Better.of("batch_over_single")).isEqualTo(Better.HIGHER);
    assertThat(Better.of("audience_create_s")).isEqualTo(Better.LOWER);
    assertThat(Better.of("isolation_p99_ratio")).isEqualTo(Better.LOWER);
    assertThat(Better.of("written_first_ratio")).isEqualTo(Better.LOWER);
    assertThat(Better.of("backlog_memory_mib")).isEqualTo(Better.LOWER);
    assertThat(Better.of("warm_up_ratio")).isEqualTo(Better.HIGHER);
    assertThat(Better.of("memory_loaded_mib")).isEqualTo(Better.LOWER);
    assertThat(Better.of("members")).isEqualTo(Better.NEITHER);
    assertThat(only(figure("members", 1), figure("members", 2)).verdict()).isEqualTo(Verdict.MOVED);
  }

  @Test
  void direction_isStatedForEveryFigureOfTheDocument() throws IOException {
    String document = Files.readString(Path.of("..", "docs", "benchmarks.md"));
    List<String> figures =
        Pattern.compile("`([a-z0-9_]+_(ratio|ms|s|mib|kb|per_s))`")
            .matcher(document)
            .results()
            .map(found -> found.group(1))
            .distinct()
            .toList();
    assertThat(figures)
        .hasSizeGreaterThan(40)
        .contains("warm_up_ratio")
        .allSatisfy(key -> assertThat(Better.of(key)).as(key).isNotEqualTo(Better.NEITHER));
  }

  @Test
  void anotherMachine_andDisturbedRounds_areWarnedOf() {
    ObjectNode before = figure("deliver_ratio", 0.8);
    before.putObject("deliver_run").put("cores", 2).put("cpu", "A");
    ObjectNode after = figure("deliver_ratio", 0.8).put("drain_disturbed", true);
    after.putObject("deliver_run").put("cores", 16).put("cpu", "A");
    assertThat(Regressions.of(before, after).warnings())
        .containsExactlyInAnyOrder(
            "deliver ran on another machine: cores was 2 and is 16; only ratios can be compared",
            "the later results of drain are disturbed by other load");
    assertThat(Regressions.of(before, before).warnings()).isEmpty();
  }

  private static Change only(ObjectNode before, ObjectNode after) {
    return Regressions.of(before, after).changes().getFirst();
  }

  private static ObjectNode figure(String key, double value, double... rounds) {
    ObjectNode figures = Results.figures().put(key, value);
    for (double round : rounds) {
      figures.withArray(key + Rounds.SUFFIX).add(round);
    }
    return figures;
  }
}
