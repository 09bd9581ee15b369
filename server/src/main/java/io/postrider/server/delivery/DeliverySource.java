package io.postrider.server.delivery;

import io.postrider.log.RecordLog;
import io.postrider.privacy.HiddenRecords;
import io.postrider.server.background.RetainedOffsets;
import org.jspecify.annotations.Nullable;

/**
 * What a node delivers.
 *
 * @param retained gets the records that deliveries still need
 * @param hidden the records that are not sent
 * @param assignment decides which partitions are this node's
 * @param duplicates finds records that repeat an earlier message, which are not sent
 * @param refresh reads the catalog and the hidden records again, after a partition was claimed and
 *     before it is delivered; may block
 * @param node the name of this node among those that deliver the same log; null if it is the only
 *     one
 */
record DeliverySource(
    RecordLog log,
    RetainedOffsets retained,
    HiddenRecords hidden,
    PartitionAssignment assignment,
    DuplicateSearch duplicates,
    Runnable refresh,
    @Nullable String node) {

  /** A log that no other node delivers: what is known at the start is all there is. */
  static DeliverySource ofOneNode(RecordLog log, RetainedOffsets retained, HiddenRecords hidden) {
    return new DeliverySource(
        log,
        retained,
        hidden,
        new AllPartitions(log.partitions()),
        DuplicateSearch.NONE,
        () -> {},
        null);
  }
}
