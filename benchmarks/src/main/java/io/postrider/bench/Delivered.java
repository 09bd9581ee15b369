package io.postrider.bench;

/**
 * Messages that were accepted and delivered.
 *
 * @param nanos from the first call to the last arrival
 */
record Delivered(long messages, long nanos) {

  double perSecond() {
    return messages * 1e9 / nanos;
  }
}
