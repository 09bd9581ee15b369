package io.postrider.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** The result of the ingestion benchmark: all comparisons, and whether the targets are met. */
record AcceptReport(List<Comparison> comparisons) {
  private static final double BATCH_OVER_SINGLE_TARGET = 5;

  /**
   * The figures by published key: the ratio of each cell, and the lowest ones of single calls and
   * batches at 64 and more connections.
   */
  ObjectNode figures() {
    ObjectNode figures = Results.figures();
    worstRatio(Shape.SINGLE).ifPresent(worst -> figures.put("accept_single_ratio", worst));
    worstRatio(Shape.BATCH).ifPresent(worst -> figures.put("accept_batch_ratio", worst));
    batchOverSingle().ifPresent(worst -> figures.put("batch_over_single", worst));
    figures.put("accept_met", isMet());
    ObjectNode details = figures.putObject("accept");
    for (Comparison comparison : comparisons) {
      Cell cell = comparison.cell();
      comparison.rounds().publish(figures, cell.figure());
      comparison.rounds().publishSteal(figures);
      ObjectNode line =
          details
              .withObjectProperty(cell.shape().key)
              .putObject(Integer.toString(cell.connections()));
      line.put("ratio", comparison.ratio());
      line.put("judged", cell.isJudged());
      line.put("target", cell.target());
      line.set("product", Results.tree(comparison.product()));
      line.set("baseline", Results.tree(comparison.baseline()));
    }
    return figures;
  }

  String table() {
    return ResultTable.acceptance(figures());
  }

  boolean isMet() {
    return comparisons.stream().allMatch(Comparison::isMet)
        && batchOverSingle().orElse(0) >= BATCH_OVER_SINGLE_TARGET;
  }

  private OptionalDouble worstRatio(Shape shape) {
    return withMany(shape).mapToDouble(Comparison::ratio).min();
  }

  /**
   * The message rate in batches divided by that in single calls, at the same number of connections.
   */
  private OptionalDouble batchOverSingle() {
    return withMany(Shape.SINGLE)
        .flatMap(
            single ->
                withMany(Shape.BATCH)
                    .filter(batch -> batch.cell().connections() == single.cell().connections())
                    .map(
                        batch ->
                            batch.product().messagesPerSecond()
                                / single.product().messagesPerSecond()))
        .mapToDouble(Comparison::rounded)
        .min();
  }

  private Stream<Comparison> withMany(Shape shape) {
    return comparisons.stream()
        .filter(comparison -> comparison.cell().hasMany() && comparison.cell().shape() == shape);
  }
}
