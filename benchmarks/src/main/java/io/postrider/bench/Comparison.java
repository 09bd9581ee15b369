package io.postrider.bench;

/** The figures of one cell: the product and its baseline. */
record Comparison(Cell cell, Figures baseline, Figures product) {

  double ratio() {
    return rounded(product.requestsPerSecond() / baseline.requestsPerSecond());
  }

  static double rounded(double ratio) {
    return Math.round(ratio * 1000) / 1000.0;
  }
}
