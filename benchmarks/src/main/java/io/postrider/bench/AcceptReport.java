package io.postrider.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** The verdict over all comparisons of the acceptance benchmark. */
record AcceptReport(List<Comparison> comparisons) {
  private static final double RATIO_BAR = 0.5;
  private static final double BATCH_OVER_SINGLE_BAR = 5;

  /** The figures by their published keys: ratios are the worst of those that are judged. */
  ObjectNode figures() {
    ObjectNode figures = Results.figures();
    worstRatio(Shape.SINGLE).ifPresent(worst -> figures.put("accept_single_ratio", worst));
    worstRatio(Shape.BATCH).ifPresent(worst -> figures.put("accept_batch_ratio", worst));
    batchOverSingle().ifPresent(worst -> figures.put("batch_over_single", worst));
    figures.put("accept_met", isMet());
    ObjectNode details = figures.putObject("accept");
    for (Comparison comparison : comparisons) {
      Cell cell = comparison.cell();
      ObjectNode line =
          details
              .withObjectProperty(cell.shape().key)
              .putObject(Integer.toString(cell.connections()));
      line.put("ratio", comparison.ratio());
      line.put("judged", cell.isJudged());
      line.set("product", Results.tree(comparison.product()));
      line.set("baseline", Results.tree(comparison.baseline()));
    }
    return figures;
  }

  String table() {
    return ResultTable.acceptance(figures());
  }

  boolean isMet() {
    return worstRatio(Shape.SINGLE).orElse(0) >= RATIO_BAR
        && worstRatio(Shape.BATCH).orElse(0) >= RATIO_BAR
        && batchOverSingle().orElse(0) >= BATCH_OVER_SINGLE_BAR;
  }

  private OptionalDouble worstRatio(Shape shape) {
    return judged(shape).mapToDouble(Comparison::ratio).min();
  }

  /** Messages in batches per single call, at the same number of connections. */
  private OptionalDouble batchOverSingle() {
    return judged(Shape.SINGLE)
        .flatMap(
            single ->
                judged(Shape.BATCH)
                    .filter(batch -> batch.cell().connections() == single.cell().connections())
                    .map(
                        batch ->
                            batch.product().messagesPerSecond()
                                / single.product().messagesPerSecond()))
        .mapToDouble(Comparison::rounded)
        .min();
  }

  private Stream<Comparison> judged(Shape shape) {
    return comparisons.stream()
        .filter(comparison -> comparison.cell().isJudged() && comparison.cell().shape() == shape);
  }
}
