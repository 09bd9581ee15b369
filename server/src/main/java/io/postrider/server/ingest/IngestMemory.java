package io.postrider.server.ingest;

import io.postrider.server.config.NodeLimits;
import io.postrider.server.http.BodyBudget;

/**
 * The memory of the ingest side.
 *
 * @param bodies the budget of request bodies
 * @param pooledBodyBytes the most bytes of unused body arrays of one event loop
 * @param pooledRecordBytes the most bytes of unused record buffers of one event loop
 */
record IngestMemory(BodyBudget bodies, long pooledBodyBytes, long pooledRecordBytes) {

  /** Pools hold at most one part in this many of what may be in use. */
  private static final int POOLED_PART = 8;

  static IngestMemory of(NodeLimits limits, BodyBudget bodies, int eventLoops) {
    return new IngestMemory(
        bodies,
        limits.bodyBytes() / POOLED_PART / eventLoops,
        limits.logBytes() / POOLED_PART / eventLoops);
  }
}
