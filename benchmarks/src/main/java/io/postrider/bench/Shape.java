package io.postrider.bench;

import io.postrider.bench.load.JsonFormat;

/** A kind of request, with its path at the product and at the baseline. */
enum Shape {
  SINGLE("single", 0, JsonFormat.COMPACT, "/v1/track", "/nothing"),
  BATCH("batch", 100, JsonFormat.COMPACT, "/v1/batch", "/jackson"),
  SINGLE_PYTHON("single_python", 0, JsonFormat.PYTHON, "/v1/track", "/nothing"),
  BATCH_PYTHON("batch_python", 100, JsonFormat.PYTHON, "/v1/batch", "/jackson");

  final String key;
  final int batch;
  final JsonFormat format;
  final String productPath;
  final String baselinePath;

  Shape(String key, int batch, JsonFormat format, String productPath, String baselinePath) {
    this.key = key;
    this.batch = batch;
    this.format = format;
    this.productPath = productPath;
    this.baselinePath = baselinePath;
  }

  /** Whether the product has to normalize the JSON; reported, not judged. */
  boolean isNormalized() {
    return format != JsonFormat.COMPACT;
  }
}
