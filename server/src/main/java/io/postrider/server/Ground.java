package io.postrider.server;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.postrider.log.embedded.EmbeddedLog;
import io.postrider.message.HashKey;
import io.postrider.privacy.HiddenRecords;
import io.postrider.server.background.FollowerThrottle;
import io.postrider.server.delivery.RetainedOffsets;
import io.postrider.server.privacy.LiveTombstones;
import io.vertx.core.Vertx;

/**
 * What every job of a node stands on.
 *
 * @param hashKey what hashes in the log are keyed with
 * @param retained what of the log is still needed
 * @param tombstones whose records count as gone
 * @param courtesy how those who follow the log make way
 */
record Ground(
    Vertx vertx,
    EmbeddedLog log,
    HashKey hashKey,
    RetainedOffsets retained,
    LiveTombstones tombstones,
    FollowerThrottle courtesy,
    PrometheusMeterRegistry metrics) {

  /** Which records count as gone at the moment of asking. */
  HiddenRecords hidden() {
    return (partition, offset, record) -> tombstones.current().hide(partition, offset, record);
  }
}
