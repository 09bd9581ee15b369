package io.postrider.bench;

import io.postrider.bench.load.Spelling;

/** A kind of request, where it goes at the product, and which baseline it is measured beside. */
enum Shape {
  SINGLE("single", 0, Spelling.COMPACT, "/v1/track", "/nothing"),
  BATCH("batch", 100, Spelling.COMPACT, "/v1/batch", "/jackson"),
  SINGLE_RESPELLED("single_respelled", 0, Spelling.PYTHON, "/v1/track", "/nothing"),
  BATCH_RESPELLED("batch_respelled", 100, Spelling.PYTHON, "/v1/batch", "/jackson");

  final String key;
  final int batch;
  final Spelling spelling;
  final String productPath;
  final String baselinePath;

  Shape(String key, int batch, Spelling spelling, String productPath, String baselinePath) {
    this.key = key;
    this.batch = batch;
    this.spelling = spelling;
    this.productPath = productPath;
    this.baselinePath = baselinePath;
  }

  /** Whether the product has to rewrite what it is sent; reported, not judged. */
  boolean isRespelled() {
    return spelling != Spelling.COMPACT;
  }
}
