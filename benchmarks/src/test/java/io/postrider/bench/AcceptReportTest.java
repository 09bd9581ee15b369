package io.postrider.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.bench.load.LoadResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AcceptReportTest {

  @Test
  void figures_areTheLowestOfTheJudgedCells() {
    AcceptReport report =
        new AcceptReport(
            List.of(
                comparison(Shape.SINGLE, 16, 100, 10),
                comparison(Shape.SINGLE, 64, 100, 70),
                comparison(Shape.SINGLE, 256, 100, 60),
                comparison(Shape.BATCH, 64, 10, 7),
                comparison(Shape.BATCH, 256, 10, 4),
                comparison(Shape.BATCH_PYTHON, 64, 10, 1)));
    ObjectNode figures = report.figures();
    assertThat(figures.path("accept_single_ratio").asDouble()).isEqualTo(0.6);
    assertThat(figures.path("accept_batch_ratio").asDouble()).isEqualTo(0.4);
    assertThat(figures.path("batch_over_single").asDouble()).isEqualTo(6.667);
    assertThat(report.isMet()).isFalse();
    assertThat(figures.path("accept_single_16_ratio").asDouble()).isEqualTo(0.1);
    assertThat(figures.path("accept_single_16_ratio_rounds")).hasSize(1);
    assertThat(figures.path("accept_single_16_disturbed").asBoolean()).isFalse();
    assertThat(report.table())
        .contains("| single | 16 | 100 | 10 | 10 | 0.10 | ≥ 0.50 |")
        .contains("| batch python | 64 | 10 | 1 | 100 | 0.10 | ≥ 0.40 |");
  }

  @Test
  void targets_dependOnShapeAndConnections() {
    assertThat(isMet(Shape.SINGLE, 16, 50)).isTrue();
    assertThat(isMet(Shape.SINGLE, 16, 49)).isFalse();
    assertThat(isMet(Shape.SINGLE, 64, 65)).isTrue();
    assertThat(isMet(Shape.SINGLE, 64, 64)).isFalse();
    assertThat(isMet(Shape.BATCH, 256, 64)).isFalse();
    assertThat(isMet(Shape.BATCH_VARIED, 64, 55)).isTrue();
    assertThat(isMet(Shape.BATCH_VARIED, 64, 54)).isFalse();
    assertThat(isMet(Shape.BATCH_PYTHON, 64, 40)).isTrue();
    assertThat(isMet(Shape.SINGLE_PYTHON, 64, 39)).isFalse();
    assertThat(isMet(Shape.SINGLE, 8, 1)).as("too few connections to be judged").isTrue();
  }

  @Test
  void everyTargetMet_isMet() {
    assertThat(
            new AcceptReport(
                    List.of(
                        comparison(Shape.SINGLE, 64, 100, 70), comparison(Shape.BATCH, 64, 10, 7)))
                .isMet())
        .isTrue();
  }

  @Test
  void cells_haveOtherShapesAtSixtyFourConnectionsOnly() {
    assertThat(Cell.all(List.of(16, 64)))
        .containsExactly(
            new Cell(Shape.SINGLE, 16),
            new Cell(Shape.SINGLE, 64),
            new Cell(Shape.BATCH, 16),
            new Cell(Shape.BATCH, 64),
            new Cell(Shape.BATCH_VARIED, 64),
            new Cell(Shape.SINGLE_PYTHON, 64),
            new Cell(Shape.BATCH_PYTHON, 64));
  }

  private static boolean isMet(Shape shape, int connections, int product) {
    return comparison(shape, connections, 100, product).isMet();
  }

  @Test
  void median_isTheMiddle() {
    assertThat(Figures.median(new double[] {1, 2, 9})).isEqualTo(2);
    assertThat(Figures.median(new double[] {1, 2, 4, 9})).isEqualTo(3);
  }

  @Test
  void processorUse_excludesInterrupts() {
    assertThat(ProcessorUse.total("cpu  100 20 3 9999 888 777 666 0 0 0"))
        .isEqualTo(Duration.ofMillis(1230));
  }

  @Test
  void results_keepOtherKeys(@TempDir Path folder) throws Exception {
    Results results = new Results(folder.resolve("deep/accept.json"));
    results.merge(Results.figures().put("a", 1).put("b", 1));
    results.merge(Results.figures().put("b", 2));
    assertThat(results.read()).isEqualTo(Results.figures().put("a", 1).put("b", 2));
  }

  private static Comparison comparison(Shape shape, int connections, int baseline, int product) {
    Cell cell = new Cell(shape, connections);
    Rounds rounds = new Rounds(cell.name(), 1);
    rounds.add(cell.figure(), (double) product / baseline);
    rounds.end(0);
    return new Comparison(cell, figures(shape, baseline), figures(shape, product), rounds);
  }

  private static Figures figures(Shape shape, int rate) {
    int messages = rate * Math.max(1, shape.batch);
    LoadResult load = new LoadResult(rate, messages, rate, messages, 1, 2, 3, 4, 0, 0, 0, "");
    Duration millisecond = Duration.ofMillis(1);
    return Figures.of(List.of(new Round(load, millisecond, millisecond, millisecond, millisecond)));
  }
}
