package io.postrider.bench;

import io.postrider.bench.load.JsonFormat;

/** A kind of request, with its path at the product and at the baseline, and its targets. */
enum Shape {
  SINGLE("single", 0, JsonFormat.COMPACT, 0.65, 0.5),
  BATCH("batch", 100, JsonFormat.COMPACT, 0.65, 0.5),
  /** No two messages have the same context. */
  BATCH_VARIED("batch_varied", 100, JsonFormat.VARIED, 0.55),
  /** The product respells the JSON. */
  SINGLE_PYTHON("single_python", 0, JsonFormat.PYTHON, 0.4),
  BATCH_PYTHON("batch_python", 100, JsonFormat.PYTHON, 0.4);

  final String key;
  final int batch;
  final JsonFormat format;

  /** The least ratio to the baseline at 64 and more connections. */
  final double target;

  /** The least ratio at fewer connections; 0 for shapes that are measured at 64 alone. */
  final double targetOfFew;

  Shape(String key, int batch, JsonFormat format, double target) {
    this(key, batch, format, target, 0);
  }

  Shape(String key, int batch, JsonFormat format, double target, double targetOfFew) {
    this.key = key;
    this.batch = batch;
    this.format = format;
    this.target = target;
    this.targetOfFew = targetOfFew;
  }

  String productPath() {
    return batch == 0 ? "/v1/track" : "/v1/batch";
  }

  String baselinePath() {
    return batch == 0 ? "/nothing" : "/jackson";
  }

  boolean isMeasuredAtEveryNumber() {
    return targetOfFew > 0;
  }
}
