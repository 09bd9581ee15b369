package io.postrider.bench;

import java.util.List;

/** The figures of one cell: the product and its baseline, measured in turns. */
record Comparison(Cell cell, Figures baseline, Figures product, Rounds rounds) {

  /** Compares rounds in pairs; a pair is a round of the baseline and the next of the product. */
  static Comparison of(Cell cell, List<Round> baseline, List<Round> product, Rounds rounds) {
    return new Comparison(cell, Figures.of(baseline), Figures.of(product), rounds);
  }

  /** The median of the ratios of all pairs. */
  double ratio() {
    return rounds.medianRatio(cell.figure());
  }

  boolean isMet() {
    return !cell.isJudged() || ratio() >= cell.target();
  }

  static double rounded(double ratio) {
    return Math.round(ratio * 1000) / 1000.0;
  }
}
